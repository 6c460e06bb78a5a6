"""How fast L4G plays on one core, and who is how good.

    python -m tests.bench.bench_l4g [games]             with numba where it is installed
    SOUK_PLAIN=1 python -m tests.bench.bench_l4g [games]

prints whole games a second of the regular mix and of one with experts, the share of time that players take (they
decide twice, which changes nothing), the milliseconds of a turn, and the mean grades of each built-in player. All
times are those this process had on a core, which other programs do not disturb.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from game.cabinets.l4g.cabinet import L4G
from game.cabinets.l4g.evaluation.evaluation import ChunkPlayer, evaluation_of, game_numbers
from game.cabinets.l4g.evaluation.lineup import Lineup, NumberedGame
from game.cabinets.l4g.players import playing
from game.cabinets.l4g.players.bots import MIX
from game.cabinets.l4g.players.styles import STYLES, Styles
from game.cabinets.l4g.rules import room as r
from game.cabinets.l4g.rules import turn as t
from game.cabinets.l4g.rules.room import Room
from game.cabinets.l4g.rules.rules import Options
from game.cabinets.l4g.rules.sight import know_floor
from game.core.bot.loading import BuiltinSpec
from game.core.bot.seats import bot_session
from game.core.compiled import COMPILED, array, compiled
from game.core.match.match import Match
from game.core.tournament.plan import Contestant
from game.core.work.run import Order, run
from game.scenes.feeds.local import LocalFeed, demonstration
from game.scenes.feeds.plan import MatchPlan, SeatPlan

PLAYERS = 49


def mixed(*more: str) -> tuple[str, ...]:
    """A full room of the regular mix, some seats given to others."""
    return (*more, *(MIX[seat % len(MIX)] for seat in range(PLAYERS - len(more))))


@compiled
def play_deciding(room: Room, lows: Any, lineup: Any, styles: Styles, scratch: playing.Scratch, times: int) -> None:
    """Play the games of these numbers, every decision made so many times."""
    for low in lows:
        r.open_game(room, 0, low)
        know_floor(room, scratch.seen)
        for _ in range(room[r.TURNS]):
            t.begin(room)
            for _ in range(times):
                playing.decide_moves(room, lineup, styles, scratch)
            t.move(room, scratch.decisions, scratch.accepts)
            for _ in range(times):
                playing.decide_places(room, lineup, styles, scratch)
            t.place(room, scratch.places)
            t.finish(room)


def share_of_players(games: int) -> float:
    """The part of the time that players of the regular mix take to decide, sight included; the rest are the rules."""
    room, scratch = array(r.new_room(PLAYERS, msgspec.structs.astuple(Options()))), playing.new_scratch()
    names, styles = list(STYLES), array(weight for row in STYLES.values() for weight in row)
    lineup = array(names.index(name) for name in mixed())
    taken = []
    play_deciding(room, array(range(1)), lineup, styles, scratch, 1)
    for times in (1, 2):
        start = time.process_time()
        play_deciding(room, array(range(games)), lineup, styles, scratch, times)
        taken.append(time.process_time() - start)
    return (taken[1] - taken[0]) / taken[0]


def games_per_second(lineup: tuple[str, ...], games: int) -> float:
    """Whole games, evaluated in this process."""
    player = ChunkPlayer(L4G, Lineup(tuple(Contestant(name, BuiltinSpec(name)) for name in lineup)))
    chunk = tuple(NumberedGame(position, number) for position, number in enumerate(game_numbers("bench", games)))
    player(chunk[:1], 0)
    start = time.process_time()
    player(chunk, 0)
    return games / (time.process_time() - start)


def turn_times(games: int) -> list[float]:
    """Milliseconds of each turn of the regular mix, ascending."""
    names, room, scratch = (
        list(STYLES),
        array(r.new_room(PLAYERS, msgspec.structs.astuple(Options()))),
        playing.new_scratch(),
    )
    lineup, styles = array(names.index(name) for name in mixed()), array(w for row in STYLES.values() for w in row)
    taken = []
    for number in range(games):
        r.open_game(room, 0, number)
        know_floor(room, scratch.seen)
        for _ in range(room[r.TURNS]):
            start = time.process_time()
            t.begin(room)
            playing.decide_moves(room, lineup, styles, scratch)
            t.move(room, scratch.decisions, scratch.accepts)
            playing.decide_places(room, lineup, styles, scratch)
            t.place(room, scratch.places)
            t.finish(room)
            taken.append((time.process_time() - start) * 1000)
    return sorted(taken)


def match_times(games: int) -> list[float]:
    """The same of whole matches, by the session that every match goes through."""
    taken = []
    for number in range(games):
        match = Match(L4G.rules, PLAYERS, Options(), number)
        bots = {seat: BuiltinSpec(name) for seat, name in enumerate(mixed())}
        taken += times_of_turns(bot_session(L4G, match, bots, logs=None).pump, partial(turn_of, match))
    return sorted(taken)


def window_times(games: int) -> list[float]:
    """The same behind a window, which is given a view and the scores after every step."""
    taken = []
    for number in range(games):
        feed = demonstration(MatchPlan(L4G.id, tuple(SeatPlan(name, name) for name in mixed()), Options(), number))
        taken += times_of_turns(feed.poll, partial(turn_shown, feed))
    return sorted(taken)


def turn_of(match: Match) -> int | None:
    """The turn a match is in; None when it is over."""
    return None if match.over else match.turns()


def turn_shown(feed: LocalFeed) -> int | None:
    """The turn that is shown of a match; None when it is over."""
    return None if feed.over else feed.view.turn


def times_of_turns(play: Callable[[float], object], turn: Callable[[], int | None]) -> list[float]:
    """Milliseconds of each turn of a match that `play` takes a step further."""
    taken: dict[int, float] = {}
    while (now := turn()) is not None:
        start = time.process_time()
        play(0.0)
        taken[now] = taken.get(now, 0.0) + (time.process_time() - start) * 1000
    return list(taken.values())


def told(name: str, taken: Sequence[float]) -> None:
    """Print what ascending milliseconds come to."""
    middle, late = statistics.median(taken), taken[int(len(taken) * 0.99)]
    print(f"{name}: {middle:.2f} ms in the median, 99 in 100 within {late:.2f}, worst {taken[-1]:.2f}")


def grades(games: int) -> None:
    """Print each built-in player's grades, one expert among the regular mix."""
    order = Order(Options(), bots=("expert",), seed="souk", games=games)
    found = run(evaluation_of(L4G, order), lambda progress: None)
    print(f"{'player':12} {'mean':>7} {'±':>5}  six parts")
    for line in found.players:
        print(
            f"{line.player:12} {line.mean:7.1f} {line.error:5.1f}  " + " ".join(f"{part:5.1f}" for part in line.parts)
        )
    best = next(line for line in found.seats if line.rank == 1)
    print(f"best of all: seat {best.seat}, {best.player}, {best.mean:.1f}")


def main(arguments: Sequence[str]) -> None:
    games = int(arguments[0]) if arguments else 1000 if COMPILED else 20
    print(f"L4G, one core, {'numba' if COMPILED else 'plain Python'}, {games} games")
    regular = games_per_second(mixed(), games)
    print(f"regular mix:      {regular:7.1f} games a second")
    print(f"a fifth experts:  {games_per_second(mixed(*['expert'] * 10), games):7.1f} games a second")
    share = share_of_players(games)
    print(f"players take {share:.0%} of the time, what they see included, and the rules {1 - share:.0%}")
    few = max(2, min(games, 10))
    told("a turn of an evaluation", turn_times(few))
    told("a turn of a match", match_times(few))
    told("a turn of a match behind a window", window_times(few))
    grades(games)


if __name__ == "__main__":
    main(sys.argv[1:])
