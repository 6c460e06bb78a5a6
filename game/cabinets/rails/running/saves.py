"""Saved matches: a yard file that also holds the state of a match, from which a new match goes on.

To save a match, write the bytes of `save(session.match.state, …)` to a file. To go on from it, name the file in the
option `yard` by `attach_own(path)`, as for any yard file of a person's own. `RailsRules.start` raises YardError for an
unsound file; `read_save` checks a file without starting a match. Plans played before a match was saved cannot be taken
back.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import msgspec

from game.cabinets.rails.contract.options import VERSION, Options
from game.cabinets.rails.match.state import State
from game.cabinets.rails.running import dump
from game.cabinets.rails.running.soundness import WRONG, Unsound, check_dump, check_match
from game.cabinets.rails.world.land import Land
from game.cabinets.rails.world.worldgen import land_of
from game.cabinets.rails.yards.errors import YardError
from game.cabinets.rails.yards.reading import MOST_TICKS, read_yard
from game.cabinets.rails.yards.tasks import Task
from game.cabinets.rails.yards.writing import write_yard
from game.cabinets.rails.yards.yard import MOST_STATE, Saved, Words, Yard

LandOf = Callable[[Options, int], Land]
_LEAST_TICKS = 100
_WITHOUT_BOOKS, _TURNED_LATER, _KEPT_WHAT_WAS_SOLD = 1, 2, 3
"""Versions of the rules whose saved matches can go on, too, by the rules of today: before books of sales and waiting
existed, before trains turned to their only way at once, and when a vehicle that was sold ran on in place of one that
the same plan bought."""
_OPTIONS, _SEATS, _NUMBER, _DUE, _WINDOWS, _SERIALS, _RAN, _PLAYED = 0, 1, 2, 4, 5, 6, 13, 4
"""Indices in the lists that `dump.write` writes: `_PLAYED` is one among its tables, all others in its head."""


def save(state: State, name: Words, text: Words) -> bytes:
    """Return a match as the content of a yard file, with the time that remains, or its whole time if it has ended.

    Raise YardError if several companies play, if the map is not drawn yet, or if the state is too large.
    """
    if state.companies > 1:
        raise YardError("saved_companies")
    if state.number < 0:
        raise YardError("saved_unbegun")
    task, options = state.task, state.options
    yard = task.yard if task else None
    if yard is not None and yard.land is None:
        number, land = yard.number, None
    else:
        number, land = (None, task.land) if task else (state.number, None)
    rows = msgspec.msgpack.decode(dump.write(state, state.options))
    rows[0][_OPTIONS], rows[0][_SEATS], rows[0][_NUMBER] = {}, 1, 0
    rows[0][_DUE], rows[0][_WINDOWS], rows[0][_SERIALS], rows[0][_RAN], rows[2][_PLAYED] = 0, 0, [0], b"", []
    data = msgspec.msgpack.encode(rows)
    if len(data) > MOST_STATE:
        raise YardError("fewer", line=1, field="saved.state", most=MOST_STATE)
    left = state.last_tick - state.tick if state.alone or state.running or state.task else MOST_TICKS
    whole = state.last_tick - (yard.saved.tick if yard and yard.saved else 0)
    saved = Yard(
        name,
        text,
        yard.difficulty if yard else 1,
        state.land.size,
        number,
        land,
        task.budget if task else options.cash,
        state.site.free,
        min(MOST_TICKS, left if left >= _LEAST_TICKS else max(_LEAST_TICKS, whole)),
        task.collisions if task else options.collisions,
        prices=yard.prices if yard else {},
        goal=task.goal if task else None,
        saved=Saved(VERSION, state.tick, _digest(data), data),
    )
    return write_yard(saved).encode()


def read_save(data: bytes | str) -> Yard:
    """Return the yard in a file after checking the match saved in it. Raise YardError if there is no sound match."""
    yard = read_yard(data)
    if yard.saved is None:
        raise YardError("table", line=1, field="saved", found="")
    land = yard.land if yard.land is not None else land_of(yard.number or 0, yard.size)
    _state(yard.saved, Options(), 1, 0, lambda options, number: land)
    return yard


def saved_in(task: Task | None) -> Saved | None:
    """Return the saved match of a task, or None."""
    return task.yard.saved if task is not None and task.yard is not None else None


def go_on(options: Options, seats: int, number: int, land_for: LandOf) -> State:
    """Return the match that goes on from the one saved in the yard of `options`. Raise YardError if it is unsound."""
    state = State(options, seats)
    saved = saved_in(state.task)
    assert saved is not None
    return _state(saved, options, seats, number, land_for)


def _with_books(saved: Saved) -> bytes:
    """Return a saved state in the form of this version: version 1 had no books of sales and waiting."""
    if saved.version != _WITHOUT_BOOKS:
        return saved.state
    rows = msgspec.msgpack.decode(saved.state)
    rows[0] += [], []
    return msgspec.msgpack.encode(rows)


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=8).hexdigest()


def _state(saved: Saved, options: Options, seats: int, number: int, land_for: LandOf) -> State:
    """Return a saved match with other options and number of seats. Whatever its bytes are, only YardError is raised."""
    if saved.version not in (_WITHOUT_BOOKS, _TURNED_LATER, _KEPT_WHAT_WAS_SOLD, VERSION):
        raise YardError("saved_version", version=saved.version, ours=VERSION)
    if saved.digest != _digest(saved.state):
        raise YardError("saved_damaged", part="digest")
    try:
        rows: Any = check_dump(_with_books(saved), saved.tick, land_for(options, number))
        if rows[0][_DUE] or rows[0][_RAN]:
            raise Unsound("time")
        rows[0][_OPTIONS], rows[0][_SEATS], rows[0][_NUMBER] = options, seats, number
        rows[0][_SERIALS] = [0] * seats
        data = msgspec.msgpack.encode(rows)
        state = dump.read(data, land_for)
        check_match(state)
        if dump.write(state, state.options) != data:
            raise Unsound("order")
    except WRONG as error:
        raise YardError("saved_damaged", part=str(error) if isinstance(error, Unsound) else "state") from error
    return state
