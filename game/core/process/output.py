"""What strange code prints, headed by where it was printed: of a bot, the step of the match."""

from __future__ import annotations

import io
import sys
import traceback
from collections.abc import Callable


class HeadedOutput(io.TextIOWrapper):
    """A text stream that writes a heading before what is printed whenever the heading has changed."""

    def __init__(self, stream: io.TextIOWrapper, heading: Callable[[], str]) -> None:
        super().__init__(stream.detach(), "utf-8", "backslashreplace", line_buffering=True)
        self._heading = heading
        self._written = ""

    def write(self, text: str, /) -> int:
        """Write what was printed."""
        heading = self._heading()
        if heading != self._written:
            self._written = heading
            super().write(f"[{heading}]\n")
        return super().write(text)


def head_output(heading: Callable[[], str]) -> None:
    """From here on whatever this process prints on either standard stream goes to the second one, with headings."""
    assert isinstance(sys.stderr, io.TextIOWrapper)
    sys.stdout = sys.stderr = HeadedOutput(sys.stderr, heading)


def print_error(error: BaseException, file: str) -> None:
    """Print an exception to standard error, beginning at the bot's own file where it came through it."""
    begin = error.__traceback__
    while begin is not None and begin.tb_frame.f_code.co_filename != file:
        begin = begin.tb_next
    traceback.print_exception(type(error), error, begin or error.__traceback__)
