"""What Word Lanterns costs: loading, looking up, searching, the solver, decisions, matches and frames.

    python -m tests.bench.bench_words

Milliseconds of processor time, the least of several; a loop of a million squares is there to compare machines by.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Any

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", SOUK_PLAIN="1")

import pygame

from game.cabinets.words import lexicon, search
from game.cabinets.words.book import book
from game.cabinets.words.cabinet import WORDS
from game.cabinets.words.solved import ExpertBot, StrongBot, solver_of
from game.cabinets.words.stage.stage import WordsStage
from game.cabinets.words.state import SHOWN, Options, Said, State
from game.conformance import bench
from game.core.bot.loading import parse_spec
from game.core.bot.seats import bot_session
from game.core.match.match import Match
from game.core.rules import SPECTATOR

PATTERNS = ("요???????", "*기", "?사?", "ㄱ?ㅅ", "[가나]*다*")
FRAMES, DECIDED, MATCHES = 200, 6, 20


def spent(work: Callable[[], Any]) -> float:
    """Milliseconds of processor time."""
    begin = time.process_time()
    work()
    return (time.process_time() - begin) * 1000


def told(name: str, value: float, unit: str = "ms") -> None:
    print(f"{name:44}{value:9.2f} {unit}", flush=True)


def play(bots: str, options: Options, seed: int) -> None:
    """A match of these bots, in this process."""
    names = bots.split(",")
    match = Match(WORDS.rules, len(names), options, seed, undo=False)
    seated = {seat: parse_spec(name, WORDS.bots) for seat, name in enumerate(names)}
    bot_session(WORDS, match, seated, logs=None, inline=True).run()


def decisions(kind: type[Any], options: Options, bots: str, matches: int) -> None:
    """How long the decisions of one level take."""
    times: list[float] = []
    decide = kind.decide

    def timed(self: Any, request: Any) -> Any:
        if type(self) is not kind:
            return decide(self, request)
        begin = time.process_time()
        answer = decide(self, request)
        times.append((time.process_time() - begin) * 1000)
        return answer

    kind.decide = timed
    try:
        for seed in range(matches):
            play(bots, options, seed)
    finally:
        kind.decide = decide
    times = sorted(times[1:])
    name = f"{kind.__name__}, {bots.count(',') + 1} seats, manner={options.manner}"
    told(f"{name}: mean of {len(times)}", statistics.mean(times))
    told(f"{name}: p99", times[len(times) * 99 // 100])


def frames() -> None:
    """The stage with as many lanterns as a view holds."""
    pygame.init()
    pygame.display.set_mode((1, 1))
    options = Options()
    words = book(options).lexicon.words
    chain = [Said(word, number % 4, 20, 900) for number, word in enumerate(Random(1).sample(words, SHOWN))]
    state = State(options, [10] * 4, "turn", [0, 1, 2, 3], title=["가"] * 5, chain=chain)
    state.lost, state.longest, state.fastest, state.wrong = [[] for _ in range(4)], [""] * 4, [None] * 4, [0] * 4
    state.asked, state.left = ("가",), 60_000
    stage = WordsStage(bench.surroundings(4, options))
    stage.reset(WORDS.rules.view(state, SPECTATOR))
    canvas = bench.table_canvas(stage)

    def frame() -> None:
        stage.update(1 / 60)
        stage.draw(canvas)
        stage.draw_over(canvas)

    frame()
    times = sorted(spent(frame) for _ in range(FRAMES))
    told(f"a frame with {SHOWN} words in the chain: p95", times[FRAMES * 95 // 100])


def main() -> None:
    told(
        "a loop of a million squares",
        min(spent(lambda: [number * number for number in range(1_000_000)]) for _ in range(5)),
    )
    for language in ("ko", "en"):
        data = (lexicon.DATA / f"{language}.words").read_bytes()
        told(f"loading {language}", min(spent(lambda: lexicon.unpacked(data)) for _ in range(7)))  # noqa: B023
    korean = lexicon.lexicon("ko")
    asked = Random(1).sample(korean.words, 20_000)
    told("looking a word up", min(spent(lambda: list(map(korean.find, asked))) for _ in range(3)) / 20, "µs")
    assert korean.text
    for pattern in PATTERNS:
        told(f"searching {pattern}", min(spent(lambda: search.matches(korean, pattern)) for _ in range(3)))  # noqa: B023
    for manner in ("off", "on"):
        options = Options(manner=manner)  # type: ignore[arg-type]
        assert book(options).lexicon
        told(f"graph and labels, manner={manner}", spent(lambda: solver_of(options)))  # noqa: B023
        fresh = solver_of(options).copy()
        told("labels again", min(spent(fresh._labelled) for _ in range(3)))
    decisions(StrongBot, Options(), "strong,skilled,novice,strong", DECIDED)
    decisions(ExpertBot, Options(manner="off"), "expert,strong", DECIDED)
    decisions(ExpertBot, Options(), "expert,strong", DECIDED)
    seconds = (
        spent(lambda: [play("skilled,skilled,skilled,skilled", Options(), seed) for seed in range(MATCHES)]) / 1000
    )
    told("matches of four skilled a second", MATCHES / seconds, "")
    frames()


if __name__ == "__main__":
    main()
