"""Measure the drawing game's computers: with their own level, against each other, and with an unfamiliar artist.

    nice python build/sketch_levels.py --rounds 300 --matches 300 --strangers 300

The bands are those of docs/sketch.md, "Computers"; figures outside a band are marked. Ctrl+C ends a line, or a table,
early: its figures are then those of the rounds played so far, whose number is in the line.
"""

from __future__ import annotations

import argparse
import math
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from game.cabinets.sketch.cabinet import SKETCH
from game.cabinets.sketch.drawing import lists
from game.cabinets.sketch.drawing.strokes import polylines
from game.cabinets.sketch.state import Options, Pose, Round, View, Vote
from game.cabinets.sketch.thinkers import ApprenticeBot
from game.core.bots import Bot, BotSetup, Request
from game.core.chance import derive
from game.core.match.match import Match
from game.core.rules import NATURE, OMNISCIENT, SPECTATOR, Seat, Timed

LEVELS = ("apprentice", "artist", "master")
SEATS = (5, 6, 8)
WINS, CAUGHT = (0.40, 0.70), (0.45, 0.80)
"""Bands for the shares of rounds in which the odd side wins, and in which the odd one is caught."""
STRANGER = 1.5
"""A real artist with an unfamiliar style may be voted for at most this many times as often as the others."""


class Table:
    """A match played by these computers in this process, without waiting for hands."""

    def __init__(self, levels: Sequence[str], options: Options, seed: int, poses: Sequence[Pose] = ()) -> None:
        self.match = Match(SKETCH.rules, len(levels), options, seed)
        self.bots: list[Bot[View, Any]] = []
        for seat, level in enumerate(levels):
            setup = BotSetup("sketch", seat, len(levels), options, None, derive(seed, "bot", seat))
            self.bots.append(SKETCH.bots[level](setup))
        self.named: list[Seat] = []
        """The seats voted for, one entry per vote."""
        self._poses = list(poses)
        self._seed = seed

    def play(self) -> View:
        """Play the match to its end, or to the end of the poses; return the spectator's view then."""
        match = self.match
        while not match.over:
            match.tick(0.0)
            view = match.view(SPECTATOR)
            if match.over or (self._poses and len(view.history) == len(self._poses)):
                break
            for seat in match.waiting_for:
                if seat != NATURE:
                    refusal = match.offer(seat, self._decision(seat, view))
                    assert refusal is None, refusal
        return match.view(OMNISCIENT)  # type: ignore[no-any-return]

    def _decision(self, seat: Seat, seen: View) -> Any:
        if seen.phase == "pose" and self._poses:
            return self._poses[len(seen.history)]
        match = self.match
        seed = derive(self._seed, "decision", seat, match.number)
        answer = self.bots[seat].decide(Request(match.number, match.view(seat), match.legal(seat), (), seed, None))
        action = answer.action if isinstance(answer, Timed) else answer
        if isinstance(action, Vote):
            self.named.append(action.seat)
        return action


def alike(level: str, seats: int, rounds: int, first: int) -> tuple[list[Round], float]:
    """Play `rounds` rounds of one level with default options; return them, and the processor time of one."""
    played: list[Round] = []
    began, seed = time.process_time(), first
    with suppress(KeyboardInterrupt):
        while len(played) < rounds:
            played += Table([level] * seats, Options(seconds=0, goal=20), derive(seed, level, seats)).play().history
            seed += 1
    return played[:rounds], (time.process_time() - began) / len(played)


def marked(share: float, band: tuple[float, float]) -> str:
    """Return a share as text, marked if it is outside its band."""
    return f"{share:.0%}{'' if band[0] <= share <= band[1] else ' !'}"


def among_likes(levels: Sequence[str], rounds: int, first: int) -> None:
    """Print the table of each level playing with its own kind."""
    print("| | seats | rounds | odd side wins | odd one is caught | guess is right | processor time a round |")
    print("|---|---|---|---|---|---|---|")
    for level in levels:
        for seats in SEATS:
            played, cost = alike(level, seats, rounds, first)
            caught = [each for each in played if each.suspect == each.odd]
            wins = sum(each.points[each.odd] > 0 for each in played) / len(played)
            right = sum(each.right for each in caught) / max(1, len(caught))
            figures = f"{marked(wins, WINS)} | {marked(len(caught) / len(played), CAUGHT)} | {right:.0%}"
            print(f"| {level} | {seats} | {len(played)} | {figures} | {cost:.2f} s |", flush=True)


