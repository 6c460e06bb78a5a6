"""What each viewer of a match may know, and what may differ without the viewer noticing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum, StrEnum
from random import Random
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules.room import Room
from game.core.compiled import array, inlined, plain
from game.core.rules import Viewer


class Phase(StrEnum):
    """What the match waits for."""

    NUMBER = "number"
    """The game number."""
    MOVE = "move"
    """Everyone's decision."""
    PLACE = "place"
    """The squares of souls whose wait is over."""
    OVER = "over"


class PlayerState(StrEnum):
    """What a player is, in the order of room.SURVIVOR … room.SOUL."""

    SURVIVOR = "survivor"
    CORPSE = "corpse"
    INFECTED = "infected"
    SOUL = "soul"


class Sight(IntEnum):
    """How much a viewer knows of a square."""

    NOTHING = 0
    """Nothing; an infected still knows of the corpses there."""
    PLAYERS = 1
    """The players there."""
    FULL = 2
    """The players there, and what was done there in the last turn."""


NOTHING, PLAYERS, FULL = map(int, Sight)
_SIGHTS = tuple(Sight)
Side: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=r.MOST_SIDE - 1)]
"""A row or a column, from 0."""
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=r.MOST_PLAYERS - 1)]
"""The number of a player."""
_Turns: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2000)]
_Score: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1 << 40)]
WayKind: TypeAlias = Literal["up", "left", "right", "down", "stay"]
EventKind: TypeAlias = Literal["rose", "turned", "died", "killed", "gave", "gained", "vanished", "punished", "arrested"]
Kind: TypeAlias = Literal[WayKind, "place", EventKind]
"""What was done (ways and placing), and what happened (events)."""


class Life(msgspec.Struct, frozen=True):
    """How a player fares; a player could work this out from what it was told in every turn."""

    cooldown: _Turns
    """Turns until it rises as a corpse, or may choose a square as a soul."""
    counter: _Turns
    """How far its prayers have counted; at six they are answered."""
    power: _Turns
    """What the next prayer adds to the counter."""
    streak: _Turns
    """Turns survived in a row."""
    accepted: bool
    """Whether it has accepted direct infection and waits for it."""


class PlayerView(msgspec.Struct, frozen=True):
    """A player that the viewer knows of."""

    number: Number
    state: PlayerState
    square: tuple[Side, Side] | None
    """Row and column; None in the sky."""
    health: Annotated[int, msgspec.Meta(ge=0, le=1 << 40)] | None = None
    """Health; only of the viewer itself, and for viewers without a seat."""
    life: Life | None = None
    """The life so far; only of the viewer itself, and for viewers without a seat."""


class Deed(msgspec.Struct, frozen=True):
    """An action or event of the last turn, on the square where the player was afterwards."""

    kind: Kind
    number: Number
    square: tuple[Side, Side]


class Scores(msgspec.Struct, frozen=True):
    """The six scores of a player."""

    survivor_most: _Score
    survivor_total: _Score
    corpse_most: _Score
    corpse_total: _Score
    infected_most: _Score
    infected_total: _Score

    @classmethod
    def of(cls, room: Sequence[int], player: int) -> Scores:
        return cls(*(room[r.SCORE + part * r.MOST_PLAYERS + player] for part in range(r.PARTS)))


