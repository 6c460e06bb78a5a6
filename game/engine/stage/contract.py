"""The contract of a game's picture.

A stage is given views and events and never sees a state. What it draws follows from the view it shows and from time.
The same stage serves a table, a replay, the small screen of a stall on the title page, and a screenshot.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, NamedTuple

from game.core.rules import ActionT, Event, Seat, Viewer, ViewT
from game.engine.canvas import Box, Canvas
from game.engine.input import Hand, InputEvent
from game.engine.stillness import MOVES
from game.engine.text import Typeface
from game.ground.settings import DEFAULT_PLAY_KEYS, PlayKey
from game.ground.texts import Texts

READABLE_FROM = 0.6
"""Pixels for a design unit below which numbers, marks and text on a board are left out."""
SETTLE = 0.15
"""Seconds after an animation was hurried in which a press is not taken as a choice: it was meant to hurry, too."""
REFUSED = 2.6
"""Seconds for which the reason of a refusal is shown."""


@dataclass(frozen=True)
class Look:
    """How a seat appears everywhere: by name, colour, pattern and shape, never by colour alone."""

    name: str
    colour: str
    pattern: str
    shape: str
    person: bool = False
    """Whether the seat is played by a person at this screen."""
    banner: bytes | None = field(default=None, repr=False)
    """A PNG file that represents the seat in games that show one; None if it has none."""


class Decision(NamedTuple):
    """An action that leaves a stage by its outbox."""

    action: Any
    seat: Seat | None = None
    """The seat that sends it, in a game in real time; None for the person who is asked to choose."""
    sure: bool = False
    """Whether it is played without asking the person once more, whatever the settings say."""


@dataclass(frozen=True)
class Tint:
    """How pieces of one colour look in games where a seat may own several colours."""

    colour: str
    pattern: str


@dataclass
class Surroundings:
    """Everything a stage is given: texts, looks, settings, and a way to play sounds. Stages use nothing else of the
    program.
    """

    texts: Texts
    typeface: Typeface
    looks: Sequence[Look]
    viewer: Viewer
    options: Any
    brief: Any = None
    tints: Sequence[Tint] = ()
    """Looks of the game's colours, by number; empty if each seat has one colour, its own."""
    delays: Mapping[str, int] = field(default_factory=dict)
    """Milliseconds of each movement by name, from the settings; a stage has its own default for each."""
    speed: float = 1.0
    """Speed of animation: 2.0 is twice as fast, 0 shows everything at once."""
    reduced_motion: bool = False
    turned: bool = False
    """Whether a stage that `Turns` is turned a quarter."""
    least_press: float = 0.0
    """The least height of what is pressed, in the stage's units: on an upright table fingers press it."""
    play_sound: Callable[[str], None] = field(default=lambda _sound: None)
    play_keys: Mapping[PlayKey, Sequence[str]] = field(default_factory=lambda: DEFAULT_PLAY_KEYS)
    """Keys of two people at one keyboard, for games in real time; `game.kit.held` reads them."""
    pad_seats: Mapping[int, Seat] = field(default_factory=dict)
    """The seat that each pad's person chose, by number of the pad; it changes while they choose."""
    pads_asleep: AbstractSet[Seat] = frozenset()
    """The seats whose phone is asleep now; it changes while they play."""
    shake: Callable[[Seat], None] = field(default=lambda _seat: None)
    """Lets the phone that plays a seat shake for a moment."""
    hand: Hand = field(default_factory=Hand)
    """The kind of device used last at this screen, for texts that name keys or buttons."""
    anchors: dict[Seat, tuple[float, float]] = field(default_factory=dict)
    """Where each seat's panel lies, in design units of the stage: a seat's things fly from and to it."""

    @contextmanager
    def written_in(self, typeface: Typeface) -> Iterator[None]:
        """Write in another typeface meanwhile: a panel beside a small board has larger letters than fit its scale."""
        before, self.typeface = self.typeface, typeface
        try:
            yield
        finally:
            self.typeface = before


def _never() -> bool:
    return False


