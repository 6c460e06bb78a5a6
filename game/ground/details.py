"""The details of a seat's result in words, for the window and for text output."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core.rules import SeatResult
from game.ground.texts import Texts


@dataclass(frozen=True)
class Detail:
    """One detail of a result; `worth` is its value out of a hundred, where a game gives one."""

    label: str
    value: str
    said: str
    """Label and value as one phrase."""
    worth: float | None = None
    part: int = 0


def details_of(line: SeatResult, game: str, texts: Texts) -> list[Detail]:
    """Return the details of a result for which the game has a text, as phrases where it has one for that too.

    A list of numbers in the result gives the worths, out of a hundred, of the details right before it.
    """
    found: list[Detail] = []
    for name, value in line.details.items():
        label = texts.maybe(f"{game}.result.{name}")
        if isinstance(value, list):
            first = len(found) - len(value)
            if first >= 0:
                found[first:] = [
                    replace(detail, worth=worth, part=part)
                    for part, (detail, worth) in enumerate(zip(found[first:], value, strict=True))
                ]
        elif label and value is not False:
            shown = texts.line("results.yes") if value is True else str(value)
            usual = label if value is True else texts.line("results.detail", label=label, value=value)
            found.append(Detail(label, shown, texts.maybe(f"{game}.result_said.{name}", {"value": value}) or usual))
    return found
