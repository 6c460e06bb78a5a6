"""`main.py screenshot SCENE`: draw any scene without a window, and write the picture.

The scenes are made in `tests/showroom`, which a checkout has and an installation has not.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from game.commands.shared.declaring import declare
from game.commands.shared.errors import CommandError
from game.commands.shared.numbers import seed as read_seed
from game.commands.shared.numbers import whole
from game.commands.shared.seats import cabinet_named
from game.core.errors import reason
from game.ground.texts import LANGUAGES

if TYPE_CHECKING:
    import pygame

SIZE = re.compile(r"(\d{3,4})x(\d{3,4})")
LEAST, MOST = (320, 180), (7680, 4320)
WISHES = ("method", "preset", "step", "layers")
USUAL_TURN, MOST_TURNS = 12, 1_000_000


def add_parser(subparsers: Any) -> None:
    """Declare the command `screenshot`."""
    parser = declare(
        subparsers,
        "screenshot",
        "draw a scene into a PNG file",
        example="table --game GAME --turn 20 --lang ko --out table.png",
    )
    parser.add_argument(
        "scene", help="title, setup, table, results, lobby, waiting-room, lan-table …; a wrong name lists all"
    )
    parser.add_argument("--game", help="of which game; else of the first, or of the one that has such a scene")
    parser.add_argument("--seed", type=read_seed, default=0)
    parser.add_argument(
        "--turn", type=whole(0, MOST_TURNS), metavar="N", help="turns played before the picture; else 12, or to the end"
    )
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="of the game; see `list`")
    parser.add_argument("--method", metavar="NAME", help="of a workshop: what makes its level")
    parser.add_argument("--preset", metavar="NAME", help="of that method")
    parser.add_argument("--step", metavar="N", help="of its making, else the level is shown whole")
    parser.add_argument("--layers", metavar="NAMES", help="with commas: what of it is shown over its squares")
    parser.add_argument("--size", default="1280x720", metavar="WxH")
    parser.add_argument("--lang", choices=LANGUAGES, default="en")
    parser.add_argument("--text-size", type=whole(100, 150), default=100, metavar="100…150")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.png")


def run(arguments: argparse.Namespace) -> int:
    """Draw the scene that was asked for, and write it."""
    if arguments.game:
        cabinet_named(arguments.game)
    if not arguments.out.absolute().parent.is_dir():
        raise CommandError("cli.error.no_folder", path=str(arguments.out.parent))
    from game.engine.scene import SceneStack

    forgiven, SceneStack.forgiving = (
        SceneStack.forgiving,
        False,
    )  # an exception must fail the command, not show an error page
    try:
        picture = _picture(arguments)
    finally:
        SceneStack.forgiving = forgiven
    from game.engine.pictures import write_png

    try:
        write_png(picture, arguments.out)
    except OSError as error:
        raise CommandError("cli.error.write", path=str(arguments.out), why=reason(error)) from error
    return 0


def _picture(arguments: argparse.Namespace) -> pygame.Surface:
    return picture_of(
        arguments.scene,
        game=arguments.game,
        seed=arguments.seed,
        turn=USUAL_TURN if arguments.turn is None else arguments.turn,
        size=_size(arguments.size),
        language=arguments.lang,
        text_size=arguments.text_size,
        options=tuple(arguments.option),
        exact=arguments.turn is not None,
        wishes={name: value for name in WISHES if (value := getattr(arguments, name)) is not None},
    )


def picture_of(
    scene: str,
    *,
    game: str | None = None,
    seed: int = 0,
    turn: int = USUAL_TURN,
    size: tuple[int, int] = (1280, 720),
    language: str = "en",
    text_size: int = 100,
    options: tuple[str, ...] = (),
    exact: bool = False,
    wishes: Mapping[str, str] = MappingProxyType({}),
) -> pygame.Surface:
    """Draw a scene after a short time, under a fake clock, with default settings.

    Raises CommandError for an unknown scene, for an `exact` turn that the match does not reach, and where there is no
    showroom.
    """
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    drawn: pygame.Surface = _showroom().picture(
        scene, game, seed, turn, size, language, text_size, options, exact=exact, wishes=wishes
    )
    return drawn


def _showroom() -> ModuleType:
    try:
        return import_module("tests.showroom.scenes")
    except ModuleNotFoundError as missing:
        if not (missing.name or "").startswith("tests"):
            raise
        raise CommandError("cli.error.showroom") from missing


def _size(text: str) -> tuple[int, int]:
    written = SIZE.fullmatch(text)
    size = (int(written[1]), int(written[2])) if written else (0, 0)
    if not all(low <= length <= high for low, length, high in zip(LEAST, size, MOST, strict=True)):
        raise CommandError("cli.error.size", text=text)
    return size
