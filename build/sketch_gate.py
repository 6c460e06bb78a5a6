"""Check the drawing game's word lists: is each drawing, randomly varied, recognised as itself within its list?

python build/sketch_gate.py [LIST …] [--noise 20] [--times 20]: prints for every list the share recognised,
the drawings below 95 % and what they are mistaken for; and how soon a half-done drawing is recognised.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from random import Random

from game.cabinets.sketch.drawing import lists
from game.cabinets.sketch.drawing.recogniser import likeness
from game.cabinets.sketch.drawing.strokes import polylines
from game.cabinets.sketch.freehand.hand import by_hand

LEAST = 0.95
"""The least share of variations that must be recognised as the drawing itself."""
CONFUSED = 0.2
"""Share of mistaken variations from which a pair must be redrawn, or marked difficult."""


def guesses(entry: lists.WordList, index: int, noise: int, times: int, some: int | None = None) -> Counter[int]:
    """Count which drawings `times` variations of a drawing, or of `some` of its strokes, are recognised as."""
    taken: Counter[int] = Counter()
    strokes = polylines(entry.words[index].program or "")
    for time in range(times):
        random = Random(f"{entry.id} {entry.words[index].en} {time} {some}")
        chosen = strokes if some is None else random.sample(strokes, min(some, len(strokes)))
        seen = likeness([by_hand(points, random, noise) for points in chosen], entry.words)
        taken[seen.index(0)] += 1
    return taken


def main() -> None:
    """Print the figures of the lists."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lists", nargs="*", help="ids of the game's lists, or files; all if none is named")
    parser.add_argument("--noise", type=int, default=20, help="in thousandths of the paper's width")
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--strokes", type=int, nargs="*", default=[1, 2, 3, 4, 6])
    arguments = parser.parse_args()
    known = {entry.id: entry for entry in lists.load()}
    for name in arguments.lists or known:
        entry = known[name] if name in known else lists.read(Path(name))
        right = 0
        for index, word in enumerate(entry.words):
            taken = guesses(entry, index, arguments.noise, arguments.times)
            right += taken[index]
            if taken[index] < LEAST * arguments.times:
                others = {entry.words[other].en: count for other, count in taken.most_common() if other != index}
                mark = " CONFUSED" if max(others.values()) > CONFUSED * arguments.times else ""
                print(f"  {entry.id}: {word.en} {taken[index]}/{arguments.times}, taken for {others}{mark}")
        total = len(entry.words) * arguments.times
        early = []
        for some in arguments.strokes:
            times = max(1, arguments.times // 5)
            known_early = sum(guesses(entry, i, arguments.noise, times, some)[i] for i in range(len(entry.words)))
            early.append(f"{some}: {known_early / times / len(entry.words):.0%}")
        print(f"{entry.id}: {right / total:.1%} recognised; from strokes {', '.join(early)}")


if __name__ == "__main__":
    main()
