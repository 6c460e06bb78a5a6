"""What a viewer may know, and states that a viewer cannot tell from the real one."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Annotated, Any

import msgspec

from game.cabinets.cisterns.rules.floors import HARM, level_for, monsters_of
from game.cabinets.cisterns.rules.ground import SOLID, seen_by
from game.cabinets.cisterns.rules.heroes import LAST_CALL, keys_of
from game.cabinets.cisterns.rules.monsters import shown
from game.cabinets.cisterns.rules.state import MOST_CARRIED, MOST_HEARTS, MOST_SIDE, Monster, Options, State, Thing
from game.cabinets.cisterns.rules.turn import BREATH
from game.core.forge.model.level import FLOOR
from game.core.rules import OMNISCIENT, SPECTATOR, Viewer

DARK, NOW = 32, 64
"""Bits of a square's byte besides 1 + its tile: dark, and seen now. A byte of 0 is an unknown square."""
_NEXT, _ANY = bytes(range(1, 256)) + b"\0", b"\0" + b"\1" * 255
"""Tables over bytes: each byte plus 1; and 1 for every byte but 0."""
_OTHERS = 16
"""Number of levels that unseen parts are redealt from; each takes long to make and is cached."""
_Place: Any = Annotated[int, msgspec.Meta(ge=-1, le=319)]
_Count: Any = Annotated[int, msgspec.Meta(ge=0, le=1 << 30)]
_Hearts: Any = Annotated[int, msgspec.Meta(ge=0, le=MOST_HEARTS)]
_Few: Any = Annotated[int, msgspec.Meta(ge=0, le=MOST_CARRIED)]
_Kind: Any = Annotated[str, msgspec.Meta(max_length=16)]


class ThingSeen(msgspec.Struct, frozen=True, array_like=True):
    """A thing where it lies, or lay when last seen; `value` is a treasure's worth, a key's number or a grave's seat."""

    kind: _Kind
    """`treasure`, `potion`, `bomb`, `key`, `lamp` (its light is seen by), `exit` (the stairs down) or `grave`."""
    x: _Place
    y: _Place
    value: _Count
    """A treasure's worth, a key's number from 0, the seat of a grave's hero; else 0."""


class MonsterSeen(msgspec.Struct, frozen=True, array_like=True):
    """A monster seen now. If it `rests`, it does nothing in the next turn and has announced nothing."""

    kind: _Kind
    """`rat`, `spitter`, `lurker` or `brute`."""
    x: _Place
    y: _Place
    hearts: _Hearts
    asleep: bool
    rests: bool = False
    """Whether it does nothing in the next turn, for which it has announced nothing."""


class Threat(msgspec.Struct, frozen=True, array_like=True):
    """A square on which harm is announced, and the number of hearts it takes."""

    x: _Place
    y: _Place
    harm: _Hearts
    """Hearts that it takes from whoever stands there at the end of this turn."""


class HeroSeen(msgspec.Struct, frozen=True, array_like=True):
    """A hero: its square (-1 if unseen), hearts and worth; `down` means it is on the stairs below.

    `keys` is a mask of the keys it may use. A rival's bag is secret and shown empty.
    """

    x: _Place
    y: _Place
    hearts: _Hearts
    """0 for a hero that has fallen."""
    worth: _Count
    """What its treasures are worth, which is its score."""
    down: bool
    """Whether it has gone down the stairs and waits below."""
    potions: _Few = 0
    bombs: _Few = 0
    keys: Annotated[int, msgspec.Meta(ge=0, le=255)] = 0
    """Bit `1 << n` is set if it may open the doors of key `n`."""
    breath: Annotated[int, msgspec.Meta(ge=0, lt=BREATH)] = 0
    """Squares seen for the first time since it was hurt or last got a heart back; 40 of them give it one."""


