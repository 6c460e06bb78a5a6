"""Small rooms of L4G for tests: who is there, what they do, and what is then true of whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules import turn as t
from game.cabinets.l4g.rules.room import SKY, STAY
from game.cabinets.l4g.rules.rules import Options
from game.core.compiled import array, plain

Place = tuple[int, int]

SCORES = {
    "survivor_most": r.SURVIVOR_MOST,
    "spotted": r.SURVIVOR_TOTAL,
    "healed": r.CORPSE_MOST,
    "given": r.CORPSE_TOTAL,
    "kills": r.INFECTED_MOST,
    "infected": r.INFECTED_TOTAL,
}
NUMBERS = {
    "state": r.STATE,
    "health": r.HEALTH,
    "cooldown": r.COOLDOWN,
    "counter": r.COUNTER,
    "power": r.POWER,
    "accepted": r.ACCEPTED,
    "streak": r.STREAK,
    "life": r.KILLS,
    "list": r.HEALED,
    "punished": r.PUNISHMENTS,
    "events": r.EVENTS,
} | {name: r.SCORE + part * r.MOST_PLAYERS for name, part in SCORES.items()}
"""What tests speak of, by the offset of its numbers."""


def one(state: int, place: Place | None = None, **numbers: int) -> dict[str, Any]:
    """A player before the turn."""
    return {"state": state, "place": place} | numbers


@dataclass(frozen=True)
class Case:
    """A turn: who is there, what they do, and what is then true of whom."""

    sentence: str
    before: Sequence[Mapping[str, Any]]
    does: Sequence[int]
    after: Mapping[int, Mapping[str, Any]]
    accepts: Sequence[int] = ()
    places: Mapping[int, Place] = field(default_factory=dict)
    turn: int = 30
    firing: int = 0
    options: Options = field(default_factory=Options)


def room_of(
    before: Sequence[Mapping[str, Any]], options: Options | None = None, turn: int = 30, firing: int = 0
) -> Any:
    """A room before a turn."""
    room = array(r.new_room(len(before), msgspec.structs.astuple(options or Options())))
    r.open_game(room, 0, 0)
    room[r.TURN], room[r.FIRING] = turn, firing
    for player, given in enumerate(before):
        square = r.square_at(*given["place"]) if given["place"] else SKY
        r.become(room, player, given["state"], square)
        for name, value in given.items():
            if name not in ("state", "place"):
                room[NUMBERS[name] + player] = value
    return room


def take_turn(
    room: Any, does: Sequence[int], accepts: Sequence[int] = (), places: Mapping[int, Place] | None = None
) -> bool:
    """Play a turn; whether direct infection was offered in it. Who is not named stays, or puts its choice off."""
    t.begin(room)
    offered = bool(room[r.CHOOSING])
    t.move(room, _filled(does, STAY), _filled(accepts, 0))
    squares = [SKY] * r.MOST_PLAYERS
    for player, place in (places or {}).items():
        squares[player] = r.square_at(*place)
    t.place(room, array(squares))
    t.finish(room)
    return offered


def _filled(values: Sequence[int], rest: int) -> Any:
    return array([*values, *[rest] * (r.MOST_PLAYERS - len(values))])


def played(case: Case) -> list[int]:
    """The room after the turn of a case."""
    room = room_of(case.before, case.options, case.turn, case.firing)
    take_turn(room, case.does, case.accepts, case.places)
    return plain(room)


def known(room: Sequence[int], player: int, names: Sequence[str]) -> dict[str, Any]:
    """What is true of a player, by name: a number of the room, or its place."""
    found: dict[str, Any] = {name: int(room[NUMBERS[name] + player]) for name in names if name != "place"}
    if "place" in names:
        square = int(room[r.SQUARE + player])
        found["place"] = r.place_of(square) if square else None
    return found
