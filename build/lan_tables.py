"""The tables of docs/lan-protocol.md, made from the code; `build/protocol_pages.py` writes them."""

from __future__ import annotations

import ast
import inspect as python_inspect
import re
from collections.abc import Callable, Iterable, Sequence
from typing import get_args

import msgspec
from msgspec import inspect

from game.core.rules import Result, SeatResult
from game.ground.texts import Texts
from net import heirs, limits, messages, mix
from net import parts as pieces
from net.limits import HostLimits
from net.messages import ClientMessage, HostMessage, tag_of
from net.parts import DropReason
from net.states import CLIENT, IN_PHASE, LINK, OWNERS, ROOM, ClientEvent, LinkState, RoomPhase, Verdict, verdict

_TABLE = re.compile(r"(<!-- table: (\S+) -->\n).*?(<!-- end -->)", re.S)
_PARTS = (
    messages.RoomState,
    pieces.SeatState,
    pieces.PersonState,
    pieces.SeatChange,
    pieces.PersonChange,
    pieces.Away,
    pieces.Customs,
    pieces.Wins,
    pieces.TalkLine,
    messages.SeatLine,
    pieces.PastStep,
    pieces.WireEvent,
    pieces.SignedLine,
    heirs.HeirLine,
    mix.MixState,
    messages.TableState,
    mix.MixPoints,
    mix.MixSalt,
    Result,
    SeatResult,
)


def rows(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    all_lines = [head, ["---"] * len(head), *lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in all_lines)


def spoken(kind: inspect.Type) -> str:
    """A msgspec type in words."""
    match kind:
        case inspect.BoolType():
            return "bool"
        case inspect.NoneType():
            return "nil"
        case inspect.RawType():
            return "any value"
        case inspect.AnyType():
            return "any value"
        case inspect.IntType():
            high = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
            return "int" if kind.ge is None and high is None else f"int {kind.ge}…{high}"
        case inspect.StrType():
            return f"text {_span(kind.min_length, kind.max_length)}".strip()
        case inspect.BytesType():
            return f"bytes {_span(kind.min_length, kind.max_length)}".strip()
        case inspect.LiteralType():
            return ", ".join(f"`{value}`" for value in kind.values)
        case inspect.VarTupleType():
            most = "" if kind.max_length is None else f" of at most {kind.max_length}"
            return f"array{most}: {spoken(kind.item_type)}"
        case inspect.DictType():
            most = "" if kind.max_length is None else f" of at most {kind.max_length}"
            return f"map{most}: {spoken(kind.key_type)} → {spoken(kind.value_type)}"
        case inspect.UnionType():
            return " or ".join(spoken(part) for part in kind.types)
        case inspect.StructType():
            return f"[{kind.cls.__name__}](#{kind.cls.__name__.lower()})"
    raise AssertionError(kind)


def _span(low: int | None, high: int | None) -> str:
    if high is None:
        return ""
    return str(high) if low == high else f"{low or 0}…{high}"


def remarks(cls: type) -> dict[str, str]:
    """What is said below each field of a class."""
    (tree,) = ast.parse(python_inspect.getsource(cls)).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for field, after in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            match after:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    found[field.target.id] = " ".join(text.split())
    return found


def struct(cls: type[msgspec.Struct], title: str) -> str:
    """One Struct: what it is for, and its fields."""
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    said = remarks(cls)
    lines = []
    for field in info.fields:
        if field.required:
            default = "required"
        elif field.default_factory is not msgspec.NODEFAULT:
            default = "`{}`"
        elif isinstance(field.default, msgspec.Raw):
            default = "nil"
        else:
            default = f"`{_literal(field.default)}`"
        lines.append((f"`{field.encode_name}`", spoken(field.type), default, said.get(field.name, "")))
    text = " ".join((cls.__doc__ or "").split())
    table = "\n" + rows(("field", "type", "default", ""), lines) if lines else "\nNo fields.\n"
    return f"#### {title}\n\n{text}\n{table}\n"


def _literal(value: object) -> str:
    return "nil" if value is None else msgspec.json.encode(value).decode()


def from_client() -> str:
    return "".join(struct(message, f"`{tag_of(message)}`") for message in get_args(ClientMessage))


def from_host() -> str:
    return "".join(struct(message, f"`{tag_of(message)}`") for message in get_args(HostMessage))


def parts() -> str:
    return "".join(struct(part, part.__name__) for part in _PARTS)


def sizes() -> str:
    frames = ("FRAME_TO_DOOR", "FRAME_TO_HOST", "FRAME_FROM_DOOR", "FRAME_FROM_HOST")
    names = ("PROTOCOL", "PORT", *frames, "PING", "SILENCE")
    return rows(("name", "value"), [(f"`{name}`", str(getattr(limits, name))) for name in names])


def host_limits() -> str:
    said = remarks(HostLimits)
    values = {name: getattr(limits.STANDARD, name) for name in HostLimits.__struct_fields__}
    lines = [(f"`{name}`", f"{value:.10g}", said.get(name, "")) for name, value in values.items()]
    return rows(("limit", "value", ""), lines)


def room() -> str:
    return rows(("phase", "event", "next"), [(f"{a}", f"{event}", f"{b}") for (a, event), b in ROOM.items()])


def link() -> str:
    return rows(("state", "event", "next"), [(f"{a}", f"{event}", f"{b}") for (a, event), b in LINK.items()])


_SIGNS = {Verdict.TAKEN: "taken", Verdict.REJECTED: "rejected", Verdict.DROPPED: "dropped"}


def taken() -> str:
    """What becomes of each message in each state, in a phase of the room that has a place for it."""
    states = [state for state in LinkState if state is not LinkState.CLOSED]
    lines = []
    for message in get_args(ClientMessage):
        phase = min(IN_PHASE.get(message, frozenset({RoomPhase.WAITING})))
        phases = ", ".join(p for p in RoomPhase if p in IN_PHASE[message]) if message in IN_PHASE else "any"
        owner = " (owner)" if message in OWNERS else ""
        signs = [_SIGNS[verdict(state, phase, message)] for state in states]
        lines.append((f"`{tag_of(message)}`{owner}", *signs, phases))
    return rows(("message", *map(str, states), "phases of the room"), lines)


def client() -> str:
    return rows(
        ("state", "event or message", "next"),
        [
            (f"{a}", f"{trigger}" if isinstance(trigger, ClientEvent) else f"`{tag_of(trigger)}`", f"{b}")
            for (a, trigger), b in CLIENT.items()
        ],
    )


def reasons() -> str:
    words = Texts("en")
    values = {"here": 2, "there": 1, "game": "the game", "seconds": 60}
    return rows(
        ("why", "what people are told"),
        [(f"`{why}`", words.line(f"net.dropped.{why}", values)) for why in get_args(DropReason)],
    )


TABLES: dict[str, Callable[[], str]] = {
    "sizes": sizes,
    "limits": host_limits,
    "from_client": from_client,
    "from_host": from_host,
    "parts": parts,
    "room": room,
    "link": link,
    "taken": taken,
    "client": client,
    "reasons": reasons,
}


def written(document: str) -> str:
    """Return the document with every table as the code has it. Raises LookupError for a table without a place."""
    if missing := set(TABLES) - {name for _, name, _ in _TABLE.findall(document)}:
        raise LookupError(f"docs/lan-protocol.md has no place for {', '.join(sorted(missing))}")
    return _TABLE.sub(lambda found: f"{found[1]}{TABLES[found[2]]()}{found[3]}", document)
