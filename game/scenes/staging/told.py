"""Options of a match that differ from the usual, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.cabinets.listed import CABINETS
from game.core.cabinet import Cabinet
from game.core.options import Option, describe, names_in
from game.texts import Texts


def unusual_options(
    game: str, given: Mapping[str, Any], texts: Texts, *, always_first: bool = True, seats: int | None = None
) -> list[str]:
    """A phrase for each option of a game that this program knows whose value is not as usual.

    With `always_first` also for the first one that is a choice: that is what kind of match it is. Of a match with so
    many `seats`, nothing is told of options that are for others.
    """
    cabinet = CABINETS[game]
    usual = cabinet.options_in(texts.language)
    told = []
    for number, option in enumerate(describe(cabinet.info.options)):
        value = given.get(option.name, option.default)
        kind = always_first and number == 0 and option.kind == "choice"
        if seats is not None and not option.matters(seats):
            continue
        if option.kind != "text" and (kind or value != usual[option.name]):
            told.append(_phrase(game, option, value, texts))
    return told


def _phrase(game: str, option: Option, value: Any, texts: Texts) -> str:
    key = f"{game}.option.{option.name}"
    return f"{texts.line(f'{key}.title')}: {_said(key, option, value, texts)}"


def _said(key: str, option: Option, value: Any, texts: Texts) -> str:
    if option.kind == "bool":
        return texts.line("setup.yes" if value else "setup.no")
    if option.kind == "choice" and value in option.choices:
        return choice_label(texts, key, value)
    if option.kind == "names":
        return ", ".join(texts.maybe(f"{key}.{name}") or name.partition("@")[0] for name in names_in(value)) or "–"
    return str(value)


def choice_label(texts: Texts, key: str, value: int | str) -> str:
    """What a value of a choice is called; a number is called itself."""
    return str(value) if isinstance(value, int) else texts.line(f"{key}.{value}")


def mode_told(cabinet: Cabinet, mode: str, seats: int, texts: Texts) -> str:
    """What the mode of a match is called, as its room announces it.

    Empty for one that this program does not know, and where it changes nothing for so many seats.
    """
    first = next(iter(describe(cabinet.info.options)), None)
    if first is None or first.kind != "choice" or mode not in first.choices or not first.matters(seats):
        return ""
    return choice_label(texts, f"{cabinet.id}.option.{first.name}", mode)
