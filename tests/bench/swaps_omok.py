"""Whether the colour that Omok's expert takes after three stones is the one that wins.

    SOUK_PLAIN= nice -n 19 python -m tests.bench.swaps_omok --openings 200 [--judge master] [--rule renju] [--within 2]

Each opening is three stones by chance so many lines around the centre at the most, none of which decides anything. The
expert is asked for its colour as under `opening=swap`; then the judge plays the match against itself from those
stones. They agree where that colour wins; a draw counts half. Told apart are openings in which the expert sees itself
ahead by more than a stone or two, because what is even has no right answer.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from game.cabinets.omok import board as b
from game.cabinets.omok import notation
from game.cabinets.omok.bots import BOTS, ExpertBot
from game.cabinets.omok.rules import Omok
from game.cabinets.omok.state import Options, board_of, far
from game.core.bots import BotSetup, Request
from game.core.match.match import Match

SIZE = 15
CLEAR = 150
"""A worth from which on the expert sees one side ahead."""


def opening(chance: Random, within: int) -> str:
    """Three stones by chance."""
    near = [y * SIZE + x for x in range(SIZE) for y in range(SIZE) if far(y * SIZE + x, SIZE) <= within]
    return notation.write(chance.sample(near, 3), SIZE)


def expert_says(position: str, rule: str, seed: int) -> int:
    """What the position is worth for white, who is to move, as the expert sees it when asked for a colour."""
    options = Options(rule=rule, colours="seat", position=position)  # type: ignore[arg-type]
    match = Match(Omok(), 2, options, seed, undo=False)
    view = match.view(1)
    expert = ExpertBot(BotSetup("omok", 1, 2, options, None, seed))
    return expert._stand(board_of(view), view.colour, expert.nodes)


def winner(position: str, rule: str, judge: str, seed: int) -> int:
    """The colour that wins when the judge plays itself; 0 for a draw."""
    options = Options(rule=rule, colours="seat", passing="off", position=position)  # type: ignore[arg-type]
    match = Match(Omok(), 2, options, seed, undo=False)
    bots = [BOTS[judge](BotSetup("omok", seat, 2, options, None, seed)) for seat in (0, 1)]
    while not match.over:
        (seat,) = match.waiting_for
        request = Request(match.turns(), match.view(seat), match.legal(seat), (), seed * 1000 + match.turns())
        assert match.offer(seat, bots[seat].decide(request)) is None
        match.tick(0.0)
    scores = match.scores()
    return b.BLACK if scores[0] > scores[1] else b.WHITE if scores[1] > scores[0] else b.EMPTY


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--openings", type=int, default=200)
    parser.add_argument("--judge", choices=tuple(BOTS), default="master")
    parser.add_argument("--rule", default="renju")
    parser.add_argument("--within", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance, began = Random(arguments.seed), time.process_time()
    told: dict[bool, list[float]] = {True: [], False: []}
    for number in range(arguments.openings):
        position = opening(chance, arguments.within)
        worth = expert_says(position, arguments.rule, number)
        taken = b.WHITE if worth >= 0 else b.BLACK
        won = winner(position, arguments.rule, arguments.judge, number)
        agrees = 0.5 if won == b.EMPTY else float(won == taken)
        told[abs(worth) >= CLEAR].append(agrees)
        print(number, position, worth, ("draw", "black", "white")[won], agrees, flush=True)
    clear, even = told[True], told[False]
    print(f"agreed: {sum(clear) + sum(even):g} of {len(clear) + len(even)}, where clear {sum(clear):g} of {len(clear)}")
    print(f"{time.process_time() - began:.0f} s")


if __name__ == "__main__":
    main()
