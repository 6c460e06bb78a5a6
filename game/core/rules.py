"""The contract every game fulfils.

A game is a small state machine. It knows no window, no clock, no network and no chance of its own: it says
what it waits for (`ask`), takes moves (`step`), and says what each viewer may know (`view`). Everything else
(menus, seats, bots, deadlines, replays, undo, LAN) is written once against this file.

A whole match, by the first legal action of everybody and the first outcome of every draw:

>>> from game.cabinets.nullgame.rules import Nullgame, Options
>>> rules = Nullgame()
>>> state = rules.start(2, Options())
>>> while (ask := rules.ask(state)) is not None:
...     moves = [Move(seat, 0 if seat == NATURE else rules.legal(state, seat)[0]) for seat in ask.seats]
...     events = rules.step(state, moves)
>>> events[-1].kind, [line.rank for line in rules.result(state).seats]
('over', [2, 1])
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec

Seat: TypeAlias = int
Viewer: TypeAlias = int

NATURE: Seat = -1
"""The mover of chance: dice, shuffles, draws. The runner plays it."""
SPECTATOR: Viewer = -2
"""Who watches and holds no seat."""
OMNISCIENT: Viewer = -3
"""Who may know everything: replays after the end, tests, tools."""


class Window(StrEnum):
    """How the moves that an `Ask` waits for come together."""

    TURN = "turn"
    """One mover; the window closes with its move."""
    SIMULTANEOUS = "simultaneous"
    """All asked seats move sealed; the window closes when the last has moved."""
    SLICE = "slice"
    """A slice of time: the last move offered in it counts; it closes at its limit, and the next slice begins there,
    whenever anybody noticed. What is decided in slices flows: it is told at once, and the disk follows."""
    RACE = "race"
    """The first move closes the window, alone. At the limit come the fallbacks of all, forced: time has passed, and
    nobody is forced before."""


class Ask(msgspec.Struct, frozen=True):
    """What a match waits for."""

    seats: tuple[Seat, ...]
    """Who is asked, ascending; `(NATURE,)` for chance."""
    window: Window = Window.TURN
    limit: float | None = None
    """Seconds until `Rules.fallback` is played for who did not answer; None leaves it to the runner."""
    outcomes: int = 0
    """For NATURE: its action is a whole number in `range(outcomes)`, each as likely."""
    private: bool = False
    """Who is asked is told to nobody else who plays: each of these seats knows of itself alone."""
    open: bool = False
    """Several people at one screen choose in sight of each other, though the game has a curtain: what is chosen is seen
    by all anyway, and needs nothing that its seat alone knows."""
    clocked: bool = False
    """The rules need to know how long a move took (`Move.spent`); such an ask has a `limit` of its own."""
    lead: float = 0.0
    """Seconds before the clock of this window starts; `limit` counts from there. Who moves earlier spends nothing."""
    standing: bool = False
    """Actions say themselves what they are for (a serial, a tick): one that was made for an earlier slice is taken for
    this one, and `check` decides whether it still fits. For a SLICE, whose offers are on their way for longer than it
    lasts. Who is asked so is asked once, and sends without waiting for an answer."""

    @property
    def limit_ms(self) -> int:
        """The most that a move can have spent: whole milliseconds; 0 where nothing is clocked."""
        return round(1000 * self.limit) if self.clocked and self.limit is not None else 0

    def seats_for(self, viewer: Viewer) -> tuple[Seat, ...]:
        """The asked seats that `viewer` may know of; who holds no seat may know of all."""
        return tuple(seat for seat in self.seats if not self.private or seat == viewer or viewer < 0)


class Move(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One seat's action as it was played.

    Matches keep thousands of these; no cycle runs through one, so the collector of garbage need not count them.
    """

    seat: Seat
    action: Any
    forced: bool = False
    """Played by the runner (deadline passed, player gone), not by the seat."""
    spent: int = 0
    """Milliseconds the window's clock showed (`Ask.clocked`), measured by who holds the match; else 0."""


