"""What a stage may be besides: the table asks for each with `isinstance`, and a stage inherits what it is.

None of these has a default: whoever inherits one means it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Generic

from game.core.rules import ActionT, Event, Seat
from game.engine.canvas import Box, Canvas
from game.engine.input import Command
from game.engine.stage.contract import Stage


class Stepwise(ABC):
    """Shows a step in parts and stops between them (the phases of a turn)."""

    @property
    @abstractmethod
    def paused(self) -> bool:
        """Whether it stands still half way until `resume`; it is busy meanwhile."""

    @abstractmethod
    def resume(self) -> None:
        """Show the next part, where it is `paused`."""


class TellsInBeats(ABC):
    """May tell a step in beats, each of which is to be read (a count, votes, who it was, points)."""

    @property
    @abstractmethod
    def tells(self) -> bool:
        """Whether a beat is under way: it is told how the last step came out, whoever is asked by now."""

    @abstractmethod
    def skip_beat(self) -> bool:
        """Bring the beat under way to its end, unless it has only just begun. Returns whether there is one."""


class SitsOut(ABC):
    """Knows when the only person at this screen has no part in what goes on any more, or not for a while."""

    @abstractmethod
    def sits_out(self) -> tuple[str, dict[str, Any]] | None:
        """What is said to them in place of who moves: a text key and its values; None while they have a part."""


class DecidesAlone(ABC, Generic[ActionT]):
    """Decides for a person who has nothing to choose, after a while that shows why."""

    @property
    @abstractmethod
    def auto_decides(self) -> bool:
        """Whether it will decide by itself: nobody is called to choose."""

    @abstractmethod
    def auto_action(self) -> ActionT | None:
        """What it has decided, once there was time to see why."""


class CapturesPress(ABC):
    """Takes presses while something moves, where others would hurry it."""

    @abstractmethod
    def captures_press(self, x: float, y: float) -> bool:
        """Whether a press at that point is for the stage, whatever moves."""


class TakesNext(ABC):
    """Takes NEXT and PREVIOUS while a person chooses; they lead away from the board otherwise."""

    @abstractmethod
    def takes_next(self, command: Command) -> bool:
        """Whether what NEXT or PREVIOUS leads to is to be found on the board."""


class TakesBack(ABC):
    """Takes BACK for one step of a choice; it opens the menu otherwise."""

    @property
    @abstractmethod
    def takes_back(self) -> bool:
        """Whether there is something to take back."""


class MarksHint(ABC):
    """Marks a hint with a sign of its own, since a spot that is merely in focus looks the same as a hinted one."""

    @abstractmethod
    def mark_hint(self) -> None:
        """What was last given to `suggest` is a hint, until this choice is over."""


class Writes(ABC):
    """Has a line to write in, with whatever input method people use."""

    @property
    @abstractmethod
    def wants_text(self) -> bool:
        """Whether text is written now, so that keys that write make no commands."""

    @property
    @abstractmethod
    def composing(self) -> bool:
        """Whether an input method is in the middle of a text."""

    @property
    @abstractmethod
    def text_box(self) -> Box:
        """Where the caret is, in the stage's design units: candidates of an input method open there."""


class HasClock(ABC):
    """Draws the time that is left for the move that is waited for."""

    @abstractmethod
    def tell_time(self, left: float | None, seconds: float) -> None:
        """`left` seconds of `seconds` remain, a lead included; None while there is no time limit."""


class ShowsMissing(ABC):
    """Shows who has not decided yet, and so who has."""

    @abstractmethod
    def tell_missing(self, seats: Sequence[Seat]) -> None:
        """Show that the decisions of these seats are awaited, as far as the viewer may know."""


class Gesturing(ABC):
    """Shows others on a LAN what a hand does before it decides. See `GameInfo.gestures`."""

    @abstractmethod
    def gestures(self) -> Sequence[tuple[str, bytes]]:
        """Kind and data of what the person who is asked did since the last call; few, and short."""

    @abstractmethod
    def gestured(self, seat: Seat, kind: str, data: bytes) -> None:
        """Show a gesture of somebody elsewhere. It comes from a stranger: data that makes no sense is ignored."""


