"""What a table shows: one viewer's side of a match, wherever that match runs.

A table never sees a Match. It polls a feed, shows the updates, and hands back what a person chose. A match at
this screen (LocalFeed), a recording (ReplayFeed) and a match on a LAN all look the same from here.
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
    """Played by a person at this screen."""
    banner: bytes | None = field(default=None, repr=False)
    """A PNG file that stands for who sits there."""
    role: str = ""
    """What is said below the name, if there is something."""


@dataclass(frozen=True)
class LogEntry:
    """One step of the match as this viewer may know it: a line of the log, a tick of the timeline."""

    number: int
    movers: tuple[Seat, ...]
    """The seats that moved in it; empty where chance did."""
    events: tuple[Event, ...]
    turn: int
    """Turns begun before this step."""
    scores: tuple[int, ...]
    """Each seat's score after it; empty where the game tells none."""


@dataclass(frozen=True)
class Update:
    """What is seen after one more step of the match. With `jump` the match went elsewhere (an undo, a replay's jump):
    show `view` at once, without events.
    """

    position: int
    """Steps played so far: `Feed.entries[:position]` is the past."""
    view: Any
    events: tuple[Event, ...] = ()
    jump: bool = False
    viewer: Viewer | None = None
    """Whose view it is, where that may differ from update to update."""


@dataclass(frozen=True)
class Choice:
    """A person at this screen is to choose for `seat` among `legal` (None: not listable)."""

    seat: Seat
    legal: Sequence[Any] | None
    again: bool = False
    """The seat has offered an action, which another may replace until the window closes."""


@dataclass(frozen=True)
class Curtain:
    """What comes next at this screen is for the eyes of `seat` alone."""

    seat: Seat
    choosing: bool
    """Whether the seat is asked to choose behind it; else it only looks at something new."""


@dataclass(frozen=True)
class Deadline:
    """When the time for a choice is up, on the clock of `poll`, and how many seconds there were."""

    at: float
    seconds: float


@dataclass(frozen=True)
class Shown:
    """A gesture: something a seat elsewhere does before it decides, which the stage makes sense of or passes over."""

    seat: Seat
    kind: str
    data: bytes


@dataclass(frozen=True)
class Notice:
    """Something a person should be told once: a text key with its values, and the seat it is about."""

    key: str
    values: dict[str, Any] = field(default_factory=dict)
    seat: Seat | None = None
    log: str | None = None
    """The file in which the author of a bot finds more."""
    incident: Incident | None = None
    """All that is known of a bot's failure, and the step of the match it failed at."""
    step: int | None = None
    computer: str = ""
    """The game's own computer that it is about; it is named as on the cards of seats."""


def game_number(info: GameInfo, seed: int) -> int | None:
    """The number of a match with that seed as people write it, signed 64 bit; None in a game without numbers."""
    half = 1 << 63
    return (seed + half) % (2 * half) - half if info.numbered else None


@dataclass(frozen=True)
class Adapted:
    """The level that follows from a match against an adapting computer."""

    spec: str
    """The specification of the next match's seat."""
    change: int
    """Steps from the level of this match: 1 stronger, -1 gentler, 0 where it stays."""


