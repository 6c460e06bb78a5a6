"""How far apart the levels of a game's computers lie, and how even the game is between equal ones.

    nice -n 19 python -m tests.bench.bench_balance marrakech
    nice -n 19 python -m tests.bench.bench_balance tablut --games 40 --levels greedy,regular,expert --keep

Each level plays the next lower one, every seed in every seating, and the highest one itself, every seed once. The
schedule and the seeds are those of `souk tournament`. An aim is missed where the whole 95 % interval lies beyond it.
`--keep` writes the table into the game's page, in place of its last one.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from statistics import median

from game.cabinets.listed import CABINETS
from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_session
from game.core.cabinet import Cabinet
from game.core.levels import Ladder
from game.core.match.match import Match
from game.core.match.step import Step
from game.core.rules import NATURE, Window
from game.core.tournament.plan import (
    Contestant,
    Plan,
    TournamentConfig,
    numbers_from,
    schedule,
    seatings,
    seats_for,
)
from game.core.tournament.result import wilson

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"slime": "slime-contest"}
"""The pages of games whose name is not that of the game."""
TOGETHER = {"cisterns"}
"""Games whose seats win or lose together: what their levels are worth is measured alone (`bench_cisterns_floors`)."""
TITLE = "## Balance"
PACE = 6
"""Seconds that a person takes for a decision, about."""
LEAST = 75
"""The aim of every level: so many hundredths of its matches against the next lower one."""
AIMS: Mapping[tuple[str, str], int] = {("gems", "greedy"): 97, ("gems", "expert"): 90}
"""Higher aims of single levels."""
EVEN = 40, 60
"""The aim of the first of two equal seats: between so many hundredths."""


@dataclass(frozen=True)
class Played:
    """A match that is over."""

    shares: tuple[Fraction, ...]
    """What each seat has of the victory: 1, a part if several share it, or 0."""
    lineup: tuple[int, ...]
    """The place of each seat's computer in the pair, 0 for the stronger one."""
    turns: int
    minutes: float

    @property
    def is_drawn(self) -> bool:
        return max(self.shares) < 1


def played(cabinet: Cabinet, pair: tuple[str, str], seats: int, options: object, plan: Plan) -> Played:
    """Play one match of a schedule, in this process."""
    match = Match(cabinet.rules, seats, options, plan.seed, undo=False)
    bots = {seat: parse_spec(pair[entry], cabinet.bots) for seat, entry in enumerate(plan.lineup)}
    session = bot_session(cabinet, match, bots, logs=None, inline=True)
    clock = _Clock(match)
    try:
        session.run(on_steps=clock.add)
    finally:
        session.close()
    ranks = [line.rank for line in match.result().seats]
    shares = tuple(Fraction(rank == 1, ranks.count(1)) for rank in ranks)
    return Played(shares, plan.lineup, match.turns(), clock.seconds / 60)


class _Clock:
    """Adds up how long a match would take people."""

    def __init__(self, match: Match) -> None:
        self.seconds = 0.0
        self._match, self._slice = match, 0
        self._look()

    def add(self, steps: Sequence[Step]) -> None:
        for step in steps:
            self._add(step)
        self._look()

    def _add(self, step: Step) -> None:
        decided = [move for move in step.moves if move.seat != NATURE]
        if step.flows:
            self.seconds += self._slice / 1000
        elif decided:
            timed = max(move.spent for move in decided) / 1000
            self.seconds += timed if timed >= 1 else PACE

    def _look(self) -> None:
        ask = self._match.ask
        if ask is not None and ask.window is Window.SLICE:
            self._slice = ask.limit_ms


