"""Hold Omok's forbidden points to the slow reading of the definitions on many boards.

    SOUK_PLAIN=1 python -m tests.bench.forbidden_omok renju --boards 2000

tells after every hundred boards how far it is; a difference ends it with the board's number.
"""

from __future__ import annotations

import argparse

from tests.cabinets.omok.test_rules import compared


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rule", choices=("renju", "korean", "general"))
    parser.add_argument("--boards", type=int, default=2000)
    arguments = parser.parse_args()
    found = 0
    for first in range(0, arguments.boards, 100):
        last = min(first + 100, arguments.boards)
        found += compared(arguments.rule, range(10_000 + first, 10_000 + last))
        print(f"{arguments.rule}: {last} boards, {found} forbidden points, no difference", flush=True)


if __name__ == "__main__":
    main()
