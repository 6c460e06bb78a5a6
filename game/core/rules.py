"""The contract that the rules of every game fulfil.

A game is a small state machine. It knows no window, no clock, no network and no chance of its own: it says what it
waits for (`ask`), takes moves (`step`), and says what each viewer may know (`view`). Everything else (menus, seats,
bots, deadlines, replays, undo, LAN) is written once, for all games.

A whole match, played by the first legal action of every seat and the first outcome of every draw:

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
from collections.abc import Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec

from game.core.sealing import sealed, sealed_first

Seat: TypeAlias = int
Viewer: TypeAlias = int

NATURE: Seat = -1
"""The seat number of chance, which rolls dice, shuffles and draws. The runner plays for it."""
SPECTATOR: Viewer = -2
"""The viewer who watches and holds no seat."""
OMNISCIENT: Viewer = -3
"""The viewer who may know everything: replays after the end, tests, tools."""


class Window(StrEnum):
    """How the moves that an `Ask` waits for are collected."""

    TURN = "turn"
    """One seat moves; the window closes with its move."""
    SIMULTANEOUS = "simultaneous"
    """All asked seats move without seeing each other's moves; the window closes when the last has moved."""
    SLICE = "slice"
    """A slice of time. The last move offered in it counts; it closes at its limit, and the next slice begins at that
    moment, even if the program notices it later. Steps of slices are announced at once and written to disk
    afterwards."""
    RACE = "race"
    """The first move closes the window and is played alone. If nobody moves before the limit, the fallbacks of all
    asked seats are played as forced moves: nobody is forced before."""


class Ask(msgspec.Struct, frozen=True):
    """What a match waits for: which seats must move, and in what kind of window."""

    seats: tuple[Seat, ...]
    """The seats that are asked, ascending; `(NATURE,)` for chance."""
    window: Window = Window.TURN
    limit: float | None = None
    """Seconds until `Rules.fallback` is played for seats that did not answer; None leaves the limit to the runner."""
    outcomes: int = 0
    """For NATURE: how many outcomes the draw has. The action is a number in `range(outcomes)`, each as likely."""
    private: bool = False
    """Whether other players must not know who is asked: each of these seats knows only that it is asked itself."""
    open: bool = False
    """Whether people at one screen may choose in sight of each other although the game has a curtain. For choices that
    everybody sees anyway and that need no secret knowledge."""
    clocked: bool = False
    """Whether the rules need to know how long a move took (`Move.spent`). Such an ask must set `limit`."""
    lead: float = 0.0
    """Seconds before this window's clock starts; `limit` counts from then on. A move made earlier counts as 0 ms."""
    standing: bool = False
    """Whether each action names the moment it is for (a serial, a tick). An action made for an earlier slice is then
    taken for this one, and `check` decides whether it still fits. For a SLICE that is shorter than the way of an offer
    over the network: a seat is asked once, and then sends actions without waiting for answers."""

    @property
    def limit_ms(self) -> int:
        """Most milliseconds that a move can have spent; 0 where the ask is not clocked."""
        return round(1000 * self.limit) if self.clocked and self.limit is not None else 0

    def seats_for(self, viewer: Viewer) -> tuple[Seat, ...]:
        """Return the asked seats that `viewer` may know of; viewers without a seat may know of all."""
        return tuple(seat for seat in self.seats if not self.private or seat == viewer or viewer < 0)