class Steers(ABC, Generic[ActionT]):
    """Is played in real time, by several people at this screen at once.

    Nobody is asked to choose. Keys come to it as such (`KeyPressed`, `KeyReleased`), pads as commands of their device,
    and Escape stays the menu's. Each step of a live match is shown the moment it comes, whether it is `busy` or not.
    """

    @abstractmethod
    def steer(self, people: Sequence[Seat], seconds: float) -> Sequence[tuple[Seat, ActionT]]:
        """Let `seconds` pass for the seats of this screen that may act now, and give what they send to the match.

        Called once in each frame, before `update`. `people` is empty while time stands, in replays, for who looks on.
        """


@dataclass(frozen=True)
class Following:
    """A match that is asked for after another one, with the same seats."""

    options: Any
    further: int = 0
    """How much its number is greater; 0: the same match once more."""


class LeadsOn(ABC):
    """Tells by itself how a match ended for the only person at it, and leads to the next one at once.

    No results lie over it, keys stay its own, and what it asks for begins without a fade and without a menu. It may ask
    for that before the match has ended: the recording of such a match is not kept.
    """

    @property
    @abstractmethod
    def tells_end(self) -> bool:
        """Whether the end is told here, and not by the results."""

    @abstractmethod
    def take_following(self) -> Following | None:
        """The match that was asked for since this was called last."""

    @abstractmethod
    def take_copied(self) -> str | None:
        """What was asked for since then that is to lie on the clipboard."""


class Keeps(ABC):
    """Can write a match at this screen to a file of its own, from which another one goes on later."""

    @abstractmethod
    def keep(self, dump: bytes) -> str:
        """Write the match that the rules' `dump` gives; what it is called from here on.

        Raises SpokenError where it cannot be written: nothing that was kept before is lost by that.
        """

    @property
    @abstractmethod
    def keeps_end(self) -> bool:
        """Whether the end of the match is to be kept without being asked: something may go on from there."""


class Flows:
    """Shows a match that goes on by itself: a replay leaves no rest between its steps.

    Keys and pads reach the stage also while nobody is asked, and no ring is drawn for a deadline below two seconds.
    """


class TakesUndo(ABC, Generic[ActionT]):
    """Takes something back by itself: a line not yet built, or what the game takes back by an action of its own."""

    @property
    @abstractmethod
    def takes_undo(self) -> bool:
        """Whether the command and the button for undo are its own now."""

    @abstractmethod
    def take_undo(self) -> ActionT | None:
        """Take the last thing back, and give the action by which the match is told; None where it need not know."""


class Drafting(ABC, Generic[ActionT]):
    """Knows what a person has prepared without sending it."""

    @abstractmethod
    def draft(self) -> ActionT | None:
        """What is played when the person's time runs out."""


@dataclass(frozen=True)
class Speech:
    """What a game lets people say to everybody along with a move."""

    most_bytes: int
    """The most bytes of UTF-8 that may be said."""
    ready: Sequence[str]
    """Text keys of what may be chosen without a keyboard."""


class Speaking(ABC):
    """Lets people say something along with a move."""

    speech: ClassVar[Speech]

    @abstractmethod
    def say(self, seat: Seat, text: str) -> str | None:
        """Say `text` for the person in `seat` along with their next move. Returns why not, as a text key, or None."""


class FillsTable(ABC):
    """Has the whole table below its head: for games of too many seats for a panel each."""

    @abstractmethod
    def fit(self, width: float, height: float) -> None:
        """Lay the stage out for so much room, which becomes its `width` and `height`."""


class Folds(ABC):
    """Draws its board larger where log and card beside it are folded away."""

    folded: bool = False

    @abstractmethod
    def fold(self, folded: bool) -> None:
        """Take the room that is free then, or give it back: its `width` changes. Called before anything is shown."""


class FollowsOn(ABC):
    """Keeps what it was set to when settings change and the table makes another stage."""

    @abstractmethod
    def follow_on(self, before: Stage[Any, Any]) -> None:
        """Take the place of another stage of this match; called before anybody is asked to choose."""