def against_each_other(matches: int, first: int) -> None:
    """Print points per seat and how often each level beats the next lower one, at tables of five: one of each level and
    a second of each in turn, to 20 points.
    """
    points: dict[str, list[Fraction]] = defaultdict(list)
    order = ("random", *LEVELS)
    with suppress(KeyboardInterrupt):
        for number in range(first, first + matches):
            seating = [*order, order[number % 4]]
            Random(number).shuffle(seating)
            view = Table(seating, Options(seconds=0, goal=20), derive(number, "mixed")).play()
            for level in order:
                gained = [view.points[seat] for seat, name in enumerate(seating) if name == level]
                points[level].append(Fraction(sum(gained), len(gained)))
    print(f"\n| {len(points[order[0]])} matches | points a seat | matches with more than the level below | less | p |")
    print("|---|---|---|---|---|")
    for below, level in zip(("", *order), order, strict=False):
        mean = float(sum(points[level]) / len(points[level]))
        if not below:
            print(f"| {level} | {mean:.2f} | | | |")
            continue
        pairs = list(zip(points[level], points[below], strict=True))
        more, less = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
        chance = sum(math.comb(more + less, count) for count in range(more, more + less + 1)) / 2 ** (more + less)
        print(f"| {level} | {mean:.2f} | {more} | {less} | {chance:.3f}{'' if chance < 0.01 else ' !'} |", flush=True)


def strangers(levels: Sequence[str], rounds: int, first: int) -> None:
    """Print figures of rounds in which one real artist of six draws by drawings that no computer knows."""
    hands = tomllib.loads(Path(__file__).with_name("sketch_strangers.toml").read_text(encoding="utf-8"))
    known = [(each, word) for each in lists.load() for word in each.words if word.en in hands.get(each.id, {})]
    print("\n| | rounds | named with a stranger's hand | other real artists | times |")
    print("|---|---|---|---|---|")
    for level in levels:
        named: Counter[bool] = Counter()
        asked: Counter[bool] = Counter()
        with suppress(KeyboardInterrupt):
            for number in range(first, first + rounds):
                each, word = known[number % len(known)]
                stranger = number % 6
                table = Table(
                    [level] * 6,
                    Options(seconds=0, language="en", words="free", goal=20),
                    derive(number, "stranger", level),
                    [Pose(each.name["en"], word.en)],
                )
                hand = table.bots[stranger]
                assert isinstance(hand, ApprenticeBot)
                drawing = polylines(hands[each.id][word.en])
                hand._drawing = lambda view, drawing=drawing: drawing if view.word else ()  # type: ignore[method-assign, misc]
                (last,) = table.play().history
                if stranger in (last.odd, last.master):
                    continue
                for seat in range(6):
                    if seat not in (last.odd, last.master):
                        asked[seat == stranger] += 1
                        named[seat == stranger] += table.named.count(seat)
        rates = {who: named[who] / asked[who] for who in (True, False)}
        times = rates[True] / max(rates[False], 1e-9)
        mark = "" if times <= STRANGER else " !"
        print(f"| {level} | {asked[True]} | {rates[True]:.2f} | {rates[False]:.2f} | {times:.2f}{mark} |", flush=True)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300, help="of each level at each size of table")
    parser.add_argument("--matches", type=int, default=300, help="of all levels against each other")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=LEVELS, help="of which the lines are")
    parser.add_argument("--strangers", type=int, default=300, help="rounds of each level with a stranger's hand")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first round or match; others follow")
    arguments = parser.parse_args()
    if arguments.rounds:
        among_likes(arguments.levels, arguments.rounds, arguments.first)
    if arguments.matches:
        against_each_other(arguments.matches, arguments.first)
    if arguments.strangers:
        strangers(arguments.levels, arguments.strangers, arguments.first)


if __name__ == "__main__":
    main()