class View(msgspec.Struct, frozen=True):
    """What a viewer knows: of all heroes in coop, of its own among rivals."""

    number: Annotated[int, msgspec.Meta(ge=0, le=1 << 62)]
    """The number of the level; 0 until the end, except in practice."""
    floor: _Count
    """From 1."""
    turn: _Count
    """The turn on this floor, from 0."""
    width: _Count
    height: _Count
    squares: Annotated[bytes, msgspec.Meta(max_length=MOST_SIDE * MOST_SIDE)]
    """A byte for each square, row by row; that of (x, y) is number `y * width + x`. 0: nobody has seen it. Else bit
    64 is set if it is seen now, bit 32 if it is dark, and the other five bits are 1 more than its tile: 0 rock, 1
    wall, 2 floor, 3 corridor, 4 door, 5 to 12 the locked doors of keys 0 to 7, 13 to 16 gates that let through to
    the north, east, south and west alone, 17 rubble, 18 spikes. So floor that is seen now is 64 + 3 = 67. Rock,
    walls, rubble and locked doors cannot be entered.
    """
    things: Annotated[tuple[ThingSeen, ...], msgspec.Meta(max_length=MOST_SIDE * MOST_SIDE)]
    monsters: Annotated[tuple[MonsterSeen, ...], msgspec.Meta(max_length=512)]
    threats: Annotated[tuple[Threat, ...], msgspec.Meta(max_length=4096)]
    """Everything announced for this turn on squares that are seen, bombs left out."""
    bombs: Annotated[tuple[tuple[_Place, _Place], ...], msgspec.Meta(max_length=64)]
    """The squares (x, y) of bombs that are seen; each goes off at the end of the turn after it was laid, and harms the
    nine squares around it.
    """
    heroes: Annotated[tuple[HeroSeen, ...], msgspec.Meta(max_length=4)]
    """By seat."""
    water: bool
    """Whether the water has risen: who stays on this floor loses hearts."""
    over: bool
    shuts: _Count = 0
    """In how many turns the stairs are shut for rivals who are still up; 0 while nobody is down."""

    def __post_init__(self) -> None:
        """Raise ValueError for a view that no rules make: with it, nothing could be drawn."""
        if len(self.squares) != self.width * self.height:
            raise ValueError(f"{len(self.squares)} squares of {self.width} × {self.height}")


def view_of(state: State, viewer: Viewer) -> View:
    """Return what a viewer knows now."""
    everything = viewer == OMNISCIENT or state.over
    seen = frozenset(range(len(state.tiles))) if everything else seen_by(state, viewer)
    wide = state.width
    threats = {
        (x, y, HARM[monster.kind])
        for monster in state.monsters
        for x, y in monster.threat
        if y * wide + x in seen and 0 <= x < wide
    }
    squares = _squares(state, viewer, seen, everything)
    return View(
        state.options.number or (state.number if state.over else 0),
        state.floor,
        state.turn,
        wide,
        state.height,
        squares,
        tuple(
            ThingSeen(each.kind, each.x, each.y, each.value)
            for each in (state.things if everything else recalled_by(state, viewer))
        ),
        tuple(
            MonsterSeen(each.kind, each.x, each.y, each.hearts, each.asleep, each.rests and not each.threat)
            for each in state.monsters
            if everything or shown(state, viewer, each, seen)
        ),
        tuple(Threat(*threat) for threat in sorted(threats)),
        tuple((bomb.x, bomb.y) for bomb in state.bombs if bomb.y * wide + bomb.x in seen),
        tuple(_hero(state, viewer, seat, seen, everything) for seat in range(len(state.heroes))),
        state.turn >= state.options.turns,
        state.over,
        _shuts(state),
    )


def _shuts(state: State) -> int:
    if state.coop or state.over or not state.first_down:
        return 0
    return max(0, state.first_down + LAST_CALL - state.turn)


def _hero(state: State, viewer: Viewer, seat: int, seen: frozenset[int], everything: bool) -> HeroSeen:
    hero = state.heroes[seat]
    placed = seat == viewer or (hero.acts and hero.y * state.width + hero.x in seen)
    x, y = (hero.x, hero.y) if placed else (-1, -1)
    if not (state.coop or everything or seat == viewer):
        return HeroSeen(x, y, hero.hearts, hero.worth, hero.down)
    return HeroSeen(
        x, y, hero.hearts, hero.worth, hero.down, hero.potions, hero.bombs, keys_of(state, seat), hero.breath
    )


def recalled_by(state: State, viewer: Viewer) -> list[Thing]:
    """Return the things a viewer has seen; for a spectator of rivals, those that all rivals saw at the same place."""
    if not state.recall:
        return []
    if viewer >= 0 or state.coop:
        return state.recall[max(0, viewer)]
    return [each for each in state.recall[0] if all(each in other for other in state.recall[1:])]


def known_to(state: State, viewer: Viewer) -> bytes:
    """Return what a viewer knows of each square; for a spectator of rivals, what all rivals know."""
    if not state.memory:
        return b""
    if viewer >= 0 or state.coop:
        return state.memory[max(0, viewer)]
    return bytes(known[0] if all(known) else 0 for known in zip(*state.memory, strict=True))


def _squares(state: State, viewer: Viewer, seen: frozenset[int], everything: bool) -> bytes:
    known = state.tiles.translate(_NEXT) if everything else known_to(state, viewer)
    squares = bytearray(known)
    if any(state.dark):
        dark = int.from_bytes(state.dark) & int.from_bytes(known.translate(_ANY))
        squares = bytearray((int.from_bytes(known) | DARK * dark).to_bytes(len(known)))
    for place in seen:
        squares[place] = (state.tiles[place] + 1) | DARK * state.dark[place] | NOW
    return bytes(squares)


