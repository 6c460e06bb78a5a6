"""Levels as a window opens them, for bench_mutations: on a desk of the Workshop, with the frames after it."""

from __future__ import annotations

import atexit
import os
from contextlib import ExitStack
from datetime import date
from functools import lru_cache
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import msgspec

from game.cabinets.workshop.beside.maker import Made, Wish
from game.cabinets.workshop.scenes.sharing import read_file
from game.cabinets.workshop.scenes.workshop import WorkshopScene
from game.core.forge.formats.codes import write_level, write_recipe
from game.core.forge.formats.document import write_json
from game.core.forge.formats.reading import read_source
from game.core.forge.formats.written import write_text
from game.core.forge.methods.registry import METHODS, level_of
from game.core.forge.model.level import Level, Recipe
from game.core.forge.proof.repair import Mended
from game.scenes import arcade
from tests.core.dear_options import SIX_SECONDS, full_levels
from tests.scenes.scene_driver import Driver, driving


class _Never:
    """A process beside the window that has not answered yet: what it does costs no frame anything."""

    busy = True

    def ask(self, wish: object, *, mend: bool = False) -> None:
        """Make nothing."""

    def poll(self) -> None:
        """Nothing is ready."""

    def close(self) -> None:
        """There is nothing to end."""


class _Maker(_Never):
    def ask(self, wish: Wish) -> None:  # type: ignore[override]
        """Make nothing."""

    def poll(self) -> tuple[Wish, Made] | None:  # type: ignore[override]
        """Nothing is ready."""
        return None


class _Prover(_Never):
    def poll(self) -> tuple[Level, Mended] | None:  # type: ignore[override]
        """Nothing is ready."""
        return None


@lru_cache(maxsize=1)
def _workshop() -> tuple[Driver, WorkshopScene]:
    kept = ExitStack()
    driver = kept.enter_context(
        driving(
            lambda context: WorkshopScene(
                context, lambda: arcade.setup(context, "workshop"), date(2026, 11, 24), _Prover, _Maker
            )
        )
    )
    atexit.register(kept.close)
    shown = driver.top
    assert isinstance(shown, WorkshopScene)
    return driver, shown


def open_level(path: Path) -> None:
    """Open a file as the Workshop does where one is dropped, and draw what comes of it. Raises SpokenError."""
    driver, shown = _workshop()
    shown.open_level(read_source(read_file(path)))
    shown.update(1.0)
    driver.step(1)


def harmful_levels() -> dict[str, bytes]:
    """Files of at most 64 KiB, made to take long, by name: what one is given, passes on and drops on a window."""
    _workshop()  # so that its own beginning is no file's
    bsp = METHODS["bsp"].version
    small = level_of(Recipe("bsp", bsp, 7, 16, 16))
    large = Recipe("bsp", bsp, 7, 256, 256, {"least_w": 5, "least_h": 5, "bend": "Z"})
    lie = msgspec.structs.replace(small, recipe=large)
    found = {
        "code of six seconds": SIX_SECONDS.encode(),
        "JSON of a level that is another one": write_json(lie),
        "text of a level that is another one": write_text(lie).encode(),
    }
    for method in METHODS.values():
        size = (256, 256) if method.kind == "dungeon" else (320, 48)
        found[f"code of {method.id}"] = write_recipe(Recipe(method.id, method.version, 7, *size)).encode()
    for number, level in enumerate(full_levels(4000)):
        found[f"code of things {number}"] = write_level(level).encode()
    for number, level in enumerate(full_levels(1200)):
        found[f"text of things {number}"] = write_text(level).encode()[: 1 << 16]
    flat = msgspec.structs.replace(small, width=320, height=192, tiles=b"\2" * 320 * 192, zones=b"", entities=())
    found["text of the largest map"] = write_text(flat).encode()[: 1 << 16]
    found["map alone"] = b"\n".join([b"." * 320] * 204)
    wall = [b"#" * 319 + b".", b"." + b"#" * 319]
    rows = [b"." * 320 if row % 2 == 0 else wall[row // 2 % 2] for row in range(203)]
    found["map of one long way"] = b"\n".join(rows)
    ends = b"thing start 0 0", b"thing exit 0 194"
    found["text of one long way"] = b"\n".join([b"dungeon 320 196", *rows[:196], *ends])
    found["map of doors"] = b"\n".join([b"ABCDEFGH" * 40] * 200)
    found["map of pillars"] = b"\n".join([b".#" * 160, b"." * 320] * 100)
    return found
