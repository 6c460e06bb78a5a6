"""Souk: without a command it opens the arcade; `main.py --help` lists what else it does."""

import sys

try:
    from game.commands import main
except ModuleNotFoundError as missing:
    if missing.name and missing.name.partition(".")[0] == "game":
        raise
    sys.exit(f"Souk needs {missing.name}, which is not installed here. In this folder: python -m pip install -e .")

if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support

        freeze_support()
    sys.exit(main())
