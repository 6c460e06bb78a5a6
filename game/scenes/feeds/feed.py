"""Feeds: what a table shows, one viewer's side of a match, wherever that match runs.

A table never sees a Match. It polls a feed, shows the updates, and hands back a person's actions. A match at this
screen (LocalFeed), a recording (ReplayFeed) and a match on a LAN (LanFeed) all have this interface.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.core.match.incident import Incident
from game.core.rules import Event, GameInfo, Result, Seat, Viewer
from game.scenes.feeds.plan import MatchPlan


@dataclass(frozen=True)
class SeatInfo:
    name: str
    bot: str | None = None
    """The bot's specification (see core/bot_loading); None for a person."""
    person: bool = False
    """Whether a person at this screen plays the seat."""
    banner: bytes | None = field(default=None, repr=False)
    """The content of a PNG file, the picture of the seat's player; None for none."""
    role: str = ""
    """Text below the seat's name; empty for none."""


@dataclass(frozen=True)
class LogEntry:
    """One step of the match as this viewer may know it: a line of the log, a tick of the timeline."""

    number: int
    movers: tuple[Seat, ...]
    """The seats that moved in this step; empty for a move of chance."""
    events: tuple[Event, ...]
    turn: int
    """How many turns had begun before this step."""
    scores: tuple[int, ...]
    """Each seat's score after this step; empty where the game tells none."""


@dataclass(frozen=True)
class Update:
    """The match after one more step. With `jump` the match went elsewhere (an undo, a replay's jump): show `view` at
    once, without events.
    """

    position: int
    """How many steps have been played: `Feed.entries[:position]` is the past."""
    view: Any
    events: tuple[Event, ...] = ()
    jump: bool = False
    viewer: Viewer | None = None
    """Whose view it is; None for the feed's own viewer."""


@dataclass(frozen=True)
class Choice:
    """A person at this screen is to choose for `seat` among `legal` (None: the actions cannot be listed)."""

    seat: Seat
    legal: Sequence[Any] | None
    again: bool = False
    """Whether the seat has offered an action already; until the window closes, another one replaces it."""


@dataclass(frozen=True)
class Curtain:
    """The next view at this screen is for `seat` alone."""

    seat: Seat
    choosing: bool
    """Whether the seat is asked to choose behind the curtain; if not, it only looks at something new."""


@dataclass(frozen=True)
class Deadline:
    """The end `at` of the time for a choice, on the clock of `poll`, and its whole length in `seconds`."""

    at: float
    seconds: float


@dataclass(frozen=True)
class Shown:
    """A gesture that a seat elsewhere made before its decision; the stage interprets or ignores it."""

    seat: Seat
    kind: str
    data: bytes


@dataclass(frozen=True)
class Notice:
    """A message to show once: a text key with its values, and the seat that it is about."""

    key: str
    values: dict[str, Any] = field(default_factory=dict)
    seat: Seat | None = None
    log: str | None = None
    """File with more details for the bot's author; None for none."""
    incident: Incident | None = None
    """Everything known of a bot's failure; None where the notice is about something else."""
    step: int | None = None
    computer: str = ""
    """Id of the built-in bot that the notice is about; empty for none."""


def game_number(info: GameInfo, seed: int) -> int | None:
    """Return the number of a match as people write it, its seed as a signed 64-bit number; None in a game without
    numbers.
    """
    half = 1 << 63
    return (seed + half) % (2 * half) - half if info.numbered else None


@dataclass(frozen=True)
class Adapted:
    """The level for the next match after one against an adapting computer."""

    spec: str
    """The specification of the computer's seat in the next match."""
    change: int
    """Change from this match's level: 1 stronger, -1 gentler, 0 unchanged."""


