"""Write the schemas of every game's views and actions into docs/bot-protocol.md.

python build/protocol_page.py [--check]

With --check nothing is written; the exit code is 0 if the page agrees with the types.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "bot-protocol.md"
BEGIN, END = "<!-- schemas: begin -->\n", "<!-- schemas: end -->\n"


def page(text: str) -> str:
    """Return the page with the schemas of the current types."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + schemas() + END + after


def schemas() -> str:
    """Return the types that all games share, and each game's options, view and actions."""
    from game.cabinets.listed import CABINETS
    from game.core.bot.lines import protocol_schema

    games = {cabinet.id: protocol_schema(cabinet.info)["$defs"] for cabinet in CABINETS.values()}
    lines = ("Hello", "Ready", "Ask", "Answer", "End")
    shared = ("Event", "Result", "SeatResult")
    first = next(iter(games.values()))
    parts = [_part("All games", {name: first[name] for name in shared})]
    for game, definitions in sorted(games.items()):
        own = {name: schema for name, schema in definitions.items() if name not in lines + shared}
        ends = {name: own.pop(name) for name in ("Action", "View", "Options")}
        parts.append(_part(game, ends | own))
    return "\n".join(parts)


def _part(heading: str, definitions: dict[str, Any]) -> str:
    from game.commands.schema import as_text

    return f"### {heading}\n\n```jsonc\n{as_text({'$defs': definitions})}\n```\n"


def main() -> int:
    """Write or check the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    text = PAGE.read_text(encoding="utf-8")
    written = page(text)
    if not parser.parse_args().check:
        PAGE.write_text(written, encoding="utf-8")
    return int(parser.parse_args().check and written != text)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    raise SystemExit(main())