class View(msgspec.Struct, frozen=True):
    """What one viewer knows: a seat by the table of the spec, a viewer without a seat everything."""

    phase: Phase
    game_number: Annotated[int, msgspec.Meta(ge=-(1 << 63), le=(1 << 63) - 1)]
    turn: _Turns
    turns: _Turns
    rows: Annotated[int, msgspec.Meta(ge=2, le=r.MOST_SIDE)]
    columns: Annotated[int, msgspec.Meta(ge=2, le=r.MOST_SIDE)]
    choosing: bool
    """Whether direct infection is offered this turn."""
    number: Annotated[int, msgspec.Meta(ge=-1, le=r.MOST_PLAYERS - 1)]
    """The viewer's own number; -1 without a seat."""
    cooldown: _Turns
    """Turns until the viewer rises as a corpse, or may choose a square as a soul."""
    players: Annotated[tuple[PlayerView, ...], msgspec.Meta(max_length=r.MOST_PLAYERS)]
    """The players that the viewer knows of, itself included, ascending."""
    sight: Annotated[tuple[Sight, ...], msgspec.Meta(max_length=r.MOST_SIDE**2)]
    """How much the viewer knows of each square, row by row."""
    actions: Annotated[tuple[Deed, ...], msgspec.Meta(max_length=r.MOST_PLAYERS)]
    events: Annotated[tuple[Deed, ...], msgspec.Meta(max_length=4 * r.MOST_PLAYERS)]
    scores: Annotated[tuple[Scores, ...], msgspec.Meta(max_length=r.MOST_PLAYERS)]
    """The viewer's own scores, as the only entry; everyone's for viewers without a seat."""
    firing: _Turns = 0
    """The turn in which direct infection fires, announced on every choosing turn; 0 if none is running."""

    @property
    def me(self) -> PlayerView:
        """The viewer's own entry in `players`. Raises ValueError for a viewer without a seat."""
        for player in self.players:
            if player.number == self.number:
                return player
        raise ValueError("who holds no seat is not in the room")


STATES = tuple(PlayerState)
WAY_KINDS: tuple[WayKind, ...] = ("up", "left", "right", "down", "stay")
"""The kinds of ways, in the order of room.UP … room.STAY."""
ACTION_KINDS: Mapping[int, Kind] = {
    **{r.MOVED + 4 * way: kind for way, kind in enumerate(WAY_KINDS[: r.STAY])},
    r.STAYED: WAY_KINDS[r.STAY],
    r.PLACED: "place",
}
"""The kind of an action by its number in a room; NOTHING has none."""
EVENT_KINDS: tuple[EventKind, ...] = (
    "rose",
    "turned",
    "died",
    "killed",
    "gave",
    "gained",
    "vanished",
    "punished",
    "arrested",
)
"""The kinds of events, in the order of the bits room.ROSE … room.ARRESTED."""


def view_of(phase: Phase, room: Sequence[int], viewer: Viewer) -> View:
    """Return what `viewer` may know of a room."""
    sight = _sight(room, viewer)
    known = [player for player in range(room[r.PLAYERS]) if _is_known(room, viewer, player, sight)]
    spotted = [
        player
        for player in range(room[r.PLAYERS])
        if room[r.SPOT + player] and sight[room[r.SPOT + player]] is Sight.FULL
    ]
    return View(
        phase=phase,
        game_number=r.game_number(room[r.GAME_HIGH], room[r.GAME_LOW]),
        turn=room[r.TURN],
        turns=room[r.TURNS],
        rows=room[r.ROWS],
        columns=room[r.COLUMNS],
        choosing=bool(room[r.CHOOSING]),
        number=max(-1, viewer),
        cooldown=room[r.COOLDOWN + viewer] if viewer >= 0 else 0,
        players=tuple(_player(room, viewer, player) for player in known),
        sight=tuple(sight[square] for square in _squares(room)),
        actions=tuple(deed for player in spotted for deed in _actions(room, player)),
        events=tuple(deed for player in spotted for deed in _events(room, player)),
        scores=tuple(Scores.of(room, player) for player in ([viewer] if viewer >= 0 else range(room[r.PLAYERS]))),
        firing=room[r.FIRING],
    )


def sight_of(players: Sequence[PlayerView], number: int, rows: int, columns: int) -> tuple[Sight, ...]:
    """Return how much player `number` knows of each square, row by row, if `players` are all there are."""
    room = array([0] * r.LENGTH)
    room[r.ROWS], room[r.COLUMNS] = rows, columns
    for player in players:
        square = r.square_at(*player.square) if player.square else r.SKY
        room[r.SQUARE + player.number] = r.SKY
        room[r.STATE + player.number] = r.SOUL
        r.become(room, player.number, STATES.index(player.state), square)
    flat = plain(room)
    sight = _sight(flat, number)
    return tuple(sight[square] for square in _squares(flat))