@dataclass(frozen=True)
class Tool:
    """A button that a stage adds to those of the table."""

    icon: str
    text: str
    """Text key of what the button does."""
    key: str
    """The key that presses the button, by pygame's name."""
    press: Callable[[], None]
    lit: Callable[[], bool] = _never
    """Returns whether what the button switches is on."""


def switch(stage: object, name: str, icon: str, text: str, key: str) -> Tool:
    """Return a tool that switches an attribute of a stage between True and False."""
    return Tool(icon, text, key, lambda: setattr(stage, name, not getattr(stage, name)), lambda: getattr(stage, name))


class Stage(ABC, Generic[ViewT, ActionT]):
    """The picture of one game, `width`×`height` design units large at the table.

    What a table only tells a stage, or asks of it, has an empty answer here. Abilities that only some stages have, and
    that change what the table does, are classes of their own in `game.engine.stage.parts`.
    """

    width: float = 624
    height: float = 624
    upright: ClassVar[bool] = False
    """Whether all of it can be read and pressed on an upright table, 404 units wide; other tables stay wide."""

    by_phone: ClassVar[Literal["seat", "watch", "pad"]] = "seat"
    """What a phone is good for here: a seat, only to watch, or as a pad for what is shown on a big screen."""
    taps_play: ClassVar[bool] = False
    """Whether a finger plays what it taps: a turn is one small step of many, or the stage asks by itself. Else a tap
    only points at an action, and is asked about.
    """

    def __init__(self, surroundings: Surroundings) -> None:
        self.surroundings = surroundings
        self.view: ViewT | None = None
        """The view given last, even while the movement towards it is still running; None before the first."""
        self.outbox: deque[Decision] = deque()
        """Actions that people at this screen have completed, until the conductor polls them. There is no other way out
        of a stage into the match."""

    def decide(self, action: ActionT, seat: Seat | None = None, *, sure: bool = False) -> None:
        """Send an action to the match: a chosen one, one that the stage decides alone, or one of a seat that steers."""
        self.outbox.append(Decision(action, seat, sure))

    @abstractmethod
    def reset(self, view: ViewT) -> None:
        """Show `view` at once without animation: at the start, after a jump in a replay, after an undo."""

    @abstractmethod
    def show(self, view: ViewT, events: Sequence[Event]) -> None:
        """Animate `events` from the view shown now to `view`; a movement still running jumps to its end first.

        Nothing is queued: to show every step, call this only when the stage is not `busy`.
        """

    @abstractmethod
    def update(self, seconds: float) -> None:
        """Advance the animations by `seconds`."""

    @property
    def still_for(self) -> float:
        """Seconds for which the picture stays as it is unless something happens; see stillness.py.

        MOVES, the default, is always right. A stage with any other answer is drawn less often in a window left alone.
        """
        return MOVES

    @property
    @abstractmethod
    def busy(self) -> bool:
        """Whether an animation is running that a player should wait for."""

    @abstractmethod
    def hurry(self) -> None:
        """Finish every running animation now. The table decides when to hurry, never the stage."""

    def choose(self, seat: Seat | None, legal: Sequence[ActionT] | None) -> None:
        """Ask a person at this screen to choose for `seat` among `legal`; None ends asking."""

    def handle(self, event: InputEvent) -> None:
        """Take an input, with the pointer in the stage's own design units, and decide on the action it completed."""

    @property
    def decides_alone(self) -> bool:
        """Whether the stage is about to decide by itself for the person who is asked, so that nobody is called."""
        return False

    def tell_at(self, x: float, y: float) -> bool:
        """Tell what a finger that rests at this point asks, as a right press does. Return whether anything is told:
        then the finger presses nothing when it is lifted.
        """
        return False

    def captures_press(self, x: float, y: float) -> bool:
        """Return whether a press at this point is for the stage even while something moves, instead of hurrying it."""
        return False

    @property
    def wants_text(self) -> bool:
        """Whether text is being written in a line of the stage, so that keys that write make no commands."""
        return False

    @property
    def composing(self) -> bool:
        """Whether an input method is in the middle of composing text."""
        return False

    @property
    def text_box(self) -> Box:
        """Box of the caret in the stage's design units; an input method shows its candidates there."""
        return Box(0, 0, 0, 0)

    def refuse(self, key: str) -> None:
        """Show beside the pointer why the chosen action was refused, by the text key of the reason."""

    def suggest(self, action: ActionT) -> None:
        """Suggest an action to the person who chooses: put it in focus, as if it had been pointed at."""

    def mark_hint(self) -> None:
        """Draw the action last given to `suggest` as a hint, until the choice at hand is over."""

    @property
    def paused(self) -> bool:
        """Whether the stage has stopped between two parts of a step, such as the phases of a turn, until `resume`; it
        is busy meanwhile.
        """
        return False

    def resume(self) -> None:
        """Show the next part of the step, if the stage is `paused`."""

    @property
    def tells(self) -> bool:
        """Whether a beat of the last step, such as a count or votes, is still being told, even if a person is asked
        already.
        """
        return False

    def skip_beat(self) -> bool:
        """Jump to the end of the running beat, unless it has only just begun. Return whether a beat was running."""
        return False

    def gestures(self) -> Sequence[tuple[str, bytes]]:
        """Return kind and data of what the person who is asked did since the last call, for others on a LAN to see
        (`GameInfo.gestures`); few and short.
        """
        return ()

    def gestured(self, seat: Seat, kind: str, data: bytes) -> None:
        """Show a gesture of somebody elsewhere. It comes from a stranger: ignore data that makes no sense."""

    def take_look(self) -> bool:
        """Return whether the person asked at a shared screen wanted, since the last call, to look behind the curtain
        once more.
        """
        return False

    def tell_time(self, left: float | None, seconds: float) -> None:
        """Show that `left` of `seconds` seconds remain for the awaited move, with the lead before the clock starts;
        None: there is no time limit.
        """

    def tell_missing(self, seats: Sequence[Seat]) -> None:
        """Show that the decisions of these seats are awaited, as far as the viewer may know."""

    def point_out(self, events: Sequence[Event]) -> None:
        """Mark on the board where the events of a pointed-at line of the log happened, until called again; no events
        remove the mark.
        """

    def show_seat(self, seat: Seat | None) -> None:
        """Show more about the seat whose panel has been pointed at for a while; None when no panel is."""

    def tools(self) -> Sequence[Tool]:
        """Return the buttons that the stage adds to those of the table, from the left."""
        return ()

    def place(self, name: str) -> Box | None:
        """Return the box of a place at which guides and chat point by its name, in the stage's units; None if there is
        none, or it is not visible.
        """
        return None

    def sits_out(self) -> tuple[str, dict[str, Any]] | None:
        """Return what to tell the only person at this screen, who takes no part for a while, instead of who moves, as
        a text key and its values; None while they take part.
        """
        return None

    @property
    def acting(self) -> Seat | None:
        """The seat of a person alone who goes on with what they do while a step of the match is played and shown, so
        that what they are told stays, and keys reach the stage; None where a person acts only when asked.
        """
        return None

    def instruction(self) -> tuple[str, dict[str, Any]] | None:
        """Return what the person who chooses is to do now, as a text key and its values; None if there is nothing to
        do.
        """
        return None

    def turn_line(self) -> tuple[str, dict[str, Any]] | None:
        """Return how far the match is ("turn 33 of 48"), as a text key and its values; None if the game has no such
        count.
        """
        return None

    @property
    def tells_number(self) -> bool:
        """Whether the table's head shows the number of the match; False for set tasks, whose number means nothing."""
        return True

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draw the whole stage on a canvas whose design frame is `width`×`height`.

        On a small canvas, such as a stall's screen, leave out what could not be read.
        """

    def draw_over(self, canvas: Canvas) -> None:
        """Draw what flies over the panels, such as coins from seat to seat, on the canvas of `draw` after the panels.

        That canvas is not clipped to the stage's frame, as `anchors` lie outside it.
        """

    def warm(self, canvas: Canvas) -> Iterator[None]:
        """Make the sprites that `draw` will need on such a canvas, yielding after each part."""
        yield from ()

    def draw_panel(self, canvas: Canvas, seat: Seat, box: Box) -> None:
        """Draw what `seat` owns into its panel, such as coins or points; frame and name are drawn already."""
