"""Write what the pages of the protocols take from the code: docs/protocol/GAME.md for every game, the table of games in
docs/bot-protocol.md, and the tables of docs/lan-protocol.md.

python build/protocol_pages.py [--check]

With --check nothing is written; the exit code is 0 if every page agrees with the code.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
GOLDEN = ROOT / "tests" / "golden"
BOTS, LAN = DOCS / "bot-protocol.md", DOCS / "lan-protocol.md"
BEGIN, END = "<!-- games: begin -->\n", "<!-- games: end -->\n"
LINES = ("Hello", "Ready", "Ask", "Answer", "End")
SHARED = ("Event", "Result", "SeatResult")
STEPS = 60
"""The most steps of a recorded match from which examples are taken."""
MOST_ITEMS, MOST_SIGNS = 8, 60
"""The most items of a list and characters of a text in an example."""
RULES = {"workshop": "forge", "slime": "slime-contest"}
"""The page of a game's rules in docs, where it is not called like the game."""


def pages() -> Iterator[tuple[Path, str]]:
    """Yield each page that has something from the code, with its content as the code has it now.

    Raises BrokenGameError for a game of the house that cannot be imported.
    """
    import lan_tables

    from game.cabinets.listed import CABINETS

    for game in _played_by_bots():
        yield DOCS / "protocol" / f"{game}.md", page_of(CABINETS[game])
    before, _, rest = BOTS.read_text(encoding="utf-8").partition(BEGIN)
    yield BOTS, before + BEGIN + _games() + END + rest.partition(END)[2]
    yield LAN, lan_tables.written(LAN.read_text(encoding="utf-8"))


def _played_by_bots() -> list[str]:
    """Return the games of the house that people write bots for."""
    from game.cabinets.listed import CABINETS, WITHIN

    return [game for game in CABINETS.places if game not in WITHIN]


def _games() -> str:
    """Return the types that all games share, and a line for each game."""
    from game.cabinets.listed import CABINETS
    from game.core.bot.lines import protocol_schema
    from game.ground.texts import Texts

    words = Texts("en")
    definitions = protocol_schema(next(iter(CABINETS.values())).info)["$defs"]
    rows = [
        f"| [{words.line(f'{cabinet.id}.name')}](protocol/{cabinet.id}.md) | `{cabinet.id}` | "
        f"{cabinet.info.allowed_seats} | {_page_of_rules(cabinet.id, 'docs') or ''} |\n"
        for cabinet in map(CABINETS.__getitem__, _played_by_bots())
    ]
    shared = "".join(_part(name, definitions[name]) for name in SHARED)
    return f"| game | name | seats | rules |\n|---|---|---|---|\n{''.join(rows)}\n{shared}"


def _page_of_rules(game: str, seen_from: str) -> str | None:
    name = RULES.get(game, game)
    folder = "" if seen_from == "docs" else "../"
    return f"[{name}.md]({folder}{name}.md)" if (DOCS / f"{name}.md").exists() else None


def page_of(cabinet: Any) -> str:
    """Return the page of a game."""
    from game.commands.schema import imports
    from game.core.bot.lines import protocol_schema
    from game.ground.texts import Texts

    words, info = Texts("en"), cabinet.info
    definitions = protocol_schema(info)["$defs"]
    own = {name: kind for name, kind in definitions.items() if name not in LINES + SHARED}
    actions = _actions(own)
    rules = _page_of_rules(info.id, "protocol")
    head = [
        f"# {words.line(f'{info.id}.name')}: actions, view and events",
        "",
        "<!-- Made by build/protocol_pages.py from the types of the game. -->",
        "",
        f"What a program that plays `{info.id}` (version {info.version}, {info.allowed_seats} seats) is sent and may "
        "send. The lines around it are those of [every game](../bot-protocol.md)"
        + (f"; the rules are in {rules}" if rules else "")
        + f". `souk schema {info.id}` prints the same as JSON Schema.",
        "",
        "In Python (`souk schema " + info.id + " --python` prints this):",
        "",
        "```python",
        imports(info),
        "```",
        "",
        "",
    ]
    events, example = _seen(cabinet)
    rest = [name for name in own if name not in {*actions, "Action", "View", "Options"}]
    parts = [
        "\n".join(head),
        "## Actions\n\n",
        *(_part(name, own[name]) for name in actions),
        "## The view\n\n",
        *(_part(name, own[name]) for name in ("View", *rest)),
        _events(info.id, events),
        "## Options\n\n",
        _part("Options", own["Options"]),
        example,
    ]
    return "".join(parts).rstrip("\n") + "\n"


