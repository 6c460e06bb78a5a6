"""What a game declares about its picture, so that scenes can show any game without knowing it.

Everything heavy is named as `module:name` below `game.cabinets` and imported when first asked for, so that the street
opens before stages are loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from game.core.rules import Seat
from game.engine.canvas import Box, Canvas
from game.engine.scene import Context, Scene
from game.engine.stage.contract import Look, Tint
from game.engine.stage.stall import Stall

SeatSign: TypeAlias = Callable[[Canvas, Box, Seat, Sequence[Tint]], None]
"""Draws what a seat plays with into a box, in the looks of its colours."""

Opened: TypeAlias = Callable[[Context], Scene]
OpenedStall: TypeAlias = Callable[[Context, Callable[[], Scene]], Scene]
"""Makes the scene that a stall opens, given a function that makes the setup of the same game, to lead there."""
Reference: TypeAlias = Callable[[Any, Any, bool], Opened | None]
"""Returns what may be looked up in a match, from its options, its view (None before it begins) and whether it is
running; None if there is nothing.
"""

Account: TypeAlias = Callable[[Any, Any, Sequence[Look]], Opened | None]
"""Returns a page about how a match went, from its brief, its view and the looks of its seats; None if there is none."""


@dataclass(frozen=True)
class Entry:
    """A scene of the game's own, such as puzzles, an editor or a gallery, reached from the stall and the setup.

    Its texts are `<game>.more.<name>.title` and `.help`.
    """

    name: str
    icon: str
    scene: str
    """Name of the function that makes the scene from a Context; the function may raise SpokenError."""


@dataclass(frozen=True)
class Presentation:
    """A game's picture and what belongs to it."""

    stage: str
    """Name of the class of the game's stage."""
    stall: Stall | None = None
    """How the game's stall is built; None gives a plain stall in colours derived from the game's id."""
    sounds: Sequence[str] = ()
    """Sounds of the game besides the house's: names of files in assets/sounds, with texts `<game>.sound.<name>`."""
    delays: Mapping[str, int] = field(default_factory=dict)
    """Milliseconds of the game's movements by name, at normal speed, with texts `<game>.delay.<name>`."""
    more: Sequence[Entry] = ()
    """Further scenes of the game."""
    reference: str | None = None
    """Name of the `Reference` that menus, results and a room lead to; None: there is nothing to look up."""
    account: str | None = None
    """Name of the `Account` that menus and results lead to; None: results say everything."""
    editing: str | None = None
    """Name of the class of the game's `Editing` (game/scenes/study/editing.py); None: positions cannot be edited."""
    puzzles: str | None = None
    """Name of the class of the game's `PuzzleBook`; None: the game has no puzzles."""
    quiz: str | None = None
    """Name of the class of the game's `SpotQuiz`; None: the game has no quiz."""
    explorer: str | None = None
    """Name of the class of the game's `OpeningBook` for the explorer; None: the game has none."""
    whole: bool = False
    """Whether a card in the lobby shows the whole picture, small, because its middle alone says nothing."""
    seat_sign: str | None = None
    """Name of the `SeatSign` drawn on a seat's card in the setup; None: the seat's shape."""
    points: bool = True
    """Whether scores are points that people count; else they only tell who is ahead, and results hide them."""
    pictures: str | None = None
    """Name of the function that makes the pictures which the rules' text names as `![name]`, by name, from the stage's
    class and its surroundings; None: the rules have no pictures.
    """
    guide: str | None = None
    """Name of the `Guide` of a first match, with texts `<game>.guide.<step>`; None: there is none, or there are
    several.
    """
    guides: Mapping[str, str] = field(default_factory=dict)
    """Names of several `Guide`s, by id, in the order of their list, instead of `guide`.

    Their texts are `<game>.guide.<id>.title`, `.line` (what the guide teaches) and `.<step>`.
    """
    opens: str | None = None
    """Name of the `OpenedStall` that makes the scene which the stall opens; None: the setup of a match."""
    plays: tuple[str, ...] = ()
    """Kinds of generated levels that the game plays: a maker of levels finds games by them (`games_that_play`)."""
