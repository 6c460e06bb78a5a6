"""How long the short forms of games are, and whether they decide: matches of computers, counted and not timed.

    python -m tests.bench.bench_shorts [GAME …] [--matches 200] [--strong 200] [--bots NAME,NAME]

For each short form and size of a table: windows in which somebody decides (median, and what one round of twenty has),
and how often the first place of a round is shared, whose matches' ranks are added where it has several. People take so
many decisions times what one takes them; games with a clock of their own take what it says. At tables of two the
strongest bot also plays the weakest, `--strong` times. `--bots` seats these in turn, from another seat on each time,
for games whose computers of one level all play alike.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from statistics import median

import msgspec

from game.cabinets.listed import CABINETS
from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_session
from game.core.cabinet import Cabinet
from game.core.chance import derive
from game.core.match.match import Match
from game.core.mix.programme import Round, Table, points_won
from game.core.short import Short


def played(cabinet: Cabinet, short: Short, people: int, bots: Sequence[str], seed: int) -> Match:
    """A match of a short form, ended."""
    spoken = next(iter(short.spoken.values()), {})
    given = {**short.options, **short.forms[people].options, **spoken}
    seats = max(people, short.filled)
    match = Match(cabinet.rules, seats, msgspec.convert(given, cabinet.info.options), seed, undo=False)
    specs = {seat: parse_spec(bots[seat % len(bots)], cabinet.bots) for seat in range(seats)}
    session = bot_session(cabinet, match, specs, logs=None, inline=True)
    try:
        session.run()
    finally:
        session.close()
    return match


def decisions(match: Match) -> int:
    """In how many windows somebody decided."""
    return sum(any(move.seat >= 0 for move in step.moves) for step in match.steps)


def shared(game: str, short: Short, ends: Sequence[Match]) -> bool:
    """Whether a round of these matches at one table leaves more than one first."""
    people = tuple(range(1, len(ends[0].result().seats) + 1))
    won = points_won(Round(game, short, (Table(people),), 0), [[end.result() for end in ends]])
    return [*won.values()].count(max(won.values())) > 1


def row(cabinet: Cabinet, short: Short, people: int, asked: argparse.Namespace) -> str:
    """The figures of one short form at tables of one size."""
    bots = asked.bots.split(",") if asked.bots else cabinet.gentle or cabinet.table_bots[:1]
    rounds = [
        [
            played(cabinet, short, people, [*bots[turn:], *bots[:turn]], derive(seed, "short", people, number))
            for number in range(short.matches)
        ]
        for seed in range(asked.matches)
        for turn in [seed % len(bots) if asked.bots else 0]
    ]
    counts = sorted(sum(map(decisions, ends)) for ends in rounds)
    ties = sum(shared(cabinet.id, short, ends) for ends in rounds)
    line = f"{cabinet.id:10} {short.name:10} {people:3}  {median(counts):5.0f} ({counts[19 * asked.matches // 20]})"
    line += f"  shared {100 * ties / asked.matches:3.0f} %  {short.forms[people].seconds:4} s"
    if people == 2 and not short.filled and len(cabinet.table_bots) > 1 and asked.strong:
        strong, weak = cabinet.table_bots[-1], cabinet.table_bots[0]
        won = 0.0
        for seed in range(asked.strong):
            seats = (strong, weak) if seed % 2 else (weak, strong)
            result = played(cabinet, short, 2, seats, derive(seed, "strong")).result()
            mine, other = result.seats[1 - seed % 2].rank, result.seats[seed % 2].rank
            won += (mine < other) + (mine == other) / 2
        line += f"  {strong} against {weak} {100 * won / asked.strong:3.0f} % of {asked.strong}"
    return line


def main(words: Sequence[str]) -> int:
    """Print a row for each short form and size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--strong", type=int, default=200)
    parser.add_argument("--bots", default="")
    parser.add_argument("--people", type=int, default=0, help="only tables of so many")
    asked = parser.parse_args(words)
    for game in asked.games or CABINETS.places:
        for short in CABINETS[game].shorts:
            sizes = [people for people in short.forms if people <= 12]
            if asked.people:
                sizes = [people for people in sizes if people == asked.people]
            for people in sizes if len(sizes) < 5 else (sizes[0], sizes[len(sizes) // 2], sizes[-1]):
                print(row(CABINETS[game], short, people, asked), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
