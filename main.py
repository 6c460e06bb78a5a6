"""Souk: without a command it opens the arcade; `main.py --help` lists what else it does."""

import sys

from game.commands import main

if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support

        freeze_support()
    sys.exit(main())
