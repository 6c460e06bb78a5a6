"""What happened to bots in a match, printed for who wrote them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from game.core.match.incident import Incident
from game.core.match.session import Failure, Trouble
from game.texts import Texts

MOST_LINES = 5
"""Failures of a seat that are told at all; more of them say the same."""
_MOST = 200
"""Characters of what was asked and said; the file has all of it."""


def told(words: Texts, troubles: Sequence[Trouble], replay: Path | None = None) -> Iterator[str]:
    """The first failures of each seat in a sentence, the very first with all that is known, and where to watch it.

    What ends a bot for the rest of the match is told in any case.
    """
    met: Counter[int] = Counter()
    for trouble in troubles:
        met[trouble.seat] += 1
        if met[trouble.seat] <= MOST_LINES or trouble.failure.final:
            yield _line(words, trouble)
        if met[trouble.seat] == 1:
            yield from explanation(words, trouble.failure)
            if replay is not None:
                yield words.line("incident.replay", path=str(replay), step=trouble.number)
        if trouble.failure.final:
            yield words.line("incident.final", seat=trouble.seat)
    for seat, count in met.items():
        if count > MOST_LINES:
            yield words.line("incident.more", seat=seat, count=count - MOST_LINES)


def as_document(trouble: Trouble) -> dict[str, Any]:
    """A failure for programs; all that is known of it is in the file."""
    failure = trouble.failure
    file = failure.incident.file if failure.incident else None
    return {"seat": trouble.seat, "step": trouble.number, "kind": failure.kind, "file": file}


def explanation(words: Texts, failure: Failure) -> Iterator[str]:
    """What the bot was asked, what it said, how long it took, the end of its log, and the file that has it all."""
    incident = failure.incident
    if incident is None:
        return
    yield words.line("incident.asked", asked=_short(_asked(incident)))
    yield words.line("incident.said", said=_short(incident.said)) if incident.said else words.line("incident.silent")
    if incident.seconds is not None:
        yield words.line("incident.seconds", seconds=round(incident.seconds, 2))
    if incident.log:
        yield words.line("incident.log", path=failure.log or "")
        yield from (f"    | {line}" for line in incident.log)
    if incident.file:
        yield words.line("incident.file", path=incident.file)
        yield words.line("incident.ask", path=incident.file)


def _line(words: Texts, trouble: Trouble) -> str:
    """One failure in a sentence."""
    sentence = words.line(trouble.failure.key, trouble.failure.values)
    return words.line("incident.line", seat=trouble.seat, number=trouble.number, sentence=sentence)


def _asked(incident: Incident) -> str:
    return bytes(incident.asked).decode()


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST else line[: _MOST - 1] + "…"
