"""What a game declares of its picture, so that the house can show it without knowing it.

Everything heavy is named as `module:name` below `game.cabinets` and imported when it is first asked for: a street of
many stalls opens before their stages are loaded.
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
"""Makes the scene that a stall opens. It is given what makes the setup of the same game, for a way there."""
Reference: TypeAlias = Callable[[Any, Any, bool], Opened | None]
"""What may be looked up in a match: of its options, its view (None before it begins), and whether it is under way.

None where nothing may be."""

Account: TypeAlias = Callable[[Any, Any, Sequence[Look]], Opened | None]
"""What a page says of how a match went: of its brief, its view, the looks of its seats. None where nothing can be."""


@dataclass(frozen=True)
class Entry:
    """A scene of a game's own: puzzles, an editor, a gallery. It hangs at the stall and in the setup.

    Its texts are `<game>.more.<name>.title` and `.help`.
    """

    name: str
    icon: str
    scene: str
    """Where the function is found that makes the scene from a Context. May raise SpokenError."""


@dataclass(frozen=True)
class Presentation:
    """A game's picture and what belongs to it."""

    stage: str
    """Where the class of its stage is found."""
    stall: Stall | None = None
    """None: one like others, in colours that follow from the game's id."""
    sounds: Sequence[str] = ()
    """What it plays beside the house's sounds: names of files in assets/sounds; `<game>.sound.<name>` in texts."""
    delays: Mapping[str, int] = field(default_factory=dict)
    """How long its movements take at the normal pace, in milliseconds; `<game>.delay.<name>` in texts."""
    more: Sequence[Entry] = ()
    """Scenes of its own."""
    reference: str | None = None
    """Where the `Reference` is found that menus, results and a room lead to. None: there is nothing to look up."""
    account: str | None = None
    """Where the `Account` is found that menus and results lead to. None: results say it all."""
    editing: str | None = None
    """Where the class of its `Editing` (game/scenes/study/editing.py) is found. None: positions cannot be edited."""
    puzzles: str | None = None
    """Where the class of its `PuzzleBook` is found. None: it has none."""
    quiz: str | None = None
    """Where the class of its `SpotQuiz` is found. None: it has none."""
    explorer: str | None = None
    """Where the class of its `OpeningBook` is found, whose openings are explored. None: it has none."""
    samples: Mapping[str, str] = field(default_factory=dict)
    """Scenes that `screenshot` can draw, by name: where the function is found that makes each from a Moment."""
    whole: bool = False
    """Whether a card in the lobby shows all of it, small: its middle alone says nothing."""
    seat_sign: str | None = None
    """Where the `SeatSign` is found that stands on a seat's card in the setup; None: the seat's shape."""
    points: bool = True
    """Whether scores are points that people count; else they only tell who is ahead, and results show none."""
    pictures: str | None = None
    """Where the function is found that makes the pictures which the text of the rules names with `![name]`, by name: of
    its stage's class and of surroundings. None: it has none."""
    guide: str | None = None
    """Where the `Guide` of a first match is found; `<game>.guide.<step>` in texts. None: it brings none, or several."""
    guides: Mapping[str, str] = field(default_factory=dict)
    """Where each of several `Guide`s is found, by its id, in the order of their list; in place of `guide`.

    In texts `<game>.guide.<id>.title`, `.line` (what one learns there) and `.<step>`."""
    opens: str | None = None
    """Where the `OpenedStall` is found that makes what the stall opens. None: the setup of a match."""
    plays: tuple[str, ...] = ()
    """The kinds of level that it plays: whatever makes levels finds it by them (`games_that_play`)."""