class Feed(ABC):
    """One viewer's side of a match."""

    game: str
    options: Any
    seats: tuple[SeatInfo, ...]
    recording: Path | None = None
    """The file to which this match is recorded, or from which it was read; None for none."""
    recording_stopped = False
    """Whether the rest of the match could not be recorded because of a disk error."""
    goal: int | None = None
    """The points that win the match; None in a game without such a goal."""

    @property
    @abstractmethod
    def viewer(self) -> Viewer:
        """The viewer whose view is shown."""

    @property
    @abstractmethod
    def brief(self) -> Any:
        """The part of the viewer's knowledge that never changes during the match."""

    @property
    @abstractmethod
    def view(self) -> Any:
        """The viewer's view after the last step polled."""

    @property
    @abstractmethod
    def entries(self) -> Sequence[LogEntry]:
        """Every known step, from the first; in a replay all steps of the match, whatever the position."""

    @property
    def scores_told(self) -> bool:
        """Whether the entries' scores may be shown now: during a match they may reveal secrets."""
        return True

    @abstractmethod
    def poll(self, now: float) -> list[Update]:
        """Go on as far as is possible at time `now` (seconds) without waiting. Returns the new updates, in order."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the match ended with the last step polled."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """The result; None before the end."""

    def done_alone(self) -> list[Any] | None:
        """Return all that the only seat of a match at this screen has done; None for any other match."""
        return None

    @property
    def choice(self) -> Choice | None:
        """What a person at this screen is asked now; None while nobody is."""
        return None

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people at this screen that may send inputs now, in a game in real time."""
        return ()

    @property
    def curtain(self) -> Curtain | None:
        """The curtain for the person who must see or choose something unseen by others at this screen; None where all
        may look on.
        """
        return None

    def view_for(self, seat: Seat) -> Any:
        """Return the view of the person in `seat`, to be shown behind the curtain."""
        raise NotImplementedError(f"there is no curtain at a {type(self).__name__}")

    def brief_for(self, seat: Seat) -> Any:
        """Return the brief of the person in `seat`, to be shown behind the curtain."""
        raise NotImplementedError(f"there is no curtain at a {type(self).__name__}")

    def looked(self, seat: Seat) -> None:
        """Note that the person in `seat` has seen what was for them alone."""

    @property
    def unhurried(self) -> bool:
        """Whether the clock stands still: people share this screen and decide one after another, where on separate
        screens they would decide at once.
        """
        return False

    def play(self, seat: Seat, action: Any) -> str | None:
        """Play an action of a person at this screen. Returns why it is refused, as a text key, or None."""
        raise NotImplementedError(f"nobody plays at a {type(self).__name__}")

    def branch(self) -> MatchPlan | None:
        """Return a plan that continues the match from here with one person in every seat; None where that is impossible
        or reveals secrets.
        """
        return None

    def take_refusal(self) -> str | None:
        """Return why the last action was refused after all, as a text key, once: some feeds learn that later."""
        return None

    def gesture(self, seat: Seat, kind: str, data: bytes) -> None:
        """Send a gesture of the person in `seat` to other screens; it may get lost."""

    def take_gestures(self, position: int) -> Sequence[Shown]:
        """Return the gestures from other screens since the last call, for the decision after `position` steps."""
        return ()

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats whose decision is waited for, as far as the viewer may know."""
        return ()

    @property
    def number(self) -> int | None:
        """The match's number, where its game has numbers and this one is known; see `game_number`."""
        return None

    @property
    def live(self) -> bool:
        """Whether the match goes on elsewhere even while another scene lies over the table."""
        return False

    @property
    def paused(self) -> bool:
        """Whether the match's clock is stopped by agreement of its people."""
        return False

    @property
    def can_undo(self) -> bool:
        """Whether a person at this screen may take back their last decision."""
        return False

    def undo(self) -> bool:
        """Take back the last decision; the next poll returns the jump. Returns whether it was possible."""
        return False

    @property
    def adviser(self) -> str | None:
        """The name of the bot that gives hints; None where there is none."""
        return None

    def ask_for_hint(self) -> None:
        """Ask for a hint for the person who is to choose; `take_hint` returns it later."""

    @property
    def hints_last(self) -> bool:
        """Whether a hint comes, and is good, even after the choice for which it was asked."""
        return False

    @property
    def advising(self) -> bool:
        """Whether a hint is being thought of."""
        return False

    def take_hint(self) -> Any:
        """Return the advised action, once; None while there is none."""
        return None

    def look_again(self, seat: Seat) -> None:
        """Lower the curtain for a person at this screen who wants to look again at what only they may see."""

    @property
    def hints(self) -> int:
        """How many hints people at this table got."""
        return 0

    @property
    def deadline(self) -> Deadline | None:
        """The deadline of the current choice; None where there is no limit."""
        return None

    @property
    def thinking(self) -> tuple[Seat, ...]:
        """The seats, elsewhere than at this screen, that are thinking now."""
        return ()

    @property
    def unfinished(self) -> Path | None:
        """The recording from which a person who leaves now can continue another time; None for none."""
        return None

    @property
    def mark(self) -> str:
        """Identifier of a finished match that may be shown at this screen more than once; empty otherwise."""
        return ""

    @property
    def counts(self) -> bool:
        """Whether the match belongs in the history of the person who plays it here."""
        return False

    @property
    def away(self) -> tuple[Seat, ...]:
        """The seats whose person has lost the connection."""
        return ()

    def take_notices(self) -> list[Notice]:
        """Return notices since the last call of troubles that did not end the match, such as a bot's failure or a full
        disk.
        """
        return []

    def again(self, change: int = 0) -> Feed | None:
        """Return a new match of the same kind with the same seats; None where this screen may not start one. `change`:
        computers one level stronger (+1) or gentler (-1).
        """
        return None

    def again_held(self) -> Feed | None:
        """Return a match like `again`, whose computers keep their level instead of adapting; None where this screen may
        not start one.
        """
        return None

    @property
    def adapted(self) -> Adapted | None:
        """How the adapting level changes after a match that is over; None where there is none."""
        return None

    def following(self, options: Any, further: int) -> Feed | None:
        """Return a match with the same seats, these options, and a number greater by `further`; None where this screen
        may not start one.
        """
        return None

    def discard(self) -> None:
        """End the match and, if it runs at this screen, delete its recording."""
        self.close()

    @property
    def next_level(self) -> int:
        """Whether stronger (+1) or gentler (-1) computers would be more fun next time, by the result; 0 for neither.

        A person who came first meets stronger ones, one who came last gentler ones, unless the distance to the
        neighbour was at most a tenth of the best score.
        """
        return 0

    def close(self) -> None:
        """End the match and everything it started. May be called twice."""


class RecordedFeed(Feed):
    """A feed of a recording. The table moves through it with `forward` and `seek`."""

    @property
    @abstractmethod
    def position(self) -> int:
        """How many steps have been played, 0 … `len(self)`."""

    @abstractmethod
    def __len__(self) -> int:
        """Return how many steps the recording has."""

    @property
    @abstractmethod
    def has_end(self) -> bool:
        """Whether the match was recorded to its end."""

    @abstractmethod
    def forward(self) -> bool:
        """Play one more step, for the next poll; False at the end."""

    @abstractmethod
    def seek(self, position: int) -> None:
        """Jump to a position, for the next poll."""
