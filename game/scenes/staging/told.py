"""A match's options other than the defaults, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.cabinets.listed import CABINETS
from game.core.cabinet import Cabinet
from game.core.options import Option, describe, names_in
from game.ground.texts import Texts


def unusual_options(
    game: str, given: Mapping[str, Any], texts: Texts, *, always_first: bool = True, seats: int | None = None
) -> list[str]:
    """Return a phrase for each option that this program knows whose value is not the default.

    With `always_first` also for the first option that is a choice, which says what kind of match it is. With `seats`,
    options that do not apply to that many seats are left out.
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
    """Return the name of a choice's value; a number is its own name."""
    return str(value) if isinstance(value, int) else texts.line(f"{key}.{value}")


def mode_told(cabinet: Cabinet, mode: str, seats: int, texts: Texts) -> str:
    """Return the name of a match's mode, as its room announces it.

    Empty for an unknown mode, and where it makes no difference for this many seats.
    """
    first = next(iter(describe(cabinet.info.options)), None)
    if first is None or first.kind != "choice" or mode not in first.choices or not first.matters(seats):
        return ""
    return choice_label(texts, f"{cabinet.id}.option.{first.name}", mode)