def redealt(state: State, other: State, viewer: Viewer, random: Random) -> State:
    """Deal anew, in the copy `other`, all that a viewer does not know, and return it."""
    if viewer == OMNISCIENT or not state.floor or state.over:
        return other
    other.number = 1 + random.randrange(1 << 62)
    number = 1 + random.randrange(_OTHERS)
    level = level_for(state.options, number)
    seen, wide = seen_by(state, viewer), state.width
    near = _near(state, viewer) | seen
    if not (state.options.level or state.options.number) and len(level.tiles) == len(state.tiles):
        tiles, dark = bytearray(level.tiles), bytearray(len(level.tiles))
        for place in near:
            tiles[place], dark[place] = state.tiles[place], state.dark[place]
        for place, tile in enumerate(known_to(state, viewer)):
            if tile and place not in seen:
                tiles[place], dark[place] = tile - 1, state.dark[place]
        other.tiles, other.dark = bytes(tiles), bytes(dark)
    known = known_to(state, viewer)
    free = [place for place, tile in enumerate(other.tiles) if not (place in near or known[place] or SOLID[tile])]
    random.shuffle(free)
    _things(state, other, near, {(each.x, each.y, each.kind) for each in recalled_by(state, viewer)}, free)
    other.monsters = _monsters(state, other, viewer, seen, free, number)
    other.bombs = [bomb for bomb in other.bombs if bomb.y * wide + bomb.x in seen]
    _heroes(state, other, viewer, seen, free, random)
    return other


def _things(state: State, other: State, near: set[int], recalled: set[tuple[int, int, str]], free: list[int]) -> None:
    """Move unseen things to free squares; if there are none left, the stairs stay and other things are removed."""
    kept = []
    for thing in other.things:
        place = thing.y * state.width + thing.x
        if place in near or (thing.x, thing.y, thing.kind) in recalled:
            kept.append(thing)
        elif free:
            thing.y, thing.x = divmod(free.pop(), state.width)
            kept.append(thing)
        elif thing.kind == "exit":
            other.put(thing.x, thing.y, FLOOR)
            kept.append(thing)
    other.things = kept


def _near(state: State, viewer: Viewer) -> set[int]:
    """Return all squares on which the sight of the viewer's heroes may depend."""
    seats = range(state.seats) if state.coop or viewer < 0 else (viewer,)
    reach = state.options.light + 4
    found = set()
    for hero in (state.heroes[seat] for seat in seats):
        if hero.x >= 0:
            for y in range(max(0, hero.y - reach), min(state.height, hero.y + reach + 1)):
                start = y * state.width
                found |= set(range(start + max(0, hero.x - reach), start + min(state.width, hero.x + reach + 1)))
    return found


def _monsters(
    state: State, other: State, viewer: Viewer, seen: frozenset[int], free: list[int], number: int
) -> list[Any]:
    """Return monsters that are seen, or whose threats are; others are replaced by another level's, out of sight."""
    wide = state.width
    kept = [
        copied
        for each, copied in zip(state.monsters, other.monsters, strict=True)
        if shown(state, viewer, each, seen) or any(y * wide + x in seen for x, y in each.threat)
    ]
    first = 1 + max((each.number for each in state.monsters), default=0)
    fresh = _dwelling(state.options, number)
    for place, (kind, hearts) in enumerate(fresh[: max(0, len(fresh) - len(kept))]):
        if not free:
            break
        y, x = divmod(free.pop(), wide)
        kept.append(Monster(first + place, kind, x, y, hearts))
    return kept


@lru_cache(maxsize=4 * _OTHERS)
def _dwelling(options: Options, number: int) -> tuple[tuple[str, int], ...]:
    """Return the monsters of another level: the kind and the hearts of each. Cached."""
    return tuple((each.kind, each.hearts) for each in monsters_of(level_for(options, number), number, options))


def _heroes(state: State, other: State, viewer: Viewer, seen: frozenset[int], free: list[int], random: Random) -> None:
    """Deal anew the bags of rivals, their places and what they know; friends know of each other."""
    if state.coop or viewer == SPECTATOR:
        return
    for seat, hero in enumerate(other.heroes):
        if seat == viewer:
            continue
        hero.potions, hero.bombs = random.randrange(MOST_CARRIED + 1), random.randrange(MOST_CARRIED + 1)
        other.memory[seat], other.recall[seat] = state.memory[viewer], state.recall[viewer]
        if hero.acts and hero.y * state.width + hero.x not in seen and free:
            hero.y, hero.x = divmod(free.pop(), state.width)
