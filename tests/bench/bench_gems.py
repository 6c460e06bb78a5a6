"""How quick Gem Merchants is: random matches a second, decisions, and frames of a full table. Times of the core.

    python -m tests.bench.bench_gems [--matches N]

Set SOUK_PLAIN=1 for plain Python; without it the board is compiled where numba is installed.
"""

from __future__ import annotations

import argparse
import os
import time
from random import Random

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")

import pygame

from game.cabinets.gems import board as b
from game.cabinets.gems import moves, search
from game.cabinets.gems.bots import BOTS
from game.cabinets.gems.cabinet import GEMS
from game.cabinets.gems.expert import board_of
from game.cabinets.gems.rules import Gems
from game.cabinets.gems.stage.stage import GemsStage
from game.cabinets.gems.state import Options
from game.conformance import bench
from game.core.bots import BotSetup, Request
from game.core.compiled import COMPILED, array, compiled, next_chance
from game.core.match.match import Match
from game.core.rules import NATURE, Move

RULES = Gems()
FRAME = 1 / 60
EVERY = 6
"""Of the frames of a movement one in so many is drawn."""
DECIDED, SHOWN = 40, 160
"""Decisions of an expert, and steps of the match that is drawn."""


def shares(times: list[float]) -> str:
    """Median, p95 and worst, in milliseconds."""
    ordered = sorted(1000 * each for each in times)
    median, most = ordered[len(ordered) // 2], ordered[len(ordered) * 95 // 100]
    return f"median {median:.2f}, p95 {most:.2f}, worst {ordered[-1]:.2f} ms"


def matches(count: int) -> float:
    """Random matches a second through Match."""
    begin = time.process_time()
    for seed in range(count):
        match, chance = Match(RULES, 2 + seed % 3, Options(), seed), Random(seed)
        match.tick(0.0)
        while not match.over:
            seat = match.waiting_for[0]
            match.offer(seat, chance.choice(match.legal(seat) or ()))
            match.tick(0.0)
    return count / (time.process_time() - begin)


@compiled
def play(board: b.Board, chance: int, room: b.Board) -> int:
    """Play a match of random actions on the board alone; how chance stands then."""
    while True:
        count = moves.actions(board, 0, room)
        chance = next_chance(chance)
        search.act(board, room[chance % count], 1)
        if not search.go_on(board):
            return chance


def board_matches(seconds: float) -> float:
    """Random matches of two seats a second on the board alone, decks shuffled before."""
    chance, room = Random(1), array([0] * moves.MOST)
    tables = [array(dealt(2, chance)) for _ in range(50)]
    play(tables[0].copy(), 1, room)
    count, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        play(tables[count % len(tables)].copy(), count + 1, room)
        count += 1
    return count / (time.process_time() - begin)


def dealt(seats: int, chance: Random) -> list[int]:
    """A table at its first decision, its decks shuffled."""
    state = RULES.start(seats, Options())
    while (ask := RULES.ask(state)) is not None and ask.seats == (NATURE,):
        RULES.step(state, (Move(NATURE, chance.randrange(ask.outcomes)),))
    return board_of(RULES.view(state, 0), chance)


def decisions(seats: int, most: int) -> list[float]:
    """Seconds of decisions of the expert in matches against greedy players."""
    times: list[float] = []
    seed = 0
    while len(times) < most:
        seed += 1
        match = Match(RULES, seats, Options(), seed)
        names = ["expert", *["greedy"] * (seats - 1)]
        bots = [BOTS[name](BotSetup("gems", seat, seats, Options(), None, 0)) for seat, name in enumerate(names)]
        match.tick(0.0)
        while not match.over and len(times) < most:
            seat = match.waiting_for[0]
            request = Request(match.number, match.view(seat), match.legal(seat), (), match.number)
            begin = time.process_time()
            action = bots[seat].decide(request)
            if seat == 0:
                times.append(time.process_time() - begin)
            match.offer(seat, action)
            match.tick(0.0)
    return times


def frames(seats: int) -> tuple[list[float], list[float], list[float]]:
    """Seconds of frames at 1280×720: the first of each position, the others at rest, those while something moves."""
    pygame.init()
    pygame.display.set_mode((1, 1))
    stage = GemsStage(bench.surroundings(seats, Options(), viewer=0))
    canvas = bench.table_canvas(stage)
    first: list[float] = []
    still: list[float] = []
    moving: list[float] = []
    for number, step in enumerate(bench.match(RULES, seats, 3)):
        if number > SHOWN:
            break
        view = RULES.view(step.state, 0)
        if stage.view is None:
            stage.reset(view)
            for _ in stage.warm(canvas):
                pass
        stage.show(view, step.events)
        updates = 0
        while stage.busy:
            stage.update(FRAME)
            updates += 1
            if updates % EVERY == 1:
                moving.append(_frame(stage, canvas))
        if step.seat == 0:
            stage.choose(0, step.legal)
        first.append(_frame(stage, canvas))
        still += [_frame(stage, canvas) for _ in range(3)]
        stage.choose(None, None)
    return first, still, moving


def _frame(stage: GemsStage, canvas: object) -> float:
    begin = time.process_time()
    bench.draw_table(stage, canvas)  # type: ignore[arg-type]
    return time.process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    chosen = parser.parse_args()
    print("compiled" if COMPILED else "plain", f"{board_matches(2.0):.0f} random matches/s on the board alone")
    print(GEMS.id, f"{matches(chosen.matches):.0f} random matches/s through Match")
    for seats in (2, 4):
        times = decisions(seats, DECIDED)
        print(f"expert, {seats} seats: mean {1000 * sum(times) / len(times):.0f} ms, {shares(times)}")
    for name, times in zip(("first of a position", "at rest", "moving"), frames(4), strict=True):
        print(f"frames, {name}: {shares(times)}")


if __name__ == "__main__":
    main()
