"""Asking a person, once for each program, whether it may run with their rights."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence

from game.core.bot.loading import COMMAND_PREFIX
from game.engine.scene import Context
from game.engine.widgets import Answer, Dialog, escape
from game.ground.consent import agree, unasked

_WIDTH = 640.0
_MOST_NAMED = 6


def asking_first(context: Context, specs: Iterable[str], go: Callable[[], object]) -> None:
    """Call `go`, at once if the person has agreed to all programs among the specifications, else once they do."""
    programs = unasked(specs)
    if programs:
        context.stack.push(ConsentDialog(context, programs, go))
    else:
        go()


class ConsentDialog(Dialog):
    """Names programs that are about to run for the first time, and says what they may do."""

    def __init__(self, context: Context, programs: Sequence[str], go: Callable[[], object]) -> None:
        """`go` is called when the person agrees; it may change the stack, from which the dialog is gone then."""
        line = context.texts.line
        names = [program.removeprefix(COMMAND_PREFIX) for program in programs]
        listed = [f"- {escape(name)}" for name in [*names[:_MOST_NAMED], *["…"][: len(names) > _MOST_NAMED]]]
        answers = (
            Answer(line("consent.no"), None, primary=True),
            Answer(line("consent.always"), "always"),
            Answer(line("consent.once"), "once", "play"),
        )
        text = "\n\n".join(("\n".join(listed), line("consent.text")))
        super().__init__(context, line("consent.title"), text, answers, width=_WIDTH)
        self._programs, self._go = programs, go

    def _answer(self, answer: Answer) -> None:
        super()._answer(answer)
        if answer.value is not None:
            with contextlib.suppress(OSError):  # where nothing can be remembered, the next run asks again
                agree(self._programs, always=answer.value == "always")
            self._go()
