"""What a seat's result is made of, in words: for the window, and for a match without one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core.rules import SeatResult
from game.texts import Texts


@dataclass(frozen=True)
class Detail:
    """One thing that a result is made of, and what it came to of a hundred where a game says so."""

    label: str
    value: str
    said: str
    """Both as one would say them."""
    worth: float | None = None
    part: int = 0


def details_of(line: SeatResult, game: str, texts: Texts) -> list[Detail]:
    """What a result is made of: what the game has a text for, and as it is said where it has a text for that.

    A list of numbers tells what each of the details right before it came to, of a hundred.
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
