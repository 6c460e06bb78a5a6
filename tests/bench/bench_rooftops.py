"""The race in figures: slices, views, frames, and how computers and somebody who stumbles fare.

    python -m tests.bench.bench_rooftops slices|frames|press|lag|again|stumbling|newcomers|strength [--levels N]

Times are of the core (`time.process_time`); `press` and `lag` pass on a clock of their own and are the same anywhere.
Set SOUK_PLAIN=1 for plain Python, as a window runs it.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import median
from unittest import mock

import msgspec
import pygame

from game.cabinets.listed import CABINETS
from game.cabinets.rooftops.course import course_of, runner_of
from game.cabinets.rooftops.rules import (
    AFTER_FIRST,
    LEAD,
    SLICE,
    TICKS,
    Options,
    Rooftops,
    Run,
    View,
    course_for,
    last_slice,
)
from game.cabinets.rooftops.scenes.races import first_race
from game.cabinets.rooftops.stage.stage import RooftopsStage
from game.cabinets.rooftops.steering import pairs
from game.cabinets.rooftops.tape import Tape
from game.conformance import bench as stage_bench
from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_session
from game.core.compiled import COMPILED
from game.core.forge.physics import numbers as n
from game.core.forge.proof.platform import TRIES
from game.core.match.match import Match
from game.core.rules import SPECTATOR
from game.engine.canvas import Canvas
from game.engine.input import Command, CommandName, Device, KeyPressed, KeyReleased
from tests.cabinets.rooftops.network import TICK, Network
from tests.scenes.scene_driver import driving
from tests.scenes.table.real_time_table import running

MOVED = 6
"""Ticks by which a press of somebody who stumbles comes early or late."""
STRETCH = 60


def slices() -> None:
    """A slice of four through Match, and what its view takes packed."""
    match, random = Match(Rooftops(), 4, Options(), 3), Random(3)
    match.tick(0.0)
    times, sizes, now = [], [], LEAD
    while not match.over and len(times) < 600:
        for seat, runner in enumerate(match.view(0).runners):
            held = [n.RIGHT | (n.LEAP if random.random() < 0.3 else 0) for _ in range(TICKS)]
            match.offer(seat, Run(runner.clock, pairs(held)))
        now += SLICE
        begin = time.process_time()
        match.tick(now + 1e-6)
        packed = msgspec.msgpack.encode(match.view(SPECTATOR))
        times.append(1000 * (time.process_time() - begin))
        sizes.append(len(packed))
    first, later = times[0], sorted(times[1:])
    print(f"the first slice of four, which makes the level: {first:.0f} ms")
    print(f"a later one with its view: {median(later):.2f} ms in the middle, {later[-1]:.1f} at worst")
    print(f"a view packed: {median(sizes):.0f} bytes in the middle, {max(sizes)} at most")


def frames() -> None:
    """Frames of a stage that steers four people in quarters at 1280 × 720."""
    pygame.init()
    pygame.display.set_mode((1, 1))
    canvas = Canvas.fit(pygame.Surface((1280, 720), 0, 32))
    given = stage_bench.surroundings(4, Options(width=160))
    given.looks = [replace(look, person=True) for look in given.looks]
    stage = RooftopsStage(given)
    stage.fit(1280, 660)
    match = Match(Rooftops(), 4, Options(width=160), 3)
    match.tick(0.0)
    now = LEAD + SLICE
    match.tick(now)
    stage.reset(match.view(SPECTATOR))
    one, two = Device("pad", 0), Device("pad", 1)
    presses = (KeyPressed("d"), KeyPressed("right"), *(Command(CommandName.RIGHT, pad) for pad in (one, two)))
    for press in presses:
        stage.handle(press)
    times = []
    for frame in range(900):
        begin = time.process_time()
        stage.steer((0, 1, 2, 3), 1 / 60)
        while stage.outbox:
            sent = stage.outbox.popleft()
            match.offer(sent.seat, sent.action)
        stage.update(1 / 60)
        stage.draw(canvas)
        times.append(1000 * (time.process_time() - begin))
        now += 1 / 60
        if match.tick(now):
            view: View = match.view(SPECTATOR)
            stage.show(view, ())
        if frame % 50 == 0:
            stage.handle(KeyPressed("space"))
    times = sorted(times[60:])
    print(f"frames of four quarters: {median(times):.1f} ms in the middle, p95 {times[len(times) * 95 // 100]:.1f}")


def lag(seconds: float) -> None:
    """How many ticks others are seen behind their own clock, at 150 ms there and back and 2 % loss."""
    for loss in (0.0, 0.02):
        for people in (2, 4):
            late = sorted(tick for seed in (1, 2, 3) for tick in Network(people, loss=loss, seed=seed).run(seconds))
            print(
                f"{people} people, {100 * loss:.0f} % lost: {late[len(late) // 2]} ticks behind in the middle, "
                f"p99 {late[len(late) * 99 // 100]}"
            )


class Window(Network):
    """A network in which the first person sits at a real stage, and jumps now and then."""

    def __init__(self, people: int, **worse: float) -> None:
        super().__init__(people, **worse)  # type: ignore[arg-type]
        given = stage_bench.surroundings(people, self.match.options)
        given.viewer, given.looks = 0, [replace(look, person=not seat) for seat, look in enumerate(given.looks)]
        self.stage = RooftopsStage(given)
        self.stage.fit(1280, 660)
        self.stage.reset(self.views[0])
        self.stage.handle(KeyPressed("d"))
        self.canvas = Canvas.fit(pygame.Surface((1280, 720), 0, 32))
        self.seen: list[float] = []
        """Of each press the milliseconds until the frame was drawn that showed it; the frame's own are the core's."""
        self._pressed: float | None = None

    def _hear(self, here: int, view: View) -> None:
        super()._hear(here, view)
        if here == 0:
            self.stage.show(view, ())

    def _frame(self, here: int, now: float) -> Iterator[int]:
        if here:
            yield from super()._frame(here, now)
            return
        self._come(now + TICK, here)
        stage = self.stage
        if self._pressed is None and now > LEAD + TICK and self.random.random() < 0.03:
            self._pressed = now - self.random.random() * TICK
            stage.handle(KeyPressed("space"))
        elif self._pressed is None:
            stage.handle(KeyReleased("space"))
        begin = time.process_time()
        if now >= LEAD:
            stage.steer((0,), TICK)
        while stage.outbox:
            self._come(self._there[here].arrival(now, 200), here, stage.outbox.popleft().action)
        stage.update(TICK)
        stage.draw(self.canvas)
        if self._pressed is not None and stage.numbers(0)[n.HELD] & n.LEAP:
            self.seen.append(1000 * (now - self._pressed + time.process_time() - begin))
            self._pressed = None


def press(seconds: float) -> None:
    """From a press to its picture at a window of four people, alone on a good network, then at 150 ms and 2 % loss."""
    pygame.init()
    pygame.display.set_mode((1, 1))
    for delay, loss in ((0.0, 0.0), (0.075, 0.02)):
        window = Window(4, delay=delay, loss=loss)
        for _ in window.run(seconds):
            pass
        seen = sorted(window.seen)
        print(
            f"{2000 * delay:.0f} ms there and back, {100 * loss:.0f} % lost: {len(seen)} presses, "
            f"{median(seen):.0f} ms to the picture in the middle, {seen[-1]:.0f} at worst"
        )


def again(times: int) -> None:
    """From the press at the goal to the first frame of the same level once more, with both files on the disk."""
    took, ran = [], []
    with (
        tempfile.TemporaryDirectory() as home,
        mock.patch.dict("os.environ", SOUK_HOME=home),
        driving(first_race) as at,
    ):
        for _ in range(times):
            table, stage = running(at, RooftopsStage)
            assert stage.course is not None
            at.step(2)
            at.top.handle(KeyPressed("d"))
            at.step(30)
            stage._tell_finish(stage.numbers(0))
            begin, core = time.perf_counter(), time.process_time()
            at.top.handle(KeyPressed("r"))
            while at.top is table:
                at.step()
            took.append(1000 * (time.perf_counter() - begin))
            ran.append(1000 * (time.process_time() - core))
    print(f"the same again: {median(took):.0f} ms by the wall, {median(ran):.0f} of the core, {max(took):.0f} at worst")


def stumbled(method: str, difficulty: int, number: int, rest: int = 0) -> tuple[bool, int]:
    """Whether somebody whose every press is up to six ticks early or late comes to the goal in time, and the deaths.

    `rest`: the ticks for which they stand and look before each second of running.
    """
    course = course_of(method, 160, difficulty, "", number)
    random = Random(number)
    numbers = course.world.runner()
    left, nearer = course.whole, 0
    while not numbers[n.GOAL] and numbers[n.CLOCK] < TICKS * last_slice(course, AFTER_FIRST, nearer):
        course.world.run(numbers, 0, rest)
        if numbers[n.DEAD]:
            course.world.run(numbers, 0, n.DOWN)
        tape = Tape(course, runner_of(numbers), careful=True)
        if not tape.search(TRIES[:1]) and not tape.search():
            course.world.run(numbers, n.RIGHT, 10)  # on the way down: nothing helps
        pressed = [held for ticks, held in _moved(pairs(tape.way()), random) for _ in range(ticks)]
        for passed, buttons in enumerate(pressed, 1):
            jewels = int(numbers[n.GEM_COUNT])
            course.world.run(numbers, buttons, 1)
            if course.left(numbers, left) < left or numbers[n.GEM_COUNT] > jewels:
                left, nearer = course.left(numbers, left), int(numbers[n.CLOCK]) // TICKS
            if numbers[n.DEAD] or numbers[n.GOAL] or (passed >= STRETCH and numbers[n.GROUND]):
                break
        if numbers[n.DEAD]:
            course.world.run(numbers, 0, n.DOWN)
    return bool(numbers[n.GOAL]), int(numbers[n.DEATHS])


def _moved(held: tuple[tuple[int, int], ...], random: Random) -> list[tuple[int, int]]:
    """The same presses, each a little early or late."""
    moved, carried = [], 0
    for ticks, buttons in held:
        shift = random.randint(-MOVED, MOVED)
        length = max(1, ticks + shift - carried)
        carried = length - ticks + carried
        moved.append((length, buttons))
    return moved


def stumbling(levels: int) -> None:
    """How many levels somebody who stumbles finishes."""
    for difficulty in (0, 1, 2, 4):
        runs = [stumbled("rhythm", difficulty, number) for number in range(1, levels + 1)]
        done = sum(goal for goal, _ in runs)
        deaths = sorted(deaths for _, deaths in runs)
        print(f"difficulty {difficulty}: {done} of {levels} finished, {deaths[levels // 2]} deaths in the middle")


def newcomers(levels: int) -> None:
    """How many levels of rooms somebody finishes who stumbles, and stands and looks before each second of running."""
    for rest in (2, 4):
        runs = [stumbled("rooms", 1, number, rest * 60) for number in range(1, levels + 1)]
        print(f"{rest} s of rest: {sum(goal for goal, _ in runs)} of {levels} finished", flush=True)


def strength(levels: int) -> None:
    """Goals of each computer alone, in shares of the quickest way that a search found."""
    cabinet = CABINETS["rooftops"]
    for name in cabinet.bots:
        shares, deaths, nets = [], [], []
        for number in range(1, levels + 1):
            match = Match(cabinet.rules, 1, Options(), number)
            bot_session(cabinet, match, {0: parse_spec(name, cabinet.bots)}, logs=None, inline=True).run()
            view: View = match.view(0)
            course = course_for(Options(), view.number)
            tape = Tape(course, course.start())
            tape.search()
            runner = view.runners[0]
            deaths.append(runner.deaths)
            if runner.goal:
                shares.append(runner.goal / len(tape.way()))
                nets.append(runner.net / len(tape.way()))
        told = f"{median(shares):.2f} of the first way, net {median(nets):.2f}" if shares else "never"
        print(f"{name}: {len(shares)} of {levels} finished, {told}, {median(deaths):.0f} deaths in the middle")


def main() -> None:
    """Print the figures that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "what", choices=("slices", "frames", "press", "lag", "again", "stumbling", "newcomers", "strength")
    )
    parser.add_argument("--levels", type=int, default=200)
    asked = parser.parse_args()
    print("compiled" if COMPILED else "plain")
    match asked.what:
        case "slices":
            slices()
        case "frames":
            frames()
        case "press":
            press(min(60, asked.levels))
        case "lag":
            lag(min(60, asked.levels))
        case "again":
            again(min(40, asked.levels))
        case "stumbling":
            stumbling(asked.levels)
        case "newcomers":
            newcomers(asked.levels)
        case _:
            strength(asked.levels)


if __name__ == "__main__":
    main()
