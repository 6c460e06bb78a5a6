"""Parts of a stage: abilities that only some stages have.

A table that behaves otherwise for such a stage asks with `isinstance`; a stage inherits those it has. They have almost
no defaults, so a stage that inherits one must implement it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, Generic

from game.core.rules import ActionT, Event, Seat
from game.engine.canvas import Box, Canvas
from game.engine.input import Command
from game.engine.stage.contract import Stage


class TakesNext(ABC):
    """Part of a stage: takes NEXT and PREVIOUS while a person chooses; otherwise they move the focus off the board."""

    @abstractmethod
    def takes_next(self, command: Command) -> bool:
        """Return whether this NEXT or PREVIOUS leads to something on the board."""


class TakesBack(ABC):
    """Part of a stage: takes BACK to undo one step of a choice; otherwise BACK opens the menu."""

    @property
    @abstractmethod
    def takes_back(self) -> bool:
        """Whether there is a step of a choice to undo."""


@dataclass(frozen=True)
class WrittenLine:
    """A line of a stage in which a person writes."""

    box: Box
    """In the stage's design units."""
    text: str
    """What stands there, with what is being composed."""
    limit: int
    """The most characters."""
    selected: bool
    """Whether the whole text is selected, so that what is written next replaces it."""


class HasLine(ABC):
    """Part of a stage: has a line to write in. Who plays by phone writes it in a field of the phone's page."""

    @property
    @abstractmethod
    def written(self) -> WrittenLine | None:
        """The line in which a person writes now; None for none."""


class Steers(ABC):
    """Part of a stage: played in real time, by several people at this screen at once.

    Nobody is asked to choose. Keys arrive as `KeyPressed` and `KeyReleased`, pads as commands of their device; Escape
    still opens the menu. Each step of a live match is shown as it comes, even while the stage is `busy`.
    """

    @abstractmethod
    def steer(self, people: Sequence[Seat], seconds: float) -> None:
        """Advance by `seconds` for the seats of this screen that may act now, and decide what they send to the match.

        Called once a frame, before `update`. `people` is empty while time stands still, in replays and for watchers.
        """


@dataclass(frozen=True)
class Following:
    """A match asked for after another one, with the same seats."""

    options: Any
    further: int = 0
    """By how much the match number is greater; 0 plays the same match once more."""


class LeadsOn(ABC):
    """Part of a stage: tells a person alone how the match ended, and leads to the next one.

    No results are shown over it, keys stay with the stage, and the next match begins without a fade and a menu. It may
    be asked for before the match has ended; then the match's recording is not kept.
    """

    @property
    @abstractmethod
    def tells_end(self) -> bool:
        """Whether the stage itself tells the end of the match, instead of the results."""

    @abstractmethod
    def take_following(self) -> Following | None:
        """Return the match asked for since the last call, or None."""

    @abstractmethod
    def take_copied(self) -> str | None:
        """Return the text that was asked since the last call to be put on the clipboard, or None."""


@dataclass(frozen=True)
class Summary:
    """How a match ended for those who played it as one, in the game's own words."""

    title: str
    won: bool
    """Whether the end is a happy one."""
    text: str
    """What was reached and what comes next, in the markup of longer texts."""


class SumsUp(ABC):
    """Part of a stage: sums up matches that nobody wins or loses against others."""

    @abstractmethod
    def sum_up(self) -> Summary | None:
        """Return the summary of the match that has ended; None for one that is told by its ranks."""


class Keeps(ABC):
    """Part of a stage: can write a match to a file of its own, from which another match continues later."""

    @abstractmethod
    def keep(self, actions: Sequence[Any]) -> str:
        """Write the match so far to a file, given all that its one seat has done. Return the name it has from now on.

        Raises SpokenError if it cannot be written; nothing kept before is lost by that.
        """

    @property
    @abstractmethod
    def keeps_end(self) -> bool:
        """Whether the end of the match is to be written without being asked, as something may continue from there."""


class Flows:
    """Part of a stage: shows a match that goes on by itself, so that a replay leaves no pause between its steps.

    Keys and pads reach the stage even while nobody is asked, and deadlines below two seconds show no ring.
    """


class TakesUndo(ABC):
    """Part of a stage: undoes something itself, such as a line not yet built, or by an action of the game."""

    @property
    @abstractmethod
    def takes_undo(self) -> bool:
        """Whether the command and the button for undo belong to the stage now."""

    @abstractmethod
    def take_undo(self) -> None:
        """Undo the last thing, and decide what tells the match, if it need know."""


class Drafting(ABC, Generic[ActionT]):
    """Part of a stage: knows what a person has prepared without sending it."""

    @abstractmethod
    def draft(self) -> ActionT | None:
        """Return the action to play when the person's time runs out, or None."""


