"""`main.py analyse FILE`: judge the decisions of a recorded match."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.commands.shared.columns import columns
from game.commands.shared.declaring import declare
from game.commands.shared.output import ProgressLine
from game.commands.shared.words import texts
from game.core.analysis.kept import KeptJudgements
from game.core.analysis.positions import recorded_match
from game.core.analysis.reasons import reason_of
from game.core.analysis.run import AnalysisError, AnalysisRun
from game.core.analysis.verdicts import Decision, Figures, Verdict, decisions_of, figures_of, luck_of
from game.core.analyst import Effort
from game.core.bot.loading import command_words as engine_words
from game.core.work.run import Progress
from game.ground.texts import Texts
from game.ground.version import VERSION

_WAIT = 0.2
"""Seconds between two polls of the analyst."""
_PROGRESS = ("analysis.progress", "analysis.progress_left")


def add_parser(subparsers: Any) -> None:
    """Declare the command `analyse`."""
    parser = declare(subparsers, "analyse", "judge every decision of a recorded match", example="match.souk")
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--effort", type=Effort, choices=list(Effort), default=Effort.NORMAL, help="how much is looked at, else normal"
    )
    parser.add_argument("--engine", default="", help="let an engine of others judge: its path, or its command line")
    parser.add_argument("--json", action="store_true", help="print every judgement as one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Judge the match, or read earlier judgements, and print them."""
    words = texts()
    match = replace(recorded_match(arguments.file, CABINETS), engine=engine_words(arguments.engine))
    kept = KeptJudgements(arguments.file, match, arguments.effort, VERSION)
    plain = bool(os.environ.get("SOUK_PLAIN"))
    analysis = AnalysisRun(match, arguments.effort, kept, compiled=False if plain else None)
    _judge(analysis, ProgressLine(words, sys.stderr, _PROGRESS))
    decisions = decisions_of(analysis.positions, analysis.judgements)
    seats = len(match.seats)
    luck = luck_of(analysis.positions, analysis.judgements, seats) if match.weighs_chance else None
    figures = figures_of(decisions, seats, luck)
    if arguments.json:
        print(json.dumps(msgspec.to_builtins(document(analysis, decisions, figures))))
    else:
        names = [seat.name for seat in match.seats]
        for line in _lines(words, names, decisions, figures, _reasons(analysis, decisions, words)):
            print(line)
    return 0


def _judge(analysis: AnalysisRun, progress: ProgressLine) -> None:
    """Run the analysis to its end. If it is interrupted, the judgements so far are kept."""
    before = len(analysis.judgements)
    try:
        while not analysis.done:
            analysis.poll(_WAIT)
            progress(Progress(len(analysis.judgements), before, analysis.match.count))
    except KeyboardInterrupt:
        raise AnalysisError("analysis.stopped", done=len(analysis.judgements), games=analysis.match.count) from None
    finally:
        analysis.stop()
        progress.end()


def document(analysis: AnalysisRun, decisions: Sequence[Decision], figures: Sequence[Figures]) -> dict[str, Any]:
    """Return for `--json` the figures of every seat, and every position with its judgement and the verdict on the
    action played.
    """
    said = {decision.position: decision for decision in decisions}
    return {
        "game": analysis.match.cabinet.id,
        "effort": analysis.effort,
        "engine": list(analysis.match.engine),
        "seats": [
            {
                "name": seat.name,
                "accuracy": line.accuracy,
                "decisions": line.decisions,
                "cost": line.cost,
                "luck": line.luck,
                **{verdict.name.lower(): count for verdict, count in line.counts.items()},
            }
            for seat, line in zip(analysis.match.seats, figures, strict=True)
        ],
        "positions": [
            {
                "step": position.number,
                "seat": position.seat,
                "fall": said[position.number].fall if position.number in said else None,
                "verdict": _sign(said.get(position.number)),
                **msgspec.structs.asdict(analysis.judgements[position.number]),
            }
            for position in analysis.positions
        ],
    }


def _reasons(analysis: AnalysisRun, decisions: Sequence[Decision], words: Texts) -> dict[int, str]:
    """Return by position why something better could have been played there, where that can be said."""
    match = analysis.match
    analyst = match.cabinet.analyst() if match.cabinet.analyst else None
    found: dict[int, str] = {}
    for decision in decisions:
        position = analysis.positions[decision.position]
        question, judgement = match.question(position, analysis.effort, None), analysis.judgements[position.number]
        reason = reason_of(match.cabinet.id, analyst, question, judgement, decision) if analyst else None
        if reason:
            found[position.number] = words.line(reason.key, reason.values)
    return found


def _sign(decision: Decision | None) -> str | None:
    return decision.verdict.value if decision and decision.verdict else None


def _lines(
    words: Texts,
    names: Sequence[str],
    decisions: Sequence[Decision],
    figures: Sequence[Figures],
    reasons: Mapping[int, str],
) -> Iterator[str]:
    """Yield a table of the seats, and one of every decision that has a verdict."""
    lucky = any(line.luck is not None for line in figures)
    heading = [words.line(f"analysis.{column}") for column in ("seat", "accuracy", "cost", *["luck"] * lucky)]
    heading += [words.line(f"analysis.verdict.{verdict.name.lower()}") for verdict in Verdict]
    rows = [
        [name, "–" if line.accuracy is None else f"{line.accuracy:.1f}", f"{-line.cost:+.0f}"]
        + ["–" if line.luck is None else f"{line.luck:+.0f}"] * lucky
        + [str(line.counts[verdict]) for verdict in Verdict]
        for name, line in zip(names, figures, strict=True)
    ]
    yield from columns([heading, *rows], right=range(1, len(heading)))
    told = [decision for decision in decisions if decision.verdict]
    if not told:
        return
    yield ""
    heading = [
        words.line(f"analysis.{column}") for column in ("step", "seat", "sign", "chance", "played", "better", "why")
    ]
    rows = [[*_row(decision, names), reasons.get(decision.position, "")] for decision in told]
    yield from columns([heading, *rows], right=[0])


def _row(decision: Decision, names: Sequence[str]) -> list[str]:
    best = chance(decision.best.values[decision.seat])
    left = chance(decision.best.values[decision.seat] - decision.fall)
    found = decision.verdict is Verdict.ONLY
    return [
        str(decision.position),
        names[decision.seat],
        decision.verdict.value if decision.verdict else "",
        f"{best:.0f}% → {left:.0f}%",
        _written(decision.played.action),
        "" if found else _written(decision.best.action),
    ]


def chance(value: float) -> float:
    """Convert a value to the chance of winning, in hundredths.

    >>> chance(0.0), chance(-0.5)
    (50.0, 25.0)
    """
    return 50 * (value + 1)


def _written(action: Any) -> str:
    return msgspec.json.encode(action).decode()
