"""What a room plays, in words: what of its options is not as usual, and the page of its rules."""

from __future__ import annotations

from typing import Any

from game.cabinets.listed import CABINETS
from game.core.options import Option, describe, names_in
from game.scenes.setup.options import choice_label
from game.texts import Texts
from net.messages import RoomState


def options_told(room: RoomState, texts: Texts) -> list[str]:
    """A phrase for each option that is not as usual, its first choice always: that is what kind of match it is.

    Empty where this program does not know the game in that version.
    """
    cabinet = CABINETS.get(room.game)
    if cabinet is None or cabinet.info.version != room.version:
        return []
    usual = cabinet.options_in(texts.language)
    told = []
    for number, option in enumerate(describe(cabinet.info.options)):
        value = room.options.get(option.name, option.default)
        kind = number == 0 and option.kind == "choice"
        if option.kind != "text" and (kind or value != usual[option.name]):
            told.append(_phrase(room.game, option, value, texts))
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
