"""Figures of a tournament between generators, about their levels as generated, before any repair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from game.cabinets.workshop.bots import level_for
from game.cabinets.workshop.expressive_range import (
    MeasuredLevel,
    bins_hit,
    deciles,
    measured,
    same_twice,
    variety,
)
from game.cabinets.workshop.judging import way_length
from game.core.forge.formats.codes import read_level
from game.core.forge.measures.measuring import MEASURES
from game.core.forge.model.level import Kind, Level
from game.core.tournament.figures import Figures, Played, Told
from game.core.tournament.result import DIGITS, wilson
from game.core.work.run import Table

_NAMES = tuple(dict.fromkeys(name for names in MEASURES.values() for name in names))
"""Names of the measures of all kinds of level."""


class SeatFigures(msgspec.Struct, frozen=True):
    """What one seat delivered for a commission."""

    faults: dict[str, int] = {}
    """Number of faulty answers, by kind of failure or by the reason why a level was refused."""
    playable: bool = False
    """Whether the level's end can be reached without any repair."""
    kind: Kind | None = None
    """The kind of the level; None if the seat delivered no level, or two different ones."""
    level: MeasuredLevel | None = None
    seconds: float | None = None
    """Seconds of the quicker of the seat's two answers, since a process's first answer includes loading."""


class WorkshopFigures(Figures):
    """Whether levels are playable, their measures and variety, time and faults, for each generator."""

    columns = ("kind", "playable", "milliseconds", "digest", *_NAMES)

    def kept(self, played: Played) -> Any:
        view, faults = played.match.view(played.seat), Counter(map(_fault, played.failures))
        text = view.made[played.seat]
        same = view.points[played.seat].same
        if not (text and same) and not played.failures:
            faults["differs" if text else "missing"] += 1
        if not (text and same):
            return msgspec.to_builtins(SeatFigures(_counted(faults)))
        level, playable = as_made(read_level(text), played.builtin, view.number)
        seconds = min(played.took, default=None)
        kept = SeatFigures(_counted(faults), playable, level.kind, measured(view.number, level), seconds)
        return msgspec.to_builtins(kept)

    def row(self, kept: Any) -> Sequence[Any]:
        seat = _read(kept)
        if seat.kind is None or seat.level is None:
            return [""] * len(self.columns)
        values = dict(zip(MEASURES[seat.kind], seat.level.values, strict=True))
        told = seat.kind, int(seat.playable), _milliseconds(seat.seconds), seat.level.digest
        return (*told, *(values.get(name, "") for name in _NAMES))

    def told(self, kept: Mapping[str, Sequence[Any]]) -> Told:
        document = {bot: _document([_read(each) for each in seats]) for bot, seats in kept.items()}
        return Told(document, (_levels(document), _spread(document), _measures(document)))


def as_made(level: Level, builtin: str, number: int) -> tuple[Level, bool]:
    """Return a delivered level as its generator first made it, and whether it is playable in that form.

    Levels of built-in methods are delivered repaired.
    """
    if builtin:
        made = level_for(builtin, number, (level.width, level.height))
        if (made.tiles, made.entities) != (level.tiles, level.entities):
            return made, False
    return level, way_length(level) > 0


def _read(kept: Any) -> SeatFigures:
    return msgspec.convert(kept, SeatFigures)


def _counted(faults: Mapping[str, int]) -> dict[str, int]:
    return {kind: faults[kind] for kind in sorted(faults) if faults[kind]}


def _fault(failure: Any) -> str:
    """Return the name of a fault: why a level was refused, an exception's type, or the kind of failure."""
    told = failure.values.get("why") if failure.kind == "illegal" else failure.values.get("error", "")
    name = str(told).partition(":")[0].rpartition(".")[2]
    return name if name.isidentifier() else failure.kind


def _milliseconds(seconds: float | None) -> float | str:
    return "" if seconds is None else round(1000 * seconds, 3)


def _document(seats: Sequence[SeatFigures]) -> dict[str, Any]:
    """Return the figures of one generator, ready to be written as JSON."""
    asked, playable = len(seats), sum(seat.playable for seat in seats)
    low, high = wilson(Fraction(playable), asked)
    faults: Counter[str] = Counter()
    for seat in seats:
        faults.update(seat.faults)
    took = sorted(seat.seconds for seat in seats if seat.seconds is not None)
    made: dict[str, list[MeasuredLevel]] = {}
    for seat in seats:
        if seat.kind is not None and seat.level is not None:
            made.setdefault(seat.kind, []).append(seat.level)
    return {
        "asked": asked,
        "levels": sum(map(len, made.values())),
        "playable": playable,
        "low": round(low, DIGITS),
        "high": round(high, DIGITS),
        "milliseconds": {
            "median": _milliseconds(took[len(took) // 2]) if took else None,
            "p99": _milliseconds(took[len(took) * 99 // 100]) if took else None,
        },
        "faults": _counted(faults),
        "made": {kind: _range(kind, levels) for kind, levels in made.items()},
    }


def _range(kind: str, levels: Sequence[MeasuredLevel]) -> dict[str, Any]:
    """Return how far levels of one kind spread over their measures."""
    columns = zip(*(level.values for level in levels), strict=True)
    return {
        "bins_hit": bins_hit(kind, levels),
        "variety": variety(levels, 0),
        "same_twice": same_twice(levels),
        "deciles": {name: deciles(column) for name, column in zip(MEASURES[kind], columns, strict=True)},
    }


def _levels(document: Mapping[str, Any]) -> Table:
    rows = []
    for bot, told in document.items():
        took = told["milliseconds"]
        rate = told["playable"] / told["asked"] if told["asked"] else 0.0
        faults = ", ".join(f"{kind} {count}" for kind, count in told["faults"].items())
        rows.append(
            (
                *(bot, f"{told['levels']}", f"{rate:.1%}", f"{told['low']:.1%}–{told['high']:.1%}"),
                *("–" if took[name] is None else f"{took[name]:.1f}" for name in ("median", "p99")),
                faults or "–",
            )
        )
    return Table(_keys("tournament", "bot levels playable interval median p99 faults"), tuple(rows))


def _spread(document: Mapping[str, Any]) -> Table:
    rows = [
        (bot, kind, f"{told['bins_hit']}", f"{told['variety']} ‰", f"{told['same_twice']}")
        for bot, kind, told in _made(document)
    ]
    return Table(_keys("tournament", "bot kind bins variety same"), tuple(rows), texts=2)


def _measures(document: Mapping[str, Any]) -> Table:
    rows = [
        (bot, name, *(f"{tenths[place]}" for place in (0, 1, 5, 9, 10)))
        for bot, _, told in _made(document)
        for name, tenths in told["deciles"].items()
    ]
    heads = _keys("tournament", "bot") + _keys("range", "measure least tenth middle ninetieth most")
    return Table(heads, tuple(rows), texts=2)


def _made(document: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    for bot, told in document.items():
        for kind, spread in told["made"].items():
            yield bot, kind, spread


def _keys(group: str, names: str) -> tuple[str, ...]:
    return tuple(f"workshop.{group}.{name}" for name in names.split())