class Timed(msgspec.Struct, frozen=True):
    """What a bot may answer in place of an action: it is played when the clock of its window shows `after`.

    So a bot has a pace of its own, whatever computer it runs on; beyond the window's limit it is silence.
    """

    action: Any
    after: int
    """Milliseconds."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, for logs, sounds and animation.

    `kind` is the last part of its text key (`<game>.event.<kind>`); `data` fills that text.
    """

    kind: str
    data: dict[str, Any] = {}
    audience: tuple[Viewer, ...] | None = None
    """Who may know of it, ascending; None is everyone. OMNISCIENT always may."""

    def seen_by(self, viewer: Viewer) -> bool:
        """Whether `viewer` may know of this event."""
        return self.audience is None or viewer == OMNISCIENT or viewer in self.audience


class SeatResult(msgspec.Struct, frozen=True):
    """How one seat ended. Rank 1 is best; equal ranks are shared."""

    rank: int
    score: int
    details: dict[str, Any] = {}
    """The game's own fields, by name: what a table of results shows and `--json` prints."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended: a line for each seat, and why as a text key."""

    seats: tuple[SeatResult, ...]
    reason: str


class GameInfo(msgspec.Struct, frozen=True):
    """What is declared once about a game; menu, command line, wire and docs read it from here."""

    id: str
    """The game's name in files, on the command line and on the wire; the stem of its texts."""
    version: int
    """Raised when a recorded match would play differently under these rules."""
    seats: tuple[int, ...]
    """Every number of seats the game can be played with, ascending."""
    options: type[msgspec.Struct]
    """Fields with defaults; ranges by `Annotated[int, Meta(ge=, le=)]`, choices by `Literal`. See core/options."""
    action: Any
    """A msgspec type, often a union of tagged Structs: what a seat may send."""
    view: type[msgspec.Struct]
    """What `Rules.view` returns: all that a viewer may know, in fields with types."""
    numbered: bool = False
    """The match's seed is the number of the game and no secret: the first draw of chance is the seed itself, modulo
    the outcomes asked for, where every other draw is a hash of it. The first step tells everybody the number, in an
    event `numbered` with `number`."""
    curtain: bool = False
    """Whether seats know or choose what others must not see: several people at one screen share the spectator's view
    then, which must tell no more than any of theirs, and look at their own one after the other behind a curtain."""
    undo: bool = True
    """Whether decisions can be taken back. Not where every step shows somebody something new, whatever its events say
    (fog, sealed moves of many), nor where the game takes back by actions of its own: no state is kept for it then."""
    open_scores: bool = False
    """Whether `Rules.scores` tell nothing that some viewer may not know: then a host tells them with every step."""
    goal: str = ""
    """The option that says with how many points a match ends: charts of points draw a line there."""
    gestures: tuple[str, ...] = ()
    """Kinds of gestures: what others on a LAN see of a decision before it is made, such as a line that grows. They are
    no moves, are in no log and no view, and may be lost."""
    regular_seats: int | None = None
    """How many seats a match has when nobody says; None is as many as there can be."""
    first_number: int = 1
    """The number of the first seat as people read it: 0 where the game itself numbers its players from there."""

    @property
    def usual_seats(self) -> int:
        """How many seats a match has when nobody says."""
        return self.regular_seats or self.seats[-1]

    def goal_of(self, options: msgspec.Struct) -> int | None:
        """The points a match ends with; None where a game has no such goal."""
        return getattr(options, self.goal) if self.goal else None

    @property
    def allowed_seats(self) -> str:
        """Every number of seats, for a sentence: `2…60`, or each by itself where some between are missing."""
        least, most = self.seats[0], self.seats[-1]
        if least < most and self.seats == tuple(range(least, most + 1)):
            return f"{least}…{most}"
        return ", ".join(map(str, self.seats))


StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT", bound=msgspec.Struct)
ActionT = TypeVar("ActionT")
ViewT = TypeVar("ViewT", bound=msgspec.Struct)


class Rules(ABC, Generic[StateT, OptionsT, ActionT, ViewT]):
    """The rules of one game. Stateless: one instance serves every match.

    A state is mutable and owned by one Match; only `step` changes it. A msgspec Struct of plain integers,
    strings and lists gets `dump` and `load` for nothing.
    """

    info: ClassVar[GameInfo]
    state_type: ClassVar[type]

    @abstractmethod
    def start(self, seats: int, options: OptionsT) -> StateT:
        """A new state. No chance here: what must be drawn is asked of NATURE."""

    @abstractmethod
    def ask(self, state: StateT) -> Ask | None:
        """What the match waits for; None when the game is over."""

    def legal(self, state: StateT, seat: Seat) -> Sequence[ActionT] | None:
        """The actions `seat` may choose among now; None where they cannot be listed. Empty if it is not asked.

        Giving up, passing, and offers of a draw may be left out although `check` takes them: whoever plays any
        listed action must not give up by chance.
        """
        return None

    @abstractmethod
    def check(self, state: StateT, seat: Seat, action: ActionT) -> str | None:
        """Why `seat` may not play `action`, as a text key; None when it may.

        Total: it never raises and never changes the state, for any value of the action's type.
        """

    @abstractmethod
    def fallback(self, state: StateT, seat: Seat) -> ActionT:
        """A legal action for an asked seat that did not answer. Deterministic."""

    @abstractmethod
    def step(self, state: StateT, moves: Sequence[Move]) -> list[Event]:
        """Play the moves of one window, sorted by seat, each already checked. The only mutator."""

    @abstractmethod
    def result(self, state: StateT) -> Result:
        """How the game ended. Only asked for when `ask` is None."""

    def scores(self, state: StateT) -> tuple[int, ...]:
        """Each seat's score if the game ended now: for charts of how a match went."""
        return ()

    def turns(self, state: StateT) -> int:
        """Turns begun so far, in the game's own sense of a turn."""
        return 0

    def brief(self, state: StateT, viewer: Viewer) -> Any:
        """What `viewer` may know that never changes, sent once before the first view."""
        return None

    @abstractmethod
    def view(self, state: StateT, viewer: Viewer) -> ViewT:
        """Exactly what `viewer` may know now. Pure, and sharing nothing mutable with the state.

        Views that differ from viewer to viewer do so because of secrets; whose view it is, a stage knows. What an
        event tells of a draw is in the view after it.
        """

    def gesture_seen_by(self, state: StateT, seat: Seat, kind: str, viewer: Viewer) -> bool:
        """Whether `viewer` may see a gesture of `seat`, which is asked alone or in a race.

        Asked only where a seat may show anything: never while decisions are sealed or who is asked is private.
        """
        return True

    def sketch(self, view: ViewT) -> str:
        """The view in plain characters, for terminals, logs and bug reports. Empty where a game has none."""
        return ""

    def heading(self, view: ViewT) -> str:
        """Where in the match the decision stands that a view is for, in a few words, for the log of a bot.

        Empty where a game has nothing to say.
        """
        return ""

    def redeal(self, state: StateT, viewer: Viewer, random: Random) -> StateT:
        """A state that `viewer` cannot tell from this one: what it may not know is dealt anew.

        A game without secrets keeps this: there is nothing to deal. Where anybody sees less than OMNISCIENT, or
        misses an event, it must really deal.
        """
        return self.load(self.dump(state))

    def dump(self, state: StateT) -> bytes:
        """The whole state, canonical: equal states give equal bytes."""
        return msgspec.msgpack.encode(state)

    def load(self, data: bytes) -> StateT:
        """The state that `dump` wrote."""
        state: StateT = msgspec.msgpack.decode(data, type=self.state_type)
        return state


AnyRules: TypeAlias = Rules[Any, Any, Any, Any]
