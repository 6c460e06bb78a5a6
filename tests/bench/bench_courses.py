"""What courses of Rooftops ask of a person: when the first thing comes, how long one rests, how often one falls.

    python -m tests.bench.bench_courses [--method ideas] [--levels 100]

The straight runner holds right and presses jump only where running on would end in a death or at a wall, as late as
that still helps. The person who stumbles presses up to six ticks early or late (`bench_rooftops.stumbled`).
`way` is the middle length of the ways that proofs found; deaths are the mean of those who stumble. All figures
are of ticks, and the same on any machine.
"""

from __future__ import annotations

import argparse
from statistics import mean, median

from game.cabinets.rooftops.course import DIFFICULTIES, course_of
from game.core.forge.proof.platform import prove
from tests.bench.bench_rooftops import stumbled
from tests.cabinets.rooftops.straight import rests


def figures(method: str, difficulty: int, levels: int, stumbles: int) -> str:
    """A row of the table in docs/rooftops.md."""
    firsts, all_rests, pars = list[int](), list[int](), list[int]()
    for number in range(1, levels + 1):
        course = course_of(method, 160, difficulty, "", number)
        rested, first = rests(course)
        firsts.append(first)
        all_rests += rested
        proof = prove(course.level)
        pars += [proof.ticks] if proof.proved else []
    runs = [stumbled(method, difficulty, number) for number in range(1, stumbles + 1)]
    deaths, ordered = [deaths for _, deaths in runs], sorted(all_rests)
    near = sum(first <= 10 for first in firsts)
    rest = f"{median(ordered) / 60:.1f} · {ordered[len(ordered) * 95 // 100] / 60:.1f} · {ordered[-1] / 60:.1f}"
    goals = f"{sum(goal for goal, _ in runs)} of {stumbles}"
    return (
        f"| {difficulty} | {near} of {levels}, last {max(firsts)} | {rest} | {len(pars)} of {levels} | "
        f"{median(pars) / 60:.1f} s | {mean(deaths):.1f} | {goals} |"
    )


def main() -> None:
    """Print the table of a method."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--method", choices=tuple(DIFFICULTIES), default="ideas")
    parser.add_argument("--levels", type=int, default=100)
    parser.add_argument("--stumbles", type=int, default=100)
    asked = parser.parse_args()
    print("| difficulty | first thing ≤ column 10 | rests: middle · p95 · worst | proved | way | deaths | goals |")
    print("|---|---|---|---|---|---|---|")
    for difficulty in range(5):
        print(figures(asked.method, difficulty, asked.levels, asked.stumbles), flush=True)


if __name__ == "__main__":
    main()
