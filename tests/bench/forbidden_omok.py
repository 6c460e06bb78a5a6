"""Hold Omok's forbidden points to the slow reading of the definitions on many boards.

    SOUK_PLAIN=1 python -m tests.bench.forbidden_omok renju --boards 2000

takes 37 ms of one core a board; a difference ends it with the board's number.
"""

from __future__ import annotations

import argparse

from tests.test_omok_rules import compared


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rule", choices=("renju", "korean", "general"))
    parser.add_argument("--boards", type=int, default=2000)
    arguments = parser.parse_args()
    found = compared(arguments.rule, range(10_000, 10_000 + arguments.boards))
    print(f"{arguments.rule}: {arguments.boards} boards, {found} forbidden points, no difference")


if __name__ == "__main__":
    main()
