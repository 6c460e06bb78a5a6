"""Checking the installation: the self-test in another process, shown line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from game.core.errors import reason
from game.core.process.process_group import worker_environment
from game.engine.canvas import Box
from game.engine.scene import Context
from game.engine.widgets import Panel, RichText, Widget, inset
from game.ground.version import VERSION
from game.scenes.page.page import PageScene
from game.scenes.process.program import ChildProgram


class Check(Protocol):
    """A check that runs elsewhere; a ChildProgram is one."""

    @property
    def exit_code(self) -> int | None: ...

    def line(self) -> str | None: ...

    def close(self) -> None: ...


def start_check(language: str) -> Check:
    """Start the self-test in a process of its own. Raises OSError."""
    environment = {**worker_environment(), "SDL_VIDEODRIVER": "dummy", "LANGUAGE": language, "SOUK_PLAIN": "1"}
    return ChildProgram(["selftest"], environment)


class InstallationCheck(PageScene):
    """Shows the output of `main.py selftest`, which is ended when the page is left."""

    upright = True

    def __init__(self, context: Context, start: Callable[[str], Check] = start_check) -> None:
        """`start` is called with the language of the report."""
        super().__init__(context)
        self._start = start
        self._lines: list[str] = []
        self._check: Check | None = None
        self._outcome = ""

    @property
    def heading(self) -> str:
        return self.context.texts.line("installation.title")

    @property
    def subheading(self) -> str:
        return f"Souk {VERSION}"

    def first_focus(self) -> Widget | None:
        return self._back

    def enter(self) -> None:
        super().enter()
        try:
            self._check = self._start(self.context.texts.language)
        except OSError as error:
            self._tell(self.context.texts.line("installation.not_started", reason=reason(error)))

    def leave(self) -> None:
        """End a check that is still running."""
        if self._check:
            self._check.close()

    def build_body(self, body: Box) -> Sequence[Widget]:
        edge = 12 if self.design.upright else 28
        return [Panel(self.style, body), RichText(self.style, self._report(), inset(body, edge, 20))]

    def _report(self) -> str:
        """Return the results so far, as rich text."""
        found = [f"- **{name}** {told}" for name, _, told in (line.partition(": ") for line in self._lines)]
        last = self._outcome or self.context.texts.line("installation.going_on")
        return "\n".join([*found, "", last])

    def update(self, seconds: float) -> None:
        super().update(seconds)
        check = self._check
        if check is None or self._outcome:
            return
        heard = len(self._lines)
        while (line := check.line()) is not None:
            self._lines.append(line)
        code = check.exit_code
        if code is not None:
            self._tell(self.context.texts.line("installation.good" if code == 0 else "installation.bad"))
        elif len(self._lines) > heard:
            self.rebuild()

    def _tell(self, outcome: str) -> None:
        self._outcome = outcome
        self.rebuild()
