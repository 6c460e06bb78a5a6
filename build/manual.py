"""Print the man page, made from the command line's own declarations.

python build/manual.py > souk.6
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def manual() -> str:
    """Return the man page in roff."""
    from game.commands import COMMANDS, parser_of
    from game.ground.version import VERSION

    parser = parser_of(tuple(COMMANDS), "souk")
    lines = [
        f'.TH SOUK 6 "" "Souk {VERSION}" "Games"',
        ".SH NAME",
        "souk \\- an arcade of board and party games",
        ".SH SYNOPSIS",
        ".B souk",
        "[\\fICOMMAND\\fR [\\fIOPTIONS\\fR]]",
        ".SH DESCRIPTION",
        "Without a command the arcade opens in a window. Everything it does can also be done without one:",
        *_commands(parser),
        ".SH EXIT STATUS",
        "0 done; 1 it could not be done, and a sentence on standard error says why; 2 wrong usage.",
        ".SH ENVIRONMENT",
        ".TP",
        ".B SOUK_HOME",
        "a folder in which settings, replays, pictures and logs are kept instead of the user's own folders",
    ]
    return "\n".join(lines) + "\n"


def _commands(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield a section for each command, with its options."""
    (choice,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    told = {line.dest: line.help for line in choice._choices_actions}
    for name, command in choice.choices.items():
        yield f".SS {_plain(name)}"
        yield _plain(told.get(name) or "")
        for action in command._actions:
            if action.option_strings and action.dest != "help":
                words = ", ".join(action.option_strings)
                value = f" {action.metavar or action.dest.upper()}" if action.nargs != 0 else ""
                yield from (".TP", f".B {_plain(words + value)}", _plain(action.help or ""))


def _plain(text: str) -> str:
    """Escape a text for roff."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace("%%", "%")


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    sys.path.insert(0, str(ROOT))
    print(manual(), end="")
