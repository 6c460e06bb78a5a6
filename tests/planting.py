"""Games that stand on the street for a test alone: known rules and stages under other names and kinds."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType, ModuleType
from typing import Any

import msgspec

from game.cabinets.listed import CABINETS
from game.cabinets.stages import PRESENTATIONS
from game.core.cabinet import Kind
from game.ground import paths, texts

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_MODULE = "game.cabinets.planted"
NAMES = (
    ("checkers", "Checkers", "체커", Kind.BOARD),
    ("mills", "Nine Mills", "아홉 맷돌", Kind.BOARD),
    ("caravan", "Caravan of Gems", "보석 상인들의 행렬", Kind.BOARD),
    ("island", "Island of Tiles", "타일의 섬", Kind.BOARD),
    ("strokes", "Sketch It", "그림 맞히기", Kind.PARTY),
    ("riddles", "Word Bazaar", "낱말 장터", Kind.PARTY),
    ("desert", "Desert Railways", "사막의 철길", Kind.WORKSHOP),
    ("levels", "Level Maker", "미로 만들기", Kind.WORKSHOP),
    ("trick", "Trick & Trump", "트릭과 트럼프", Kind.PARTY),
)


@contextmanager
def planted(
    games: Sequence[tuple[str, str, str, Kind]] = NAMES,
    *,
    cabinet: Mapping[str, Any] = _NOTHING,
    shown: Mapping[str, Any] = _NOTHING,
    things: Mapping[str, Any] = _NOTHING,
    words: Mapping[str, str] = _NOTHING,
    models: Sequence[str] = ("marrakech", "nullgame", "slime"),
) -> Iterator[list[str]]:
    """The ids of the games, while they are listed. Each is played like one of the `models`.

    `cabinet` and `shown` are what their Cabinet and Presentation have of their own; `things` are found as
    `planted:<name>`; `words` are further texts by their key behind the id, the same in both languages.
    """
    module: Any = ModuleType(_MODULE)
    for name, thing in things.items():
        setattr(module, name, thing)
    sys.modules[_MODULE] = module
    tables = {language: texts._table(language, paths.assets() / "texts") for language in texts.LANGUAGES}
    try:
        for number, (game, *named, kind) in enumerate(games):
            model = models[number % len(models)]
            pattern = CABINETS[model]
            info = msgspec.structs.replace(pattern.info, id=game)
            rules = type(f"Planted{number}", (type(pattern.rules),), {"info": info})()
            own = {"rules": rules, "kind": kind, **cabinet}
            setattr(module, game, replace(pattern, **own))
            bare = replace(PRESENTATIONS[model], stall=None, more=())
            setattr(module, f"{game}_shown", replace(bare, **shown))
            CABINETS.places[game] = f"planted:{game}"
            PRESENTATIONS.places[game] = f"planted:{game}_shown"
            for language, name in zip(("en", "ko"), named, strict=True):
                known = tables[language].of(model)
                tables[language].read[game] = {
                    **{game + key.removeprefix(model): text for key, text in known.items()},
                    f"{game}.name": name,
                    **{f"{game}.{key}": text for key, text in words.items()},
                }
        yield [game for game, *_ in games]
    finally:
        for game, *_ in games:
            CABINETS.places.pop(game, None)
            PRESENTATIONS.places.pop(game, None)
            for table in tables.values():
                table.read.pop(game, None)
        del sys.modules[_MODULE]
