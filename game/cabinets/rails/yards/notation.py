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
from collections.abc import Iterable, Iterator
from typing import Final, get_args

import msgspec

from game.cabinets.rails.contract.actions import (
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
from game.cabinets.rails.track.signals import SignalModel, signal_named
from game.cabinets.rails.yards.errors import wrong

MOST_LINES: Final = 2000
MOST_TRAINS: Final = 200
_AT = r"\((\d{1,3}), ?(\d{1,3})\)"
_LEG = r"([NESW]) ?[→>] ?([NESW])"
_STATION = r"([A-Z]|W[1-9]\d?)"
_RUN = r"((?:[NESW]\d{0,3} ?)*)"
_SIGNALS: Final = {sign: model.word for model in SignalModel for sign in model.signs}
_STOPS: Final = {"trucks": "truck", "buses": "bus"}
_FORMS: Final = {
    "rail": re.compile(rf"rail {_AT} from ([NESW]) {_RUN}"),
    "signal": re.compile(rf"({'|'.join(map(re.escape, _SIGNALS))}) ?{_AT} {_LEG}"),
    "signals": re.compile(rf"signals {_AT} {_LEG} gap (\d{{1,2}})"),
    "platforms": re.compile(rf"platforms ([A-Z]) {_AT} (EW|NS) (\d{{1,2}})(?: ?[×x] ?(\d{{1,2}}))?"),
    "span": re.compile(rf"(bridge|tunnel) {_AT} ([NESW]) (\d{{1,2}})"),
    "road": re.compile(rf"road {_AT} ?{_RUN}"),
    "stop": re.compile(rf"(trucks|buses) ([A-Z]) {_AT} (\d)"),
    "dock": re.compile(rf"dock ([A-Z]) {_AT}"),
    "clear": re.compile(rf"clear {_AT} (\w{{2,8}})"),
    "vehicle": re.compile(rf"({'|'.join(NAMES)})(?: (\d{{1,2}})(?:\+(\d{{1,2}}))?)?: ([^:×]*?)(?: ?× ?(\d{{1,3}}))?"),
}
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
        for form, pattern in _FORMS.items():
            match = pattern.fullmatch(line)
            if match is None:
                continue
            parts = match.groups()
            if form == "vehicle":
                yield from self._vehicles(parts, line, number, field)
            else:
                yield self._group(form, parts, line, number, field)
            return
        raise wrong(number, field, "gesture", line)

    def _group(self, form: str, parts: tuple[str | None, ...], line: str, number: int, field: str) -> Group:
        text = tuple(part or "" for part in parts)
        whole = [int(part) if part.isdecimal() else 0 for part in text]
        packed: list[object]
        match form:
            case "rail":
                self._run(text[3], line, number, field)
                packed = ["rail", whole[0], whole[1], text[2], text[3].strip()]
            case "signal":
                self._differ(text[3], text[4], line, number, field)
                kind = _SIGNALS[text[0]]
                packed = ["signal", whole[1], whole[2], text[3], text[4], kind]
            case "signals":
                self._differ(text[2], text[3], line, number, field)
                packed = ["signals", whole[0], whole[1], text[2], text[3], whole[4]]
            case "platforms":
                station = self._station(text[0])
                packed = ["platforms", whole[1], whole[2], text[3], whole[4], whole[5] or 1, station]
            case "span":
                packed = ["span", whole[1], whole[2], text[3], whole[4], text[0]]
            case "road":
                if text[2]:
                    self._run(text[2], line, number, field)
                packed = ["road", whole[0], whole[1], text[2].strip()]
            case "stop":
                packed = [
                    "stop",
                    whole[2],
                    whole[3],
                    "truck" if text[0] == "trucks" else "bus",
                    whole[4],
                    self._station(text[1]),
                ]
            case "dock":
                packed = ["dock", whole[1], whole[2], self._station(text[0])]
            case _:
                if text[2] not in _CLEARED:
                    raise wrong(number, field, "cleared", line, names=", ".join(_CLEARED))
                packed = ["clear", whole[0], whole[1], text[2]]
        try:
            group: Group = msgspec.convert(packed, Group)
            return group
        except msgspec.ValidationError as error:
            raise wrong(number, field, "gesture", line) from error

    def _run(self, run: str, line: str, number: int, field: str) -> None:
        try:
            read_run(run)
        except ValueError as error:
            raise wrong(number, field, "run", line) from error

    def _differ(self, enter: str, leave: str, line: str, number: int, field: str) -> None:
        if enter == leave:
            raise wrong(number, field, "two_edges", line)

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
        if not 1 <= times <= MOST_TRAINS - self.bought:
            raise wrong(number, field, "fewer_vehicles", line, most=MOST_TRAINS)
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
                lines.append(_write_part(group, _letter(station or -founded)))
            case Buy():
                if group.like:
                    at = bought[group.like - 1]
                    head, _, times = lines[at].partition(" × ")
                    lines[at] = f"{head} × {int(times or 1) + 1}"
                else:
                    lines.append(_write_vehicle(group))
                bought.append(len(lines) - 1)
            case _:
                lines.append(_write_track(group))
    return lines


def _letter(station: int) -> str:
    if station > 0:
        return f"W{station}"
    if not 1 <= -station <= 26:
        raise ValueError("more stations than letters")
    return chr(ord("A") - station - 1)


def _write_part(part: Platforms | Stop | Dock, letter: str) -> str:
    match part:
        case Platforms():
            side = f" × {part.count}" if part.count != 1 else ""
            return f"platforms {letter} ({part.x}, {part.y}) {part.axis} {part.length}{side}"
        case Stop():
            word = next(word for word, kind in _STOPS.items() if kind == part.kind)
            return f"{word} {letter} ({part.x}, {part.y}) {part.bays}"
    return f"dock {letter} ({part.x}, {part.y})"


def _write_vehicle(buy: Buy) -> str:
    wagons = f" {buy.goods}" + (f"+{buy.coaches}" if buy.coaches else "") if buy.goods or buy.coaches else ""
    calls = ", ".join(f"{_letter(call.station)} {call.order}" for call in buy.calls)
    return f"{buy.model}{wagons}: {calls}"


def _write_track(group: Group) -> str:
    match group:
        case Rail():
            return f"rail ({group.x}, {group.y}) from {group.entry} {write_run(read_run(group.run))}"
        case Signal():
            sign = signal_named(group.kind).signs[0]
            return f"{sign} ({group.x}, {group.y}) {group.entry}→{group.exit}"
        case Signals():
            return f"signals ({group.x}, {group.y}) {group.entry}→{group.exit} gap {group.gap}"
        case Span():
            return f"{group.kind} ({group.x}, {group.y}) {group.edge} {group.length}"
        case Road():
            run = " " + write_run(read_run(group.run)) if group.run.strip() else ""
            return f"road ({group.x}, {group.y}){run}"
        case Clear():
            return f"clear ({group.x}, {group.y}) {group.what}"
    raise ValueError(f"no notation for {type(group).__name__}")
