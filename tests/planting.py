"""Games that stand on the street for a test alone: known rules and stages under other names and kinds."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import ModuleType
from typing import Any

import msgspec

from game import paths, texts
from game.cabinets.listed import CABINETS
from game.cabinets.stages import PRESENTATIONS
from game.core.cabinet import Kind

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
def planted(games: Sequence[tuple[str, str, str, Kind]] = NAMES) -> Iterator[list[str]]:
    """The ids of the games, while they are listed. Each is played like one of those there are."""
    module: Any = ModuleType(_MODULE)
    sys.modules[_MODULE] = module
    tables = {language: texts._table(language, paths.assets() / "texts") for language in texts.LANGUAGES}
    added: list[tuple[Any, str]] = []
    models = ("marrakech", "nullgame", "slime")
    try:
        for number, (game, *named, kind) in enumerate(games):
            model = models[number % len(models)]
            cabinet = CABINETS[model]
            info = msgspec.structs.replace(cabinet.info, id=game)
            rules = type(f"Planted{number}", (type(cabinet.rules),), {"info": info})()
            setattr(module, game, replace(cabinet, rules=rules, kind=kind, template=False))
            setattr(module, f"{game}_shown", replace(PRESENTATIONS[model], stall=None, more=(), samples={}))
            CABINETS._places[game] = f"planted:{game}"
            PRESENTATIONS._places[game] = f"planted:{game}_shown"
            for language, name in zip(("en", "ko"), named, strict=True):
                table: Any = tables[language]
                for key, text in [*table.items()]:
                    if key.startswith(f"{model}."):
                        table[game + key.removeprefix(model)] = text
                        added.append((table, game + key.removeprefix(model)))
                table[f"{game}.name"] = name
        yield [game for game, *_ in games]
    finally:
        for game, *_ in games:
            CABINETS._places.pop(game, None)
            PRESENTATIONS._places.pop(game, None)
        for table, key in added:
            table.pop(key, None)
        del sys.modules[_MODULE]
