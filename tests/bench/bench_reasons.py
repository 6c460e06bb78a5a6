"""The sentence about a better action, for positions drawn from matches of computers, as a table to read.

    SOUK_PLAIN= nice -n 19 python -m tests.bench.bench_reasons omok --positions 10

Matches 1, 2, … of a seed are played by the second and the third level of the game's computers, which change seats; of
each match two decisions at most are taken, drawn among those that fall by more than counts as right. `holds` says that
a search of the deepest effort still finds the named action better, and that what is told of it is told of the two
actions by the rules, the right way round.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.core.analysis.positions import Position, position_of
from game.core.analysis.reasons import Reason, reason_of
from game.core.analysis.verdicts import RIGHT, Decision, decision_of, fall_of
from game.core.analyst import Analyst, Effort, Question
from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_session
from game.core.chance import derive
from game.core.match.match import Match
from game.ground.texts import Texts

EXPLAINED = [
    game
    for game, cabinet in CABINETS.items()
    if cabinet.analyst is not None and cabinet.analyst.effects is not Analyst.effects
]
OF_A_MATCH = 2
LOOKED_AT = 12
"""How many decisions of a match are judged to find so many."""
ALONG = 8
"""How many turns of a match are played before one is drawn at the earliest."""


@dataclass(frozen=True)
class Drawn:
    """A decision that was drawn, and what is said of it."""

    match: int
    question: Question[Any, Any]
    position: Position
    decision: Decision
    reason: Reason | None
    deep: float
    """The fall by the deepest effort."""

    @property
    def holds(self) -> bool:
        """Whether what is said is true of the two actions, and the search agrees on which of them is better."""
        return self.reason is None or self.deep > 0


def drawn(
    game: str, count: int, seed: int, effort: Effort = Effort.NORMAL, deepest: Effort = Effort.DEEP
) -> list[Drawn]:
    """Return `count` decisions of a game that were not the best."""
    found: list[Drawn] = []
    number = 0
    while len(found) < count:
        number += 1
        found += list(_of_match(game, number, seed, effort, deepest))[:OF_A_MATCH]
    return found[:count]


def _of_match(game: str, number: int, seed: int, effort: Effort, deepest: Effort) -> Iterator[Drawn]:
    cabinet = CABINETS[game]
    assert cabinet.analyst is not None
    analyst, chance = cabinet.analyst(), Random(derive(seed, game, number))
    match = Match(cabinet.rules, 2, cabinet.info.options(), derive(seed, "match", number))
    levels = tuple(cabinet.bots)[1:3][:: 1 if number % 2 else -1]
    positions = list(_played(game, match, levels))
    of_seats = [each for each in positions[ALONG:] if each.seat is not None and len(each.legal or ()) > 1]
    for position in chance.sample(of_seats, min(LOOKED_AT, len(of_seats))):
        question = Question(
            position.view,
            match.options,
            match.seats,
            position.seat,
            1,
            effort,
            played=position.played,
            brief=position.brief,
        )
        judgement = analyst.judge(question)
        decision = decision_of(position, {position.number: judgement})
        if decision is None or decision.fall <= RIGHT:
            continue
        reason = reason_of(game, analyst, question, judgement, decision)
        deep = analyst.judge(msgspec.structs.replace(question, effort=deepest, most=20))
        best = next((line for line in deep.lines if line.action == decision.best.action), None)
        assert deep.played is not None and position.seat is not None
        fall = fall_of(best, deep.played.values[position.seat], position.seat) if best else 0.0
        yield Drawn(number, question, position, decision, reason, fall)


def _played(game: str, match: Match, levels: tuple[str, ...]) -> Iterator[Position]:
    """Let two computers play a match, and yield its positions with what was played in each."""
    cabinet = CABINETS[game]
    bots = {seat: parse_spec(name, cabinet.bots) for seat, name in enumerate(levels)}
    session = bot_session(cabinet, match, bots, logs=None, inline=True)
    try:
        session.run()
    finally:
        session.close()
    again = Match(cabinet.rules, match.seats, match.options, match.seed)
    for step in match.steps:
        position = position_of(again)
        yield replace(position, played=step.moves[0].action) if position.seat is not None else position
        again.play(step.moves)


@cache
def languages() -> tuple[Texts, Texts]:
    return Texts("en"), Texts("ko")


def sentences(reason: Reason) -> tuple[str, ...]:
    """Return a reason in English and in Korean."""
    return tuple(texts.line(reason.key, reason.values) for texts in languages())


def told(action: Any) -> str:
    """Return an action, short and by its fields."""
    fields = msgspec.to_builtins(action)
    return " ".join(str(value) for value in fields.values()) if isinstance(fields, dict) else str(fields)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=EXPLAINED, metavar="GAME", help=", ".join(EXPLAINED))
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--effort", choices=tuple(Effort), default=Effort.NORMAL, type=Effort)
    parser.add_argument("--deepest", choices=tuple(Effort), default=Effort.DEEP, type=Effort)
    arguments = parser.parse_args()
    for game in arguments.games:
        print(f"\n{game}\n\n| match, step | played | better | fall, deep | holds | the better one … | 더 좋은 수는 … |")
        print("|---|---|---|---|---|---|---|")
        for each in drawn(game, arguments.positions, arguments.seed, arguments.effort, arguments.deepest):
            said = sentences(each.reason) if each.reason else ("–", "–")
            decision = each.decision
            cells = (
                f"{each.match}, {each.position.number}",
                told(decision.played.action),
                told(decision.best.action),
                f"{decision.fall:.2f}, {each.deep:.2f}",
                "yes" if each.holds else "**no**",
                *said,
            )
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
