"""Troubles of bots in a match, printed for the bots' authors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from game.core.match.incident import Incident
from game.core.match.session import Failure, Trouble
from game.ground.texts import Texts

MOST_LINES = 5
"""The most failures of one seat that are printed; further ones say the same."""
_MOST = 200
"""The most characters printed of a request and an answer; the file has all of them."""


def told(words: Texts, troubles: Sequence[Trouble], replay: Path | None = None) -> Iterator[str]:
    """Yield the first failures of each seat, one sentence each, the very first with all details, and how to watch it.

    Troubles that end a bot for the rest of the match are always included.
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
    """Return a failure as JSON; its file has the full account."""
    failure = trouble.failure
    file = failure.incident.file if failure.incident else None
    return {"seat": trouble.seat, "step": trouble.number, "kind": failure.kind, "file": file}


def explanation(words: Texts, failure: Failure) -> Iterator[str]:
    """Yield the bot's request, its answer, its time, the end of its log, and the file with all of it."""
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
    """Return one failure as a sentence."""
    sentence = words.line(trouble.failure.key, trouble.failure.values)
    return words.line("incident.line", seat=trouble.seat, number=trouble.number, sentence=sentence)


def _asked(incident: Incident) -> str:
    return bytes(incident.asked).decode()


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST else line[: _MOST - 1] + "…"