@dataclass(frozen=True)
class Speech:
    """What a game lets people say to everybody along with a move."""

    most_bytes: int
    """The most bytes of UTF-8 that may be said."""
    ready: Sequence[str]
    """Text keys of sentences that may be chosen without a keyboard."""


class Speaking(ABC):
    """Part of a stage: lets people say something along with a move."""

    speech: ClassVar[Speech]

    @abstractmethod
    def say(self, seat: Seat, text: str) -> str | None:
        """Say `text` for the person in `seat` along with their next move. Return the text key of why it is refused, or
        None.
        """


class FillsTable(ABC):
    """Part of a stage: takes the whole table below its head, for games with too many seats for a panel each."""

    @abstractmethod
    def fit(self, width: float, height: float) -> None:
        """Lay the stage out for this size in design units; it becomes the stage's `width` and `height`."""


class StandsUpright(ABC):
    """Part of a stage: is laid out anew for an upright table, where others are drawn smaller."""

    upright_least: ClassVar[float]
    """The height that it needs there where it is 404 units wide; panels of seats are lower before it gets less."""
    shows_own: ClassVar[bool] = False
    """Whether it shows itself what the viewer's seat has, so that this seat needs no panel there."""

    @abstractmethod
    def stand(self, width: float, height: float) -> None:
        """Lay the stage out for this size in design units, all that is free there; it becomes the stage's `width` and
        `height`.
        """


class Turns(ABC):
    """Part of a stage: is turned a quarter at an upright table that is high enough for a larger board by it."""

    turned_size: ClassVar[tuple[float, float]]
    """Width and height that it needs when it is turned, in its design units."""


class Folds(ABC):
    """Part of a stage: draws its board larger while log and card beside it are folded away."""

    usually_folded: ClassVar[bool] = False
    """Whether they are folded away until a person unfolds them."""
    folded: bool = False

    @abstractmethod
    def fold(self, folded: bool) -> None:
        """Take the space of the folded log and card into `width`, or give it back; called before anything is shown."""


class FollowsOn(ABC):
    """Part of a stage: keeps what a person set when settings change and the table makes the stage anew."""

    @abstractmethod
    def follow_on(self, before: Stage[Any, Any]) -> None:
        """Take over from `before`, another stage of the same match; called before anybody is asked to choose."""


class HasSideCard(ABC):
    """Part of a stage: has a card of its own beside the board, such as a die, instead of the chart of scores."""

    side_title: ClassVar[str]
    """Text key of the card's heading."""
    side_icon: ClassVar[str] = "dices"

    @abstractmethod
    def draw_side(self, canvas: Canvas, box: Box) -> None: ...


class ListsMoves(ABC):
    """Part of a stage: writes its moves in a notation, two a line beside the board, for games without scores."""

    @abstractmethod
    def written_moves(self) -> Sequence[str]:
        """Return every move shown so far in its notation, the first move first."""


class Remembers:
    """Part of a stage: shows how the match went so far."""

    remembered: Mapping[int, Sequence[int]] = {}
    """Each seat's score at the end of each known turn, by turn."""

    def remember(self, scores: Sequence[tuple[int, Sequence[int]]]) -> None:
        """Take the history of scores: for each step the turn it belongs to, and each seat's score after it."""
        self.remembered = dict(scores)


class Tick(Enum):
    """Kinds of marks on a replay's timeline."""

    GAIN = "gain"
    LOSS = "loss"
    TURNING = "turning"


class KeepsSecretsAt(ABC):
    """Part of a stage: shows one person's secrets at a single place, so that a curtain need hide only that place."""

    @property
    @abstractmethod
    def secrets(self) -> Box:
        """The place of the secrets, in units of the stage."""


class MarksTimeline(ABC):
    """Part of a stage: names kinds of events that a replay's timeline marks."""

    ticks: ClassVar[Mapping[str, Tick]]


class FindsTurnings(ABC):
    """Part of a stage: finds the steps of a recorded match at which another action would have spared a seat a loss."""

    @abstractmethod
    def turnings(self, steps: Sequence[Sequence[Event]]) -> Iterator[tuple[int, str] | None]:
        """Go through the events of all steps, yielding None between pieces of work, or a step's number with a text
        about it.
        """


class HasTints(ABC):
    """Part of a stage: has colours of its own, of which a seat may own two."""

    @classmethod
    @abstractmethod
    def tints_of(cls, seat: Seat, seats: int) -> tuple[int, ...]:
        """Return the numbers of the game's colours that `seat` plays in a match of `seats` seats."""


class WordsRules(ABC):
    """Part of a stage: words its rules by the options in force, where one fixed text would be wrong for some."""

    @classmethod
    @abstractmethod
    def rules_lines(cls, options: Any) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Return text keys with their values, which follow `<game>.rules` on the page of rules."""