def redealt(room: Sequence[int], viewer: Viewer, random: Random) -> list[int]:
    """Return a room that `viewer` cannot tell from this one.

    Unknown players are on other squares in other states; known players have other health, waits, prayers, answers and
    scores where the viewer cannot see them.
    """
    dealt = array(room)
    sight = _sight(room, viewer)
    hidden = [square for square in _squares(room) if sight[square] is Sight.NOTHING]
    for player in range(room[r.PLAYERS]):
        spot = room[r.SPOT + player]
        if spot and sight[spot] is not Sight.FULL:
            dealt[r.SPOT + player] = r.SKY
        if player == viewer or viewer < 0:
            continue
        dealt[r.ACCEPTED + player] = random.randrange(2)
        for untold in (r.HEALTH, r.COOLDOWN, r.COUNTER, r.POWER, r.STREAK, r.KILLS):
            dealt[untold + player] = random.randrange(1, 20)
        for part in range(r.PARTS):
            dealt[r.SCORE + part * r.MOST_PLAYERS + player] = random.randrange(100)
        if not _is_known(room, viewer, player, sight):
            corpses = () if room[r.STATE + viewer] == r.INFECTED else (r.CORPSE,)
            other = random.choice((r.SURVIVOR, r.INFECTED, r.SOUL, *corpses)) if hidden else r.SOUL
            r.become(dealt, player, other, r.SKY if other == r.SOUL else random.choice(hidden))
    return plain(dealt)


def _squares(room: Sequence[int]) -> Iterator[int]:
    for row in range(room[r.ROWS]):
        first = r.square_at(row, 0)
        yield from range(first, first + room[r.COLUMNS])


def _sight(room: Sequence[int], viewer: Viewer) -> list[Sight]:
    """Return how much a viewer knows of each square, by square number."""
    state, square = (room[r.STATE + viewer], room[r.SQUARE + viewer]) if viewer >= 0 else (r.SOUL, r.SKY)
    levels = array([NOTHING] * r.SQUARES)
    know_squares(array(room), state, square, levels)
    return [_SIGHTS[level] for level in plain(levels)]


@inlined
def know_squares(room: Room, state: int, square: int, levels: Any) -> None:
    """Write how much a player of `state` on `square` knows of each square (spec, "Classroom and players")."""
    for row in range(room[r.ROWS]):
        first = r.square_at(row, 0)
        for there in range(first, first + room[r.COLUMNS]):
            level = NOTHING
            if state == r.SOUL:
                level = FULL
            elif state == r.CORPSE:
                level = PLAYERS if there == square else NOTHING
            elif state == r.INFECTED:
                level = FULL if r.within(square, there) else NOTHING
            levels[there] = level
    if state == r.SURVIVOR:
        for step in r.SIGHT:
            if r.survivors(room[r.CROWD + square + step]):
                for further in r.SIGHT:
                    levels[square + step + further] = PLAYERS
        for step in r.SIGHT:
            levels[square + step] = FULL


def _is_known(room: Sequence[int], viewer: Viewer, player: int, sight: Sequence[Sight]) -> bool:
    """Return whether a viewer knows where a player is."""
    if viewer < 0 or player == viewer:
        return True
    state, square = room[r.STATE + player], room[r.SQUARE + player]
    if state == r.SOUL:
        return room[r.STATE + viewer] == r.SOUL
    if state == r.CORPSE and room[r.STATE + viewer] == r.INFECTED:
        return True
    return sight[square] is not Sight.NOTHING


def _player(room: Sequence[int], viewer: Viewer, player: int) -> PlayerView:
    square = room[r.SQUARE + player]
    place = r.place_of(square) if square else None
    state = STATES[room[r.STATE + player]]
    if viewer >= 0 and viewer != player:
        return PlayerView(player, state, place)
    life = Life(
        room[r.COOLDOWN + player],
        room[r.COUNTER + player],
        room[r.POWER + player],
        room[r.STREAK + player],
        bool(room[r.ACCEPTED + player]),
    )
    return PlayerView(player, state, place, room[r.HEALTH + player], life)


def _actions(room: Sequence[int], player: int) -> Iterator[Deed]:
    if action := room[r.ACTION + player]:
        yield Deed(ACTION_KINDS[action], player, r.place_of(room[r.SPOT + player]))


def _events(room: Sequence[int], player: int) -> Iterator[Deed]:
    events = room[r.EVENTS + player]
    if events:
        place = r.place_of(room[r.SPOT + player])
        yield from (Deed(kind, player, place) for bit, kind in enumerate(EVENT_KINDS) if events >> bit & 1)
