"""The notation of plans in yard files: one gesture per line (docs/rails.md, "Yards").

    rail (0, 4) from W E48 S E7          a run of track: from an edge of its first tile, then exits
    › (26, 4) W→E                        a one-way signal, for trains that pass from W to E; also > and W>E
    ◇ (4, 4) W→E                         a two-way signal; also <>
    signals (14, 4) W→E gap 4            one-way signals along a line
    platforms A (0, 4) EW 4 × 2          two platforms of 4 tiles of station A, side by side
    bridge (9, 3) E 5                    a span of 5 tiles; also tunnel
    road (3, 4) E4 S2                    road in the tile and where the run leads
    trucks B (5, 6) 2                    a stop with 2 bays; also buses
    dock C (7, 7)
    clear (3, 3) rail
    freight 5: A full, B unload          a train of 5 goods wagons; express 0+4 has 4 coaches; also truck, bus, ship
    freight 5: A full, B unload × 3      three of them with one list of orders

Stations are letters, A the first one that is named; W1 is the well in the sea with the lowest tile. What follows a #
is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from string import Formatter
from typing import Any, Final, get_args

import msgspec

from game.cabinets.rails.contract.actions import (
    MOST_VEHICLES,
    ORDERS,
    Buy,
    Call,
    Clear,
    Dock,
    Group,
    Platforms,
    Rail,
    Road,
    Signal,
    Signals,
    Span,
    Stop,
    What,
)
from game.cabinets.rails.contract.models import NAMES
from game.cabinets.rails.track.pieces import read_run, write_run
from game.cabinets.rails.track.signals import SignalModel
from game.cabinets.rails.yards.yard import wrong

MOST_LINES: Final = 2000
_STATION = r"([A-Z]|W[1-9]\d?)"
_EDGES, _RUN = "[NESW]", r"(?:[NESW]\d{0,3} ?)*"
_FORMS: Final[Mapping[type[Any], str]] = {
    Rail: "rail ({x}, {y}) from {entry} {run}",
    Signal: "{kind} ({x}, {y}) {entry}→{exit}",
    Signals: "signals ({x}, {y}) {entry}→{exit} gap {gap}",
    Platforms: "platforms {station} ({x}, {y}) {axis} {length}{count}",
    Span: "{kind} ({x}, {y}) {edge} {length}",
    Road: "road ({x}, {y}){run}",
    Stop: "{kind} {station} ({x}, {y}) {bays}",
    Dock: "dock {station} ({x}, {y})",
    Clear: "clear ({x}, {y}) {what}",
}
"""How each gesture is written, with its fields; it is read in the same way."""
_KINDS: Final[Mapping[type[Any], Mapping[str, str]]] = {
    Signal: {sign: model.word for model in SignalModel for sign in model.signs},
    Span: {"bridge": "bridge", "tunnel": "tunnel"},
    Stop: {"trucks": "truck", "buses": "bus"},
}
"""How the kinds of a gesture are written; of several ways the first one is written, and all are read."""
_FIELDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("x", "y"), r"\d{1,3}"),
    **dict.fromkeys(("gap", "length"), r"\d{1,2}"),
    **dict.fromkeys(("entry", "exit", "edge"), _EDGES),
    "run": _RUN, "station": "[A-Z]", "axis": "EW|NS", "count": r"(?: ?[×x] ?\d{1,2})?", "bays": r"\d",
    "what": r"\w{2,8}",
}  # fmt: skip
_VEHICLE: Final = re.compile(rf"({'|'.join(NAMES)})(?: (\d{{1,2}})(?:\+(\d{{1,2}}))?)?: ([^:×]*?)(?: ?× ?(\d{{1,3}}))?")


def _pattern(gesture: type[Any]) -> re.Pattern[str]:
    """Return what matches a written gesture, its fields as named groups; some blanks may be left out."""
    found = ""
    for literal, field, _, _ in Formatter().parse(_FORMS[gesture]):
        found += re.escape(literal).replace("→", " ?[→>] ?").replace(r",\ ", ", ?").replace(r"\ \(", r" ?\(")
        if field is not None:
            kinds = map(re.escape, _KINDS.get(gesture, ()))
            found += f"(?P<{field}>{'|'.join(kinds) if field == 'kind' else _FIELDS[field]})"
    return re.compile(found.replace(r"\)(?P<run>", r"\) ?(?P<run>"))


_PATTERNS: Final = {gesture: _pattern(gesture) for gesture in _FORMS}
_CALL: Final = re.compile(rf"{_STATION}(?: ([a-z_]+))?")
_CLEARED: Final[tuple[str, ...]] = get_args(What)


class Reader:
    """Reads the lines of one plan, and remembers the stations and vehicles that earlier lines named."""

    def __init__(self) -> None:
        self.letters: list[str] = []
        """Letters of stations, in the order in which the plan founds them."""
        self.bought = 0

    def read(self, text: str, first_line: int, field: str) -> tuple[Group, ...]:
        """Return the groups of a plan in a text whose first line has the number `first_line`. Raise YardError with the
        line.
        """
        groups: list[Group] = []
        for number, raw in enumerate(text.split("\n"), first_line):
            line = " ".join(raw.partition("#")[0].split())
            if line:
                groups += self._line(line, number, field)
            if len(groups) > MOST_LINES:
                raise wrong(number, field, "fewer_lines", most=MOST_LINES)
        return tuple(groups)

    def _line(self, line: str, number: int, field: str) -> Iterator[Group]:
        if vehicle := _VEHICLE.fullmatch(line):
            yield from self._vehicles(vehicle.groups(), line, number, field)
            return
        for gesture, pattern in _PATTERNS.items():
            if match := pattern.fullmatch(line):
                yield self._gesture(gesture, match.groupdict(), line, number, field)
                return
        raise wrong(number, field, "gesture", line)

    def _gesture(self, gesture: type[Any], written: dict[str, str], line: str, number: int, field: str) -> Group:
        values: dict[str, Any] = {name: int(text) if text.isdecimal() else text for name, text in written.items()}
        if "run" in values:
            values["run"] = written["run"].strip()
            may_be_empty = gesture is Road  # of one tile
            try:
                if values["run"] or not may_be_empty:
                    read_run(values["run"])
            except ValueError as error:
                raise wrong(number, field, "run", line) from error
        if "exit" in values and values["entry"] == values["exit"]:
            raise wrong(number, field, "two_edges", line)
        if values.get("what", "rail") not in _CLEARED:
            raise wrong(number, field, "cleared", line, names=", ".join(_CLEARED))
        if "kind" in values:
            values["kind"] = _KINDS[gesture][written["kind"]]
        if "count" in values:
            values["count"] = int(written["count"].strip(" ×x") or 0) or 1
        if "station" in values:
            values["station"] = self._station(written["station"])
        packed = [gesture.__struct_config__.tag, *(values[name] for name in gesture.__struct_fields__)]
        try:
            group: Group = msgspec.convert(packed, Group)
        except msgspec.ValidationError as error:
            raise wrong(number, field, "gesture", line) from error
        return group

    def _station(self, letter: str) -> int:
        """Return the number by which a group names a station: 0 to found it, -n for the n-th that the plan founded."""
        if letter not in self.letters:
            self.letters.append(letter)
            return 0
        return -1 - self.letters.index(letter)

    def _vehicles(self, parts: tuple[str | None, ...], line: str, number: int, field: str) -> Iterator[Group]:
        model, goods, coaches, called, count = parts
        calls = tuple(self._call(word.strip(), line, number, field) for word in (called or "").split(","))
        wagons = (int(goods or 0), int(coaches or 0))
        times = int(count or 1)
        if not 1 <= times <= MOST_VEHICLES - self.bought:
            raise wrong(number, field, "fewer_vehicles", line, most=MOST_VEHICLES)
        first = self.bought + 1
        yield Buy(model, *wagons, calls=calls)  # type: ignore[arg-type]
        yield from (Buy(model, *wagons, like=first) for _ in range(times - 1))  # type: ignore[arg-type]
        self.bought += times

    def _call(self, word: str, line: str, number: int, field: str) -> Call:
        match = _CALL.fullmatch(word)
        if match is None or (match[2] or "go") not in ORDERS:
            raise wrong(number, field, "call", line, names=", ".join(ORDERS))
        letter = match[1]
        if len(letter) > 1:
            return Call(int(letter[1:]), match[2] or "go")  # type: ignore[arg-type]
        if letter not in self.letters:
            raise wrong(number, field, "station", line, name=letter)
        return Call(-1 - self.letters.index(letter), match[2] or "go")  # type: ignore[arg-type]


def write_groups(groups: Iterable[Group]) -> list[str]:
    """Return groups as lines that `Reader` reads. Raise ValueError for groups without a notation, such as sales."""
    lines: list[str] = []
    founded = 0
    bought: list[int] = []
    for group in groups:
        match group:
            case Platforms(station=station) | Stop(station=station) | Dock(station=station):
                founded += station == 0
                lines.append(_write(group, _letter(station or -founded)))
            case Buy():
                if group.like:
                    at = bought[group.like - 1]
                    head, _, times = lines[at].partition(" × ")
                    lines[at] = f"{head} × {int(times or 1) + 1}"
                else:
                    lines.append(_write_vehicle(group))
                bought.append(len(lines) - 1)
            case _:
                lines.append(_write(group))
    return lines


def _letter(station: int) -> str:
    if station > 0:
        return f"W{station}"
    if not 1 <= -station <= 26:
        raise ValueError("more stations than letters")
    return chr(ord("A") - station - 1)


def _write_vehicle(buy: Buy) -> str:
    wagons = f" {buy.goods}" + (f"+{buy.coaches}" if buy.coaches else "") if buy.goods or buy.coaches else ""
    calls = ", ".join(f"{_letter(call.station)} {call.order}" for call in buy.calls)
    return f"{buy.model}{wagons}: {calls}"


def _write(group: Group, letter: str = "") -> str:
    form = _FORMS.get(type(group))
    if form is None:
        raise ValueError(f"no notation for {type(group).__name__}")
    values = {name: getattr(group, name) for name in group.__struct_fields__} | {"station": letter}
    if isinstance(group, Rail | Road):
        run = write_run(read_run(group.run)) if group.run.strip() else ""
        values["run"] = f" {run}" if run and isinstance(group, Road) else run
    if isinstance(group, Signal | Span | Stop):
        values["kind"] = next(sign for sign, kind in _KINDS[type(group)].items() if kind == group.kind)
    if isinstance(group, Platforms):
        values["count"] = f" × {group.count}" if group.count != 1 else ""
    return form.format(**values)