def series(cabinet: Cabinet, pair: tuple[str, str], games: int, seed: int) -> list[Played]:
    """Play a pair of computers, every seed in every seating."""
    seats = seats_for(cabinet.info, 2)
    options = cabinet.info.options()
    differ = pair[0] != pair[1]
    size = seatings(2, seats) if differ else 1
    numbers = tuple(number for number in numbers_from(seed, -(-games // size)) for _ in range(size))
    entries = tuple(Contestant(name, parse_spec(name, cabinet.bots)) for name in pair)
    config = TournamentConfig(cabinet, options, entries, seats, seed, numbers, pairs=differ)
    return [played(cabinet, pair, seats, options, plan) for plan in schedule(config)]


def row(game: str, pair: tuple[str, str], matches: list[Played]) -> str:
    """Return the line of a pair's matches in the table."""
    stronger, weaker = pair
    count = len(matches)
    first = sum((each.shares[0] for each in matches), Fraction(0))
    if stronger == weaker:
        aim, told, missed = "", "–", False
        if len(matches[0].lineup) == 2:
            low, high = wilson(first, count)
            aim, missed = f"first seat {EVEN[0]}…{EVEN[1]} %", 100 * high < EVEN[0] or 100 * low > EVEN[1]
    else:
        lines = ((share, who) for each in matches for share, who in zip(each.shares, each.lineup, strict=True))
        won = sum((share for share, who in lines if who == 0), Fraction(0))
        least = AIMS.get((game, stronger), LEAST)
        aim, told, missed = f"≥ {least} %", _rate(won, count), 100 * wilson(won, count)[1] < least
    turns = [each.turns for each in matches]
    length = f"{median(turns):g} ({min(turns)}…{max(turns)})"
    drawn = round(100 * sum(each.is_drawn for each in matches) / count)
    minutes = median(each.minutes for each in matches)
    cells = (
        stronger,
        "itself" if stronger == weaker else weaker,
        str(count),
        told,
        f"{aim}{' **missed**' if missed else ''}",
        _rate(first, count),
        f"{drawn} %",
        length,
        f"{minutes:.1f}" if minutes >= 0.05 else "–",
    )
    return f"| {' | '.join(cells)} |"


def _rate(won: Fraction, matches: int) -> str:
    low, high = (round(100 * bound) for bound in wilson(won, matches))
    return f"{100 * float(won / matches):.0f} % ({low}…{high})"


def table(game: str, games: int, seed: int, levels: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of a game's table, one when its matches are played."""
    cabinet = CABINETS[game]
    yield "| computer | against | matches | wins (95 %) | aim | first seat wins | draws | turns, middle (range) | min |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for weaker, stronger in pairwise(levels):
        yield row(game, (stronger, weaker), series(cabinet, (stronger, weaker), games, seed))
    yield row(game, (levels[-1], levels[-1]), series(cabinet, (levels[-1], levels[-1]), games, seed))


def kept(page: str, text: str) -> str:
    """Return a page with `text` as its part about balance, in place of the last one or at its end.

    >>> kept("# A\\n\\n## Balance\\n\\nold\\n\\n## Z\\n", "new")
    '# A\\n\\n## Balance\\n\\nnew\\n\\n## Z\\n'
    >>> kept("# A\\n", "new")
    '# A\\n\\n## Balance\\n\\nnew\\n'
    """
    before, found, after = page.partition(f"{TITLE}\n")
    _, following, rest = after.partition("\n## ") if found else ("", "", "")
    return f"{before.rstrip()}\n\n{TITLE}\n\n{text.strip()}\n" + (f"{following}{rest}" if following else "")


def is_ladder(cabinet: Cabinet) -> bool:
    """Return whether a game's computers are levels that play against each other."""
    return cabinet.ladder is not Ladder.KINDS and len(cabinet.bots) > 1 and cabinet.id not in TOGETHER


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    games = [game for game, cabinet in CABINETS.items() if is_ladder(cabinet)]
    parser.add_argument("game", choices=games)
    parser.add_argument("--games", type=int, default=100, help="matches of a pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", default="", help="the computers, weakest first, with commas; else all of the game")
    parser.add_argument("--keep", action="store_true", help="write the table into the game's page")
    arguments = parser.parse_args()
    game = arguments.game
    levels = tuple(filter(None, arguments.levels.split(","))) or tuple(CABINETS[game].bots)
    lines = []
    for line in table(game, arguments.games, arguments.seed, levels):
        print(line, flush=True)
        lines.append(line)
    if arguments.keep:
        words = f"{game} --games {arguments.games}" + (f" --levels {arguments.levels}" if arguments.levels else "")
        seats = seats_for(CABINETS[game].info, 2)
        head = (
            f"`python -m tests.bench.bench_balance {words}` ({date.today()}): {seats} seats, the usual rules. Equal\n"
            "computers play every seed once, others in every seating. Minutes are the clock's, or "
            f"{PACE} s for each decision.\n\n"
        )
        page = DOCS / f"{PAGES.get(game, game)}.md"
        page.write_text(kept(page.read_text("utf-8"), head + "\n".join(lines)), "utf-8")


if __name__ == "__main__":
    main()