class Feed(ABC):
    """One viewer's side of a match."""

    game: str
    options: Any
    seats: tuple[SeatInfo, ...]
    recording: Path | None = None
    """The file this match is recorded in, or was read from."""
    recording_stopped = False
    """Whether the disk refused the rest of it."""
    goal: int | None = None
    """The points the match ends with, in a game that has such a goal."""

    @property
    @abstractmethod
    def viewer(self) -> Viewer:
        """Whose view is shown."""

    @property
    @abstractmethod
    def brief(self) -> Any:
        """What the viewer may know that never changes."""

    @property
    @abstractmethod
    def view(self) -> Any:
        """What the viewer may know after the last step polled."""

    @property
    @abstractmethod
    def entries(self) -> Sequence[LogEntry]:
        """Every step known, from the first. In a replay that is the whole match, whatever the position."""

    @property
    def scores_told(self) -> bool:
        """Whether the entries' scores may be shown now: while a match goes on they may tell of secrets."""
        return True

    @abstractmethod
    def poll(self, now: float) -> list[Update]:
        """Go on as far as is possible at time `now` (seconds) without waiting. Returns what came of it, in order."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the match ended with the last step polled."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """How it ended; None before."""

    def dump(self) -> bytes | None:
        """The whole match as bytes, where it runs at this screen and one person plays it."""
        return None

    @property
    def choice(self) -> Choice | None:
        """What a person at this screen is asked now; None when nobody here is."""
        return None

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of people at this screen that may send something now, in a game that is played in real time."""
        return ()

    @property
    def curtain(self) -> Curtain | None:
        """What one of several people here must see or choose unseen now; None where everybody may look on."""
        return None

    def view_for(self, seat: Seat) -> Any:
        """What the person in `seat` may know, to be shown behind the curtain."""
        raise NotImplementedError(f"there is no curtain at a {type(self).__name__}")

    def brief_for(self, seat: Seat) -> Any:
        """What that person may know that never changes."""
        raise NotImplementedError(f"there is no curtain at a {type(self).__name__}")

    def looked(self, seat: Seat) -> None:
        """Note that the person in `seat` has seen what was for them alone."""

    @property
    def unhurried(self) -> bool:
        """Whether the clock stands: people at this screen decide one after the other, who elsewhere would decide at
        once."""
        return False

    def play(self, seat: Seat, action: Any) -> str | None:
        """Play an action of a person at this screen. Returns why it may not be played, as a text key, or None."""
        raise NotImplementedError(f"nobody plays at a {type(self).__name__}")

    def branch(self) -> MatchPlan | None:
        """A match that goes on from here with one person in every seat; None where that cannot be or tells secrets."""
        return None

    def take_refusal(self) -> str | None:
        """Why the last action is refused after all, as a text key, returned once: some feeds are told later."""
        return None

    def gesture(self, seat: Seat, kind: str, data: bytes) -> None:
        """The person in `seat` shows others elsewhere what they do before they decide; it may be lost."""

    def take_gestures(self, position: int) -> Sequence[Shown]:
        """What others elsewhere showed since the last call, of the decision that follows `position` steps."""
        return ()

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats whose decision is waited for, as far as the viewer may know."""
        return ()

    @property
    def number(self) -> int | None:
        """The number of the match where its game has numbers and it is told; see `game_number`."""
        return None

    @property
    def live(self) -> bool:
        """Whether the match goes on elsewhere, whatever lies over the table."""
        return False

    @property
    def can_undo(self) -> bool:
        """Whether a person here may take back their last decision."""
        return False

    def undo(self) -> bool:
        """Take it back; the next poll returns the jump. Returns whether it was done."""
        return False

    @property
    def adviser(self) -> str | None:
        """The name of the bot that can be asked for a hint; None where there is none."""
        return None

    def ask_for_hint(self) -> None:
        """Ask for advice to the person who is to choose; `take_hint` returns it once it is there."""

    def take_hint(self) -> Any:
        """The action that was advised, once; None while there is none."""
        return None

    def look_again(self, seat: Seat) -> None:
        """Hang the curtain for a person here who wants to look once more at what is theirs alone."""

    @property
    def hints(self) -> int:
        """How many hints people here were given at this table."""
        return 0

    @property
    def deadline(self) -> Deadline | None:
        """When the choice that is waited for must be made; None where there is time enough."""
        return None

    @property
    def thinking(self) -> tuple[Seat, ...]:
        """The seats that are thinking now, elsewhere than at this screen."""
        return ()

    @property
    def unfinished(self) -> Path | None:
        """The recording that whoever leaves now can go on with another time; None where there is none."""
        return None

    @property
    def mark(self) -> str:
        """What identifies a match that has ended, if it may be shown at this screen more than once."""
        return ""

    @property
    def counts(self) -> bool:
        """Whether the match belongs into the history of whoever plays it here."""
        return False

    @property
    def away(self) -> tuple[Seat, ...]:
        """The seats whose person has lost the connection."""
        return ()

    def take_notices(self) -> list[Notice]:
        """What went wrong since the last call and did not end the match: a bot's failure, a full disk."""
        return []

    def again(self, change: int = 0) -> Feed | None:
        """A new match of the same kind with the same seats; None where we may not start one. `change`: computers a
        level stronger (+1) or gentler (-1).
        """
        return None

    def again_held(self) -> Feed | None:
        """`again` with computers whose level no longer adapts; None where we may not start one."""
        return None

    @property
    def adapted(self) -> Adapted | None:
        """How the level that adapts changes after a match that is over; None where there is none."""
        return None

    def following(self, options: Any, further: int) -> Feed | None:
        """A match of the same seats with these options and a number greater by `further`; None where we may not start
        one."""
        return None

    def discard(self) -> None:
        """End the match, and keep nothing of it if it is ours."""
        self.close()

    @property
    def next_level(self) -> int:
        """Whether stronger (+1) or gentler (-1) computers would be more fun next time, by how it went; 0 for neither.

        Who came first meets stronger ones and who came last gentler ones, unless a tenth of the best score or less
        lay between them and the next.
        """
        return 0

    def close(self) -> None:
        """End the match and whatever it started. Harmless the second time."""


class RecordedFeed(Feed):
    """A feed that lies there from its first step to its last. Who watches moves it on with `forward` and `seek`."""

    @property
    @abstractmethod
    def position(self) -> int:
        """Steps played, 0 … `len(self)`."""

    @abstractmethod
    def __len__(self) -> int:
        """How many steps there are."""

    @property
    @abstractmethod
    def has_end(self) -> bool:
        """Whether the match was recorded to its end."""

    @abstractmethod
    def forward(self) -> bool:
        """Play one more step, for the next poll; False at the end."""

    @abstractmethod
    def seek(self, position: int) -> None:
        """Leap to a position, for the next poll."""
