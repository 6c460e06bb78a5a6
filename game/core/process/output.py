"""Output of a stranger's code under headings that say where in the match it was printed."""

from __future__ import annotations

import io
import sys
import traceback
from collections.abc import Callable


class HeadedOutput(io.TextIOWrapper):
    """A text stream that writes a heading before printed text whenever the heading has changed."""

    def __init__(self, stream: io.TextIOWrapper, heading: Callable[[], str]) -> None:
        super().__init__(stream.detach(), "utf-8", "backslashreplace", line_buffering=True)
        self._heading = heading
        self._written = ""

    def write(self, text: str, /) -> int:
        """Write printed text, after a heading if that has changed. Returns the number of characters of the text."""
        heading = self._heading()
        if heading != self._written:
            self._written = heading
            super().write(f"[{heading}]\n")
        return super().write(text)


def head_output(heading: Callable[[], str]) -> None:
    """Send everything this process prints to standard error from now on, with headings."""
    assert isinstance(sys.stderr, io.TextIOWrapper)
    sys.stdout = sys.stderr = HeadedOutput(sys.stderr, heading)


def print_error(error: BaseException, file: str) -> None:
    """Print an exception to standard error. The traceback starts in the bot's own file if it passes through it."""
    begin = error.__traceback__
    while begin is not None and begin.tb_frame.f_code.co_filename != file:
        begin = begin.tb_next
    traceback.print_exception(type(error), error, begin or error.__traceback__)