class Move(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The action of one seat as it was played.

    Matches keep thousands of moves. Moves are in no reference cycles, so the garbage collector need not track them.
    """

    seat: Seat
    action: Any
    forced: bool = False
    """Whether the runner played the move (deadline passed, player gone) and not the seat."""
    spent: int = 0
    """Milliseconds on the window's clock (`Ask.clocked`) when the seat moved, measured where the match runs; else 0."""


class Timed(msgspec.Struct, frozen=True):
    """What a bot may answer in place of an action: an action to be played when the window's clock shows `after`.

    A bot can so set its own pace, on a computer of any speed. A time beyond the window's limit counts as no answer.
    """

    action: Any
    after: int
    """Milliseconds on the window's clock."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened in a step, for logs, sounds and animation.

    `kind` is the last part of its text key (`<game>.event.<kind>`); `data` fills that text.
    """

    kind: str
    data: dict[str, Any] = {}
    audience: tuple[Viewer, ...] | None = None
    """The viewers who may know of the event, ascending; None is everyone. OMNISCIENT always may."""

    def seen_by(self, viewer: Viewer) -> bool:
        """Return whether `viewer` may know of this event."""
        return self.audience is None or viewer == OMNISCIENT or viewer in self.audience


class SeatResult(msgspec.Struct, frozen=True):
    """The result of one seat. Rank 1 is best; equal ranks are shared."""

    rank: int
    score: int
    details: dict[str, Any] = {}
    """The game's own fields, by name, for the table of results and for `--json`."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended: a result for each seat, and the reason as a text key."""

    seats: tuple[SeatResult, ...]
    reason: str


class GameInfo(msgspec.Struct, frozen=True):
    """What a game declares about itself, read by menu, command line, wire and documents."""

    id: str
    """The game's id in file names, on the command line and on the wire; its text keys begin with it."""
    version: int
    """Version of the rules, raised when a recorded match would play differently."""
    seats: tuple[int, ...]
    """Every number of seats the game can be played with, ascending."""
    options: type[msgspec.Struct]
    """A Struct whose fields, all with defaults, are the options. Ranges are `Annotated[int, Meta(ge=, le=)]`, choices
    are `Literal`. See core/options.py."""
    action: Any
    """The msgspec type of what a seat may send, often a union of tagged Structs."""
    view: type[msgspec.Struct]
    """The type that `Rules.view` returns: all that a viewer may know, in typed fields."""
    numbered: bool = False
    """Whether the seed is a public game number: the first draw of chance is the seed itself, modulo the outcomes asked
    for; all later draws are hashes. The first step tells everybody the number in an event `numbered` with an entry
    `number`."""
    curtain: bool = False
    """Whether seats know or choose something that others must not see. Several people at one screen then share the
    spectator's view, which must tell no more than any of theirs, and look at their own views in turn behind a
    curtain."""
    undo: bool = True
    """Whether decisions can be taken back. False where every step shows somebody something new, whatever its events say
    (fog, sealed moves of many), or where the game has its own actions to take back; then no states are kept."""
    open_scores: bool = False
    """Whether `Rules.scores` are known to every viewer. A host then sends the scores with every step."""
    goal: str = ""
    """The name of the option that sets with how many points a match ends,
    where charts of points draw a line; "" for none."""
    gestures: tuple[str, ...] = ()
    """Kinds of gestures, which show others on a LAN a decision in the making, such as a line that grows. Gestures are
    no moves, appear in no log and no view, and may be lost."""
    regular_seats: int | None = None
    """How many seats a match has unless a person chooses; None for the most possible."""
    room_limit: int | None = None
    """Seconds that people in a room on a LAN have for a choice unless they set another limit, for a game in which all
    wait for the slowest; None for no limit."""
    own_clock: bool = False
    """Whether the rules, or the game's own options, alone say how long a choice may take, so that no time limit is
    offered beside them."""
    first_number: int = 1
    """The number that people read for the first seat: 0 where the game itself counts its players from 0."""

    @property
    def usual_seats(self) -> int:
        """How many seats a match has unless a person chooses."""
        return self.regular_seats or self.seats[-1]

    def goal_of(self, options: msgspec.Struct) -> int | None:
        """Return the points that end a match with these options; None where the game has no such goal."""
        return getattr(options, self.goal) if self.goal else None

    @property
    def allowed_seats(self) -> str:
        """Every possible number of seats, for a sentence: `2…60`, or a list where some numbers are missing."""
        least, most = self.seats[0], self.seats[-1]
        if least < most and self.seats == tuple(range(least, most + 1)):
            return f"{least}…{most}"
        return ", ".join(map(str, self.seats))


StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT", bound=msgspec.Struct)
ActionT = TypeVar("ActionT")
ViewT = TypeVar("ViewT", bound=msgspec.Struct)


class Rules(ABC, Generic[StateT, OptionsT, ActionT, ViewT]):
    """The rules of one game. One stateless instance serves every match.

    A state is mutable and owned by one Match; only `step` changes it. A state that is a msgspec Struct of whole
    numbers, texts and lists works with `dump` and `load` as they are.
    """

    info: ClassVar[GameInfo]
    state_type: ClassVar[type]
    gained: ClassVar[frozenset[str]] = frozenset()
    """Fields of the state that were added after version 0.4, each with a default that plays as before."""

    @abstractmethod
    def start(self, seats: int, options: OptionsT) -> StateT:
        """Return a new state. It must not use chance: what must be drawn is asked of NATURE.

        It may take time, and should remember what it made. Raises SpokenError for options that cannot be played.
        """

    @abstractmethod
    def ask(self, state: StateT) -> Ask | None:
        """Return what the match waits for; None when the game is over."""

    def legal(self, state: StateT, seat: Seat) -> Sequence[ActionT] | None:
        """Return the actions that `seat` may choose among now; None where they cannot be listed. Empty if the seat is
        not asked.

        Giving up, passing, and offers of a draw may be left out although `check` accepts them, so that a bot that plays
        any listed action never gives up by chance.
        """
        return None

    @abstractmethod
    def check(self, state: StateT, seat: Seat, action: ActionT) -> str | None:
        """Return why `seat` may not play `action`, as a text key; None when it may.

        For any value of the action's type, it never raises and never changes the state.
        """

    @abstractmethod
    def fallback(self, state: StateT, seat: Seat) -> ActionT:
        """Return a legal action for an asked seat that did not answer. Deterministic."""

    @abstractmethod
    def step(self, state: StateT, moves: Sequence[Move]) -> list[Event]:
        """Play the moves of one window, sorted by seat and already checked, and return the events.

        No other method changes the state.
        """

    @abstractmethod
    def result(self, state: StateT) -> Result:
        """Return how the game ended. Called only when `ask` returns None."""

    def scores(self, state: StateT) -> tuple[int, ...]:
        """Return each seat's score as if the game ended now, for charts of a match; empty where a game has none."""
        return ()

    def turns(self, state: StateT) -> int:
        """Return how many turns have begun, in the game's own sense of a turn."""
        return 0

    def brief(self, state: StateT, viewer: Viewer) -> Any:
        """Return what `viewer` may know that never changes in a match. It is sent once, before the first view."""
        return None

    @abstractmethod
    def view(self, state: StateT, viewer: Viewer) -> ViewT:
        """Return exactly what `viewer` may know now. It changes nothing and shares nothing mutable with the state.

        Views of different viewers differ only in secrets; a stage knows whose view it shows. What an event tells about
        a draw must also be in the view after the step.
        """

    def gesture_seen_by(self, state: StateT, seat: Seat, kind: str, viewer: Viewer) -> bool:
        """Return whether `viewer` may see a gesture of `seat`, which is asked alone or in a race.

        Not called while decisions are sealed or while it is private who is asked: no gestures are shown then.
        """
        return True

    def sketch(self, view: ViewT) -> str:
        """Return the view in plain characters, for terminals, logs and bug reports;
        empty where a game has no such form."""
        return ""

    def heading(self, view: ViewT) -> str:
        """Return in a few words at which point of the match this view is (a turn, a phase), as a heading in a bot's
        log.

        Empty where a game has nothing to say.
        """
        return ""

    def redeal(self, state: StateT, viewer: Viewer, random: Random) -> StateT:
        """Return a state that `viewer` cannot tell from this one: everything it may not know is dealt anew.

        The default returns a copy, for games without secrets. A game in which somebody sees less than OMNISCIENT, or
        misses an event, must really deal.
        """
        return self.load(self.dump(state))

    def has_secrets(self, options: OptionsT) -> bool:
        """Return whether anybody at the table may know less than the whole state in a match with these options.

        Where nobody does, others keep the log of a match in case its host is lost.
        """
        return type(self).redeal is not Rules.redeal

    def dump(self, state: StateT) -> bytes:
        """Return the whole state as bytes; equal states give equal bytes."""
        return msgspec.msgpack.encode(state)

    def load(self, data: bytes) -> StateT:
        """Return the state that `dump` wrote."""
        state: StateT = msgspec.msgpack.decode(data, type=self.state_type)
        return state

    def seal(self, state: StateT) -> bytes:
        """Return what a match's hash is taken of: the state without its options, and without fields that have their
        default value. So a recording outlives options and fields that are added later and play as before."""
        return sealed(state, self.info.options)

    def seal_first(self, state: StateT, options: Mapping[str, Any]) -> bytes:
        """Return what the hashes of recordings before version 0.4 are taken of: `dump` as it was then.

        `options` are those in the header of the recording.
        """
        return sealed_first(state, options, self.gained)


AnyRules: TypeAlias = Rules[Any, Any, Any, Any]
