"""Make the drills of Word Lanterns: syllables or letters from which only one ordinary word forces a win, by the solver.

    python build/words_drills.py

writes game/cabinets/words/data/drills.txt, which is committed: mode, words of one's own to the end, sign, the word.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from game.cabinets.words.book import book  # noqa: E402
from game.cabinets.words.drills import DATA, KINDS, options_of  # noqa: E402
from game.cabinets.words.solved import solver_of  # noqa: E402

MOST_LEVEL = 5


def drills(mode: str) -> Iterator[tuple[int, str, str]]:
    """Yield level, sign and word of every drill of a mode."""
    options = options_of(mode)
    rules, solver = book(options), solver_of(options)
    for sign in sorted({word[-1] if mode == "front" else word[0] for word in rules.lexicon.words}):
        label = solver.label(sign)
        if label is None or not label.wins or len(rules.forms(sign)) > 1:
            continue
        winning = []
        for number in rules.candidates((sign,), 0):
            word = rules.lexicon.words[number]
            if not rules.leaves(word, 0, ()):
                continue
            after = solver.label(rules.ends(word)[1])
            if after is not None and not after.wins:
                winning.append((after.depth // 2 + 1, word))
        if len(winning) == 1 and winning[0][0] <= MOST_LEVEL:
            yield (*winning[0][:1], sign, winning[0][1])


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    lines = [f"{mode}\t{level}\t{sign}\t{word}\n" for mode in KINDS for level, sign, word in sorted(drills(mode))]
    DATA.write_text("".join(lines), encoding="utf-8")
    print(f"{len(lines)} drills")


if __name__ == "__main__":
    main()