def _actions(definitions: Mapping[str, Any]) -> list[str]:
    """Return the names of the kinds of action."""
    action = definitions.get("Action", {})
    kinds = [each["$ref"] for each in action.get("anyOf", [action]) if "$ref" in each]
    return [kind.rpartition("/")[2] for kind in kinds] or ["Action"]


def _part(name: str, schema: Mapping[str, Any]) -> str:
    """Return the section of one type: what it is, and a table of its fields."""
    text = f"### {name}\n\n{_plain(schema.get('description', ''))}\n\n"
    if "prefixItems" in schema:
        rows = [
            f"| {place} | `{field.get('title', '')}` | {spoken(field)} | {_said(field)} |\n"
            for place, field in enumerate(schema["prefixItems"])
        ]
        return f"{text}An array.\n\n| place | name | value | |\n|---|---|---|---|\n{''.join(rows)}\n"
    if "properties" in schema:
        rows = [f"| `{field}` | {spoken(about)} | {_said(about)} |\n" for field, about in schema["properties"].items()]
        return f"{text}| field | value | |\n|---|---|---|\n{''.join(rows)}\n" if rows else f"{text}No fields.\n\n"
    return f"{text}Value: {spoken(schema)}.\n\n"


def _said(field: Mapping[str, Any]) -> str:
    """Return what a field means, with the value that it has where it is left out."""
    default = f" Default: `{json.dumps(field['default'], ensure_ascii=False)}`." if "default" in field else ""
    return (_plain(field.get("description", "")) + default).strip()


def _plain(text: str) -> str:
    return text.replace("|", "\\|").replace("None", "null")


def spoken(schema: Mapping[str, Any]) -> str:
    """Return in words what values a schema allows."""
    match schema:
        case {"$ref": str(ref)}:
            name = ref.rpartition("/")[2]
            return f"[{name}](#{name.lower()})"
        case {"enum": list(values)}:
            return ", ".join(f"`{json.dumps(value, ensure_ascii=False).strip(chr(34))}`" for value in values)
        case {"anyOf": list(kinds)}:
            return " or ".join(spoken(kind) for kind in kinds)
        case {"type": "null"}:
            return "null"
        case {"type": "boolean"}:
            return "true, false"
        case {"type": "integer"}:
            low = schema.get("minimum")
            high = schema.get(
                "maximum", schema.get("exclusiveMaximum", 0) - 1 if "exclusiveMaximum" in schema else None
            )
            return "integer" if low is None and high is None else f"{_end(low)}…{_end(high)}"
        case {"type": "number"}:
            return "number"
        case {"type": "string", "contentEncoding": "base64"}:
            return "bytes, in base64"
        case {"type": "string"}:
            return "text" + (f" of at most {schema['maxLength']}" if "maxLength" in schema else "")
        case {"type": "array", "prefixItems": list(places)}:
            return f"[{', '.join(spoken(place) for place in places)}]"
        case {"type": "array"}:
            low, high = schema.get("minItems"), schema.get("maxItems")
            many = "" if high is None else f" of {high}" if low == high else f" of at most {high}"
            return f"list{many}: {spoken(schema.get('items', {}))}"
        case {"type": "object"}:
            return "object"
    return "anything"


def _end(bound: int | None) -> str:
    return "" if bound is None else str(bound) if abs(bound) < 1 << 20 else _power(bound)


def _power(bound: int) -> str:
    for beside in (0, -1):
        size = abs(bound) - beside
        if size & (size - 1) == 0:
            return f"{'−' if bound < 0 else ''}2^{size.bit_length() - 1}{' − 1' if beside else ''}"
    return str(bound)


