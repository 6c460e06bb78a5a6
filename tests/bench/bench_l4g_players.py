"""How fast L4G is evaluated when people's own players are among the 49 (Linux).

    python -m tests.bench.bench_l4g_players [games]

prints, for each player of examples/l4g alone among 48 of the regular mix and for five at once, whole games for each
second of CPU time, of this process and of the players' processes together; for comparison, games without own players.
On two quiet cores nearly twice as many go by in a second.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.evaluation.evaluation import MOST_CHUNK, ChunkPlayer, game_numbers
from game.cabinets.l4g.evaluation.lineup import Lineup, NumberedGame
from game.core.bot.loading import parse_spec
from game.core.compiled import COMPILED
from game.core.tournament.plan import Contestant
from tests.commands.command_line import ROOT
from tests.processes import children

PLAYERS = 49
EXAMPLES = {path.stem: f"{path}:{path.stem.capitalize()}" for path in sorted((ROOT / "examples" / "l4g").glob("*.py"))}


def descendants(process: int) -> Iterator[int]:
    """The processes that a process has started, and those that they have."""
    for child in children(process):
        yield child
        yield from descendants(child)


def seconds_of(process: int) -> float:
    """The CPU time that another process has had."""
    words = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def measured(own: Sequence[str], games: int) -> tuple[float, float, float]:
    """Games for each CPU second of all processes, of this one and of the others."""
    names = L4G.filled(tuple(own), PLAYERS)
    player = ChunkPlayer(L4G, Lineup(tuple(Contestant(name, parse_spec(name, L4G.bots)) for name in names)))
    chunk = [NumberedGame(*game) for game in enumerate(game_numbers("bench", games))]
    try:
        player(tuple(chunk[:2]), 0)
        here, there = time.process_time(), sum(map(seconds_of, descendants(os.getpid())))
        for start in range(0, games, MOST_CHUNK):
            player(tuple(chunk[start : start + MOST_CHUNK]), 0)
        here = time.process_time() - here
        there = sum(map(seconds_of, descendants(os.getpid()))) - there
    finally:
        player.close()
    return games / (here + there), games / here, games / there if there else float("inf")


def main(arguments: Sequence[str]) -> None:
    games = int(arguments[0]) if arguments else 1000 if COMPILED else 20
    print(f"L4G with own players, {'numba' if COMPILED else 'plain Python'}, {games} games; games a CPU second")
    print(f"{'':24} {'together':>9} {'rules and others':>17} {'own players':>12}")
    five = [EXAMPLES[name] for name in ("coward", "healer", "wanderer", "coward", "healer")]
    lineups = {"none": [], **{name: [text] for name, text in EXAMPLES.items()}, "five of them": five}
    for name, own in lineups.items():
        together, here, there = measured(own, games)
        print(f"{name:24} {together:9.0f} {here:17.0f} {there:12.0f}")


if __name__ == "__main__":
    main(sys.argv[1:])
