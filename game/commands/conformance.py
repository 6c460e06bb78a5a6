"""`main.py conformance GAME`: hold a game, of the house or of another package, to the laws of games."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING, Any

import msgspec

from game.commands.shared.columns import columns
from game.commands.shared.declaring import add_game, declare
from game.commands.shared.errors import CommandError
from game.commands.shared.numbers import seed as read_seed
from game.commands.shared.numbers import whole
from game.commands.shared.output import ProgressLine
from game.commands.shared.seats import cabinet_named, options_for
from game.commands.shared.words import texts
from game.conformance.law import sentence
from game.core.cabinet import Cabinet
from game.core.work.run import Progress
from game.ground.texts import Texts

if TYPE_CHECKING:
    from game.conformance.run import Verdict

MOST_STEPS = 1_000_000
_PROGRESS = ("conformance.progress", "conformance.progress_left")


def add_parser(subparsers: Any) -> None:
    """Declare the command `conformance`."""
    parser = declare(subparsers, "conformance", "hold a game to the laws of games", example="GAME --quick")
    add_game(parser)
    parser.add_argument("--seed", type=read_seed, default=0, help="what chance and players follow from, else 0")
    parser.add_argument(
        "--steps", type=whole(1, MOST_STEPS), metavar="N", help="of each match, else whole matches; crowds play 60"
    )
    parser.add_argument(
        "--quick", action="store_true", help="the least and the most seats, 60 steps, and the usual options alone"
    )
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="of all matches; see `list`")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Try the game, and print which laws hold. Raises CommandError where one does not."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from game.conformance.run import cases, tried  # needs pygame, as `--help` does not

    words = texts()
    cabinet = _with_options(cabinet_named(arguments.game), arguments.option)
    matches = [*cases(cabinet, arguments.seed, arguments.steps, quick=arguments.quick)]
    progress = ProgressLine(words, sys.stderr, _PROGRESS)
    try:
        verdicts = tried(matches, lambda done: progress(Progress(done, 0, len(matches))))
    finally:
        progress.end()
    if arguments.json:
        print(json.dumps(document(cabinet, verdicts, words)))
    else:
        for line in _lines(verdicts, words):
            print(line)
    broken = sum(verdict.breach is not None for verdict in verdicts)
    values = {"game": cabinet.id, "laws": len(verdicts), "broken": broken, "matches": len(matches)}
    if broken:
        raise CommandError("conformance.bad", **values)
    if not arguments.json:
        print(words.line("conformance.good", values))
    return 0


def _with_options(cabinet: Cabinet, written: list[str]) -> Cabinet:
    """Return a game of which these `K=V` are the usual options."""
    from game.conformance.cases import with_defaults

    chosen = msgspec.structs.asdict(options_for(cabinet, written))
    usual = msgspec.structs.asdict(cabinet.info.options())
    changed = {name: value for name, value in chosen.items() if value != usual[name]}
    return with_defaults(cabinet, changed) if changed else cabinet


def document(cabinet: Cabinet, verdicts: list[Verdict], words: Texts) -> dict[str, Any]:
    """Return for `--json` each law with what it says, and with the match and the step that break it."""
    return {
        "game": cabinet.id,
        "holds": all(verdict.breach is None for verdict in verdicts),
        "laws": [
            {
                "law": verdict.law.name,
                "says": words.line(f"conformance.law.{verdict.law.name}"),
                "holds": verdict.breach is None,
                "matches": verdict.matches,
                "breach": verdict.case
                and verdict.breach
                and {
                    "seats": verdict.case.seats,
                    "seed": verdict.case.seed,
                    "options": verdict.case.chosen,
                    "step": verdict.breach.step,
                    "says": sentence(verdict.breach, words),
                },
            }
            for verdict in verdicts
        ],
    }


def _lines(verdicts: list[Verdict], words: Texts) -> list[str]:
    """Return a line for each law, and below a broken one where it is broken; what was said before is not repeated."""
    states = [words.line("conformance.broken" if verdict.breach else "conformance.holds") for verdict in verdicts]
    laws = [words.line(f"conformance.law.{verdict.law.name}") for verdict in verdicts]
    lines: list[str] = []
    told: set[str] = set()
    for line, verdict in zip(columns([*zip(states, laws, strict=True)]), verdicts, strict=True):
        lines.append(line)
        if verdict.case and verdict.breach:
            said = sentence(verdict.breach, words)
            options = ", ".join(f"{name}={value}" for name, value in verdict.case.chosen.items())
            where = {"seats": verdict.case.seats, "seed": verdict.case.seed, "options": options}
            what = words.line("conformance.again") if said in told else said
            lines.append(f"    {words.line('conformance.where', where, step=verdict.breach.step)} {what}")
            told.add(said)
    return lines
