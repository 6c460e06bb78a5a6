"""The contract of a game's picture.

A stage is fed views and events and never sees a state. It draws a function of the view it shows and of time;
the same stage serves the table, a replay, the little screen of a stall on the title, and a screenshot.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from game.core.rules import ActionT, Event, Seat, Viewer, ViewT
from game.engine.canvas import Box, Canvas
from game.engine.input import Hand, InputEvent
from game.engine.text import Typeface
from game.settings import DEFAULT_PLAY_KEYS, PlayKey
from game.texts import Texts

READABLE_FROM = 0.6
"""Pixels a design unit below which numbers, marks and text on a board are left out."""
SETTLE = 0.15
"""Seconds after a hurried end in which a press is not taken for a choice: it was meant to hurry."""
REFUSED = 2.6
"""Seconds for which it is said why a choice was refused."""


@dataclass(frozen=True)
class Look:
    """How a seat appears everywhere: name, colour, pattern and shape, never colour alone."""

    name: str
    colour: str
    pattern: str
    shape: str
    person: bool = False
    """Played by a person at this screen."""
    banner: bytes | None = field(default=None, repr=False)
    """A PNG file that stands for it, where a game shows such."""


@dataclass(frozen=True)
class Tint:
    """How the pieces of one colour look where colours and seats are not the same (a seat may own two)."""

    colour: str
    pattern: str


@dataclass
class Surroundings:
    """What a stage is given: texts, looks, and ways to be heard. It reaches for nothing else."""

    texts: Texts
    typeface: Typeface
    looks: Sequence[Look]
    viewer: Viewer
    options: Any
    brief: Any = None
    tints: Sequence[Tint] = ()
    """The looks of the game's colours, by their number; empty where the seats' own looks are meant."""
    delays: Mapping[str, int] = field(default_factory=dict)
    """How long a movement takes, by its name, in milliseconds; a stage has its own default for each."""
    speed: float = 1.0
    """Animation speed: 2.0 is twice as fast; 0 shows everything at once."""
    reduced_motion: bool = False
    play_sound: Callable[[str], None] = field(default=lambda _sound: None)
    play_keys: Mapping[PlayKey, Sequence[str]] = field(default_factory=lambda: DEFAULT_PLAY_KEYS)
    """Keys of two people at one keyboard, for a game in real time: `game.kit.held` reads them."""
    hand: Hand = field(default_factory=Hand)
    """What is in hand at this screen, for words that name keys or buttons."""
    anchors: dict[Seat, tuple[float, float]] = field(default_factory=dict)
    """Where each seat's panel lies, in the stage's design units: what belongs to a seat comes from there."""


class Stage(ABC, Generic[ViewT, ActionT]):
    """The picture of one game, `width`×`height` design units large when drawn at the table.

    What only some stages can do is a part of its own in `game.engine.stage.parts`.
    """

    width: float = 624
    height: float = 624

    def __init__(self, surroundings: Surroundings) -> None:
        self.surroundings = surroundings
        self.view: ViewT | None = None
        """The goal: the view given last, even while the movement to it is under way."""

    @abstractmethod
    def reset(self, view: ViewT) -> None:
        """Show `view` at once, without animation: at the start, after a jump in a replay, after an undo."""

    @abstractmethod
    def show(self, view: ViewT, events: Sequence[Event]) -> None:
        """Go over from the view shown now to `view`, animating `events`; a movement under way is at its end at once.

        Nothing queues up here: whoever wants to see every step calls this when the stage is no more `busy`.
        """

    @abstractmethod
    def update(self, seconds: float) -> None:
        """Let time pass for the animations."""

    @property
    @abstractmethod
    def busy(self) -> bool:
        """Whether an animation is still running that a player would wait for."""

    @abstractmethod
    def hurry(self) -> None:
        """Finish every running animation now. When to hurry is decided by the table, never by the stage."""

    def choose(self, seat: Seat | None, legal: Sequence[ActionT] | None) -> None:
        """A person on this screen is to choose for `seat` among `legal`; None: nobody is."""

    def handle(self, event: InputEvent) -> ActionT | None:
        """Take an input (pointer in the stage's own design units); the action it chose, if it did."""

    def refuse(self, key: str) -> None:
        """The chosen action was refused for the reason under this text key: say it beside the pointer."""

    def suggest(self, action: ActionT) -> None:
        """Somebody advises the chooser to play `action`: put it in focus, as if it had been pointed at."""

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        """What the chooser is to do now, as a text key and its values; None when there is nothing to do."""
        return None

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        """How far the match is ("turn 33 of 48"), as a text key and its values."""
        return None

    @property
    def tells_number(self) -> bool:
        """Whether the head tells the number of the match; that of a set task would mean nothing to anybody."""
        return True

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw the whole stage on a canvas whose design frame is `width`×`height`.

        On a small canvas (a stall's screen) it leaves out what could not be read there.
        """

    def draw_over(self, canvas: Canvas) -> None:
        """Draw what flies over the panels (coins from seat to seat), once they are drawn, on the canvas of `draw`.

        That canvas is not clipped to the stage's frame: `anchors` lie outside of it.
        """

    def warm(self, canvas: Canvas) -> Iterator[None]:
        """Make the sprites that `draw` will need on such a canvas, a piece at a time."""
        yield from ()

    def draw_panel(self, canvas: Canvas, seat: Seat, box: Box) -> None:
        """Draw what `seat` owns into its panel: coins, rugs, points. The frame and name are there already."""