def _events(game: str, seen: Mapping[str, Any]) -> str:
    """Return the section of the events: those with a sentence in the log, and those that a recorded match had."""
    from game.ground.texts import Texts

    words = Texts("en")
    prefix = f"{game}.event."
    told = [key.removeprefix(prefix) for key in words.keys() if key.startswith(prefix)]  # noqa: SIM118 - no mapping
    rows = []
    for kind in sorted({*told, *seen}):
        sentence = words.raw(prefix + kind) if kind in told else ""
        example = f"`{json.dumps(shortened(seen[kind]), ensure_ascii=False)}`" if kind in seen else _fields(sentence)
        rows.append(f"| `{kind}` | {example} | {_plain(_as_read(sentence))} |\n")
    text = (
        '## Events\n\nIn `events`, as `{"kind": …, "data": …}`. The data are an example from a recorded match, or the '
        "names of the fields; who hears of an event is sent it, and a game may add fields.\n\n"
    )
    return f"{text}| kind | data | what the log says |\n|---|---|---|\n{''.join(rows)}\n" if rows else ""


_FIELD = re.compile(r"\{(\w+)[^}]*\}")


def _fields(sentence: str) -> str:
    return ", ".join(f"`{name}`" for name in dict.fromkeys(_FIELD.findall(sentence)))


def _as_read(sentence: str) -> str:
    """Return a text of the log with its fields as names."""
    return _FIELD.sub(r"*\1*", sentence)


def _seen(cabinet: Any) -> tuple[dict[str, Any], str]:
    """Return an example of each event's data, and the section of an example, from the beginning of a recorded match."""
    from game.core.recording.replay import Playback, read_replay

    path = sorted(GOLDEN.glob(f"{cabinet.id}-*.souk"))[0]
    playback = Playback(read_replay(path), cabinet.rules)
    events: dict[str, Any] = {}
    example = ""
    for _ in islice(range(len(playback)), STEPS):
        match = playback.match
        asked = min((seat for seat in match.waiting_for if seat >= 0), default=None)
        view, legal = (None, None) if asked is None or example else (match.view(asked), match.legal(asked))
        step = playback.forward()
        if view is not None:
            played = next((move.action for move in step.moves if move.seat == asked), None)
            example = _example(asked, step.number, view, legal, played) if played is not None else ""
        for event in step.events:
            events.setdefault(event.kind, plain(event.data))
    return events, example


def _example(seat: int | None, number: int, view: Any, legal: Any, played: Any) -> str:
    from game.commands.schema import as_text

    asked = {"type": "ask", "number": number, "view": shortened(plain(view)), "legal": shortened(plain(legal))}
    answer = {"type": "answer", "action": shortened(plain(played))}
    return (
        f"## An example\n\nThe first decision of seat {seat} in a recorded match, and what was played. Long lists and "
        "texts are cut here (…), and the fields that all games share are left out.\n\n"
        f"```jsonc\n{as_text(asked)}\n{as_text(answer)}\n```\n"
    )


def plain(value: Any) -> Any:
    """Return a value as a program reads it."""
    import msgspec

    return msgspec.json.decode(msgspec.json.encode(value))


def shortened(value: Any) -> Any:
    """Return a JSON value with its long lists and texts cut."""
    match value:
        case list() if len(value) > MOST_ITEMS + 2:
            return [*map(shortened, value[:MOST_ITEMS]), f"… {len(value) - MOST_ITEMS} more"]
        case list():
            return [*map(shortened, value)]
        case dict() if len(value) > 24:
            return {**{key: shortened(each) for key, each in islice(value.items(), 4)}, "…": f"{len(value) - 4} more"}
        case dict():
            return {key: shortened(each) for key, each in value.items()}
        case str() if len(value) > MOST_SIGNS:
            return f"{value[:MOST_SIGNS]}…"
    return value


def main() -> int:
    """Write or check the pages."""
    parser = argparse.ArgumentParser(description="Write or check the pages of the protocols.")
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if a page differs from the code")
    check = parser.parse_args().check
    (DOCS / "protocol").mkdir(exist_ok=True)
    differing = [
        (path, text) for path, text in pages() if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path, text in differing:
        if check:
            print(f"{path.relative_to(ROOT)} differs from the code", file=sys.stderr)
        else:
            path.write_text(text, encoding="utf-8")
    return int(check and bool(differing))


if __name__ == "__main__":
    os.environ["SOUK_PLAIN"] = "1"  # making machine code takes longer than the few steps that are played
    sys.path.insert(0, str(ROOT))
    raise SystemExit(main())