def _never() -> bool:
    return False


@dataclass(frozen=True)
class Tool:
    """A button that a stage has put among those of the table."""

    icon: str
    text: str
    """The text key of what it does."""
    key: str
    """The key that presses it, by pygame's name."""
    press: Callable[[], None]
    lit: Callable[[], bool] = _never
    """Whether what it switches is on."""


def switch(stage: object, name: str, icon: str, text: str, key: str) -> Tool:
    """A tool that turns an attribute of a stage on and off."""
    return Tool(icon, text, key, lambda: setattr(stage, name, not getattr(stage, name)), lambda: getattr(stage, name))


class HasTools(ABC):
    """Adds buttons to those of the table."""

    @abstractmethod
    def tools(self) -> Sequence[Tool]:
        """The buttons, from the left."""


class HasSideCard(ABC):
    """Has a card of its own beside the board, in place of the chart of scores (a die)."""

    side_title: ClassVar[str]
    """The text key of its heading."""
    side_icon: ClassVar[str] = "dices"

    @abstractmethod
    def draw_side(self, canvas: Canvas, box: Box) -> None: ...


class ListsMoves(ABC):
    """Has its moves in a notation: they stand beside the board, two a line, where a game has no scores to tell."""

    @abstractmethod
    def written_moves(self) -> Sequence[str]:
        """Every move that is shown, the first one first."""


class HasPlaces(ABC):
    """Has places with names, for a guide to point at, that lie elsewhere in windows of other shapes."""

    @abstractmethod
    def place(self, name: str) -> Box | None:
        """Where it lies now, in the stage's units; None where it is not in sight."""


class Remembers:
    """Shows how the match went so far."""

    remembered: Mapping[int, Sequence[int]] = {}
    """Each seat's score at the end of each turn that is known."""

    def remember(self, scores: Sequence[tuple[int, Sequence[int]]]) -> None:
        """After each step the turn it belonged to, and each seat's score."""
        self.remembered = dict(scores)


class Tick(Enum):
    """What a replay's timeline marks below a turn."""

    GAIN = "gain"
    LOSS = "loss"
    TURNING = "turning"


class PointsOut(ABC):
    """Shows on the board where something happened: a line of the log that is pointed at."""

    @abstractmethod
    def point_out(self, events: Sequence[Event]) -> None:
        """Mark where these happened, until it is called with others or with none."""


class KeepsSecretsAt(ABC):
    """Shows what is for one person alone at one place: a curtain hangs there, the rest of the board stays in sight."""

    @property
    @abstractmethod
    def secrets(self) -> Box:
        """That place, in units of the stage."""


class LooksAgain(ABC):
    """Lets whoever is asked at a shared screen look once more behind the curtain at what is theirs alone."""

    @abstractmethod
    def take_look(self) -> bool:
        """Whether they have asked for that since this was called last."""


class ShowsSeat(ABC):
    """Shows on the board more of a seat than its panel has room for."""

    @abstractmethod
    def show_seat(self, seat: Seat | None) -> None:
        """The panel of this seat has been pointed at for a while; None once none is."""


class MarksTimeline(ABC):
    """Has kinds of events that a replay's timeline marks."""

    ticks: ClassVar[Mapping[str, Tick]]


class FindsTurnings(ABC):
    """Finds where a recorded match took a turn that another action would have spared somebody."""

    @abstractmethod
    def turnings(self, steps: Sequence[Sequence[Event]]) -> Iterator[tuple[int, str] | None]:
        """Go through the events of all steps, a piece at a time: numbers of steps, with what to say of each."""


class HasTints(ABC):
    """Has colours that are not those of the seats (a seat may own two)."""

    @classmethod
    @abstractmethod
    def tints_of(cls, seat: Seat, seats: int) -> tuple[int, ...]:
        """The numbers of the game's colours that `seat` plays with when there are `seats`."""


class WordsRules(ABC):
    """Words its rules by the options in force, where one text would tell a rule that does not hold."""

    @classmethod
    @abstractmethod
    def rules_lines(cls, options: Any) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Text keys and their values, one after the other, that follow `<game>.rules` on the page."""
