"""How fast Slime plays on one core, through the contest server's socket, and how long an expert thinks.

    python -m tests.bench.bench_slime            with numba where it is installed
    SOUK_PLAIN=1 python -m tests.bench.bench_slime

prints turns a second of the bare field, of the rules with their events, and of whole matches through Match; turns
a second through the socket with two clients in processes of their own; and the milliseconds of an expert team's
decisions in matches of experts. Times are those this process had on a core; the socket's is by the clock.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

from game.cabinets.slime import field as f
from game.cabinets.slime.bots import ExpertBot
from game.cabinets.slime.net.server import Phase, SlimeServer, Speed
from game.cabinets.slime.rules import Heading, Options, Slime, Steer
from game.core.bots import BotSetup, Request
from game.core.compiled import COMPILED, array
from game.core.match.match import Match
from game.core.rules import NATURE, Move
from tests.cabinets.slime.field import play_at_random

SECONDS, SOCKET_MATCHES = 3.0, 8
"""How long each rate is measured, and the matches through the socket."""
DECIDED = 1_000_000
"""Decisions of experts that are measured, at the most."""
CLIENT = Path(__file__).resolve().parents[2] / "examples" / "slime" / "python" / "client.py"


def turns_per_second(play: Callable[[int], None]) -> float:
    """Turns a second where `play` plays a whole match with a number."""
    play(0)
    played, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        played += 1
        play(played)
    return played * f.TURNS / (time.process_time() - start)


def bare(number: int) -> None:
    """A match of random teams on the flat field."""
    play_at_random(array(f.new_field()), 1 + number)


ORDERS = [Steer(headings) for headings in product(Heading, Heading, Heading, Heading, Heading)]


def by_rules(number: int) -> None:
    """A match of random teams through `Rules.step`, events and all."""
    random, rules = Random(number), Slime()
    state = rules.start(2, Options())
    while (ask := rules.ask(state)) is not None:
        if ask.seats == (NATURE,):
            rules.step(state, [Move(NATURE, random.randrange(ask.outcomes))])
        else:
            rules.step(state, [Move(seat, random.choice(ORDERS)) for seat in ask.seats])


def by_match(number: int) -> None:
    """The same through Match, which checks, logs and hashes."""
    random = Random(number)
    match = Match(Slime(), 2, Options(), number)
    while not match.over:
        for seat in match.waiting_for:
            match.offer(seat, random.choice(ORDERS))
        match.tick(0.0)


def new_match(seed: int, names: Sequence[str]) -> Match:
    """What the server plays."""
    return Match(Slime(), 2, Options(), seed)


def through_the_socket(matches: int) -> float:
    """Turns a second by the clock, two Python clients answering; the best of some matches."""
    best = 0.0
    for number in range(matches):
        server = SlimeServer(partial(new_match, number), address="127.0.0.1", speed=Speed.MAX)
        words = [sys.executable, str(CLIENT), "127.0.0.1", str(server.port)]
        clients = [subprocess.Popen([*words, team]) for team in "01"]
        start = 0.0
        while server.phase is not Phase.OVER:
            server.poll(time.monotonic())
            if not start and server.phase is Phase.PLAYING:
                start = time.perf_counter()
            server.wait(time.monotonic(), 0.1)
        best = max(best, f.TURNS / (time.perf_counter() - start))
        while not server.idle:
            server.poll(time.monotonic())
            server.wait(time.monotonic(), 0.1)
        server.close()
        for client in clients:
            client.wait()
    return best


def thinking(matches: int) -> Sequence[float]:
    """Milliseconds of each decision of experts among themselves, ascending."""
    taken = []
    for seed in range(matches):
        match = Match(Slime(), 2, Options(), seed)
        experts = [ExpertBot(BotSetup("slime", seat, 2, Options(), None, seed)) for seat in (0, 1)]
        match.tick(0.0)
        while not match.over and len(taken) < DECIDED:
            for seat in match.waiting_for:
                request = Request(match.number, match.view(seat), None, (), seed + match.number)
                start = time.process_time()
                action = experts[seat].decide(request)
                taken.append((time.process_time() - start) * 1000)
                match.offer(seat, action)
            match.tick(0.0)
    return sorted(taken)


def main() -> None:
    print(f"Slime, one core, {'numba' if COMPILED else 'plain Python'}")
    print(f"bare field: {turns_per_second(bare):10.0f} turns a second")
    print(f"rules:      {turns_per_second(by_rules):10.0f} turns a second")
    print(f"Match:      {turns_per_second(by_match):10.0f} turns a second")
    print(f"socket:     {through_the_socket(SOCKET_MATCHES):10.0f} turns a second")
    taken = thinking(1)
    median, late = statistics.median(taken), taken[int(len(taken) * 0.95)]
    print(f"expert team: {median:.0f} ms in the median, 95 of 100 below {late:.0f}, worst {taken[-1]:.0f}")


if __name__ == "__main__":
    main()
