"""The rules of Odd Brush, the drawing game. Section titles are those of docs/sketch.md."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from game.cabinets.sketch.book import book, plain
from game.cabinets.sketch.checks import model_refusal, stroke_refusal, written
from game.cabinets.sketch.drawing.lists import tidy
from game.cabinets.sketch.freehand.points import HEIGHT, WIDTH
from game.cabinets.sketch.standing import count_votes, result_of
from game.cabinets.sketch.state import (
    NOBODY,
    OFFERED,
    Action,
    Draw,
    Enough,
    First,
    Guess,
    Judge,
    Offered,
    Options,
    Pose,
    Round,
    State,
    Stroke,
    View,
    Vote,
)
from game.core.deck import SHUFFLE
from game.core.rules import (
    NATURE,
    OMNISCIENT,
    Ask,
    Event,
    GameInfo,
    Move,
    Result,
    Rules,
    Seat,
    Viewer,
    Window,
)

SEATS = (5, 6, 7, 8, 9, 10)
ODD_SIDE, ARTIST = 2, 1
"""Points for the odd one and the master if they win, and for each real artist if those win."""
ROUND_TOLD, VOTES_TOLD, GUESS_TOLD = 9.0, 7.0, 5.0
"""Seconds that screens take to show how a round, a vote and a guess came out; no clock runs during them."""
SILENCE = "…"
"""The guess that stands for an odd one who makes none."""


class Sketch(Rules[State, Options, Action, View]):
    """Rules of Odd Brush: all draw one picture together, and one of them does not know what it shows."""

    info = GameInfo(
        "sketch",
        version=2,
        seats=SEATS,
        options=Options,
        action=Action,
        view=View,
        curtain=True,
        undo=False,
        open_scores=True,
        goal="goal",
        regular_seats=6,
        gestures=("line",),
        own_clock=True,
    )
    state_type: ClassVar[type] = State
    gained = frozenset({"found", "suspected"})

    def start(self, seats: int, options: Options) -> State:
        book(options)
        phase = "master" if options.master == "turns" else "deal"
        return State(options, [0] * seats, phase, fooled=[0] * seats, escaped=[0] * seats)  # type: ignore[arg-type]

    def ask(self, state: State) -> Ask | None:
        artists = _artists(state)
        match state.phase:
            case "master":
                return Ask((NATURE,), outcomes=len(state.points))
            case "deal":
                return Ask((NATURE,), outcomes=SHUFFLE)
            case "odd" | "brush":
                return Ask((NATURE,), outcomes=len(artists))
            case "pose":
                return _asked(state, (state.master,), Window.TURN, 2, _round_told(state))
            case "first":
                told = _round_told(state) if _is_dealt(state.options) else 0.0
                return _asked(state, (state.master,), Window.TURN, 1, told, in_sight=True)
            case "stroke":
                told = _round_told(state) if not state.drawn and state.master == NOBODY else 0.0
                return _asked(state, (_artist(state),), Window.TURN, 1, told, in_sight=True)
            case "talk":
                limit = float(state.options.talk)
                return Ask(artists, Window.SIMULTANEOUS, limit, open=True, clocked=True)
            case "vote" | "runoff":
                return _asked(state, artists, Window.SIMULTANEOUS, 1, VOTES_TOLD if state.phase == "runoff" else 0.0)
            case "guess":
                return _asked(state, (state.odd,), Window.TURN, 2, VOTES_TOLD, in_sight=True)
            case "judge":
                return _asked(state, _real(state), Window.SIMULTANEOUS, 1, GUESS_TOLD, in_sight=True)
        return None

    def legal(self, state: State, seat: Seat) -> Sequence[Action] | None:
        ask = self.ask(state)
        if ask is None or seat not in ask.seats:
            return []
        match state.phase:
            case "first":
                return [First(artist) for artist in _artists(state)]
            case "talk":
                return [Enough()]
            case "vote" | "runoff":
                return [Vote(other) for other in _candidates(state) if other != seat]
            case "judge":
                return [Judge(True), Judge(False)]
        return None

    def check(self, state: State, seat: Seat, action: Action) -> str | None:
        match state.phase, action:
            case "pose", Pose(category, word, model):
                return _pose_refusal(state, category, word) or model_refusal(model, state.options.longest)
            case "first", First(artist):
                return None if artist in _artists(state) else "sketch.refuse.first"
            case "stroke", Draw(points, took):
                return stroke_refusal(points, took, state.options.longest)
            case "vote" | "runoff", Vote(suspect):
                return _vote_refusal(state, seat, suspect)
            case "guess", Guess(text):
                return None if written(text) else "sketch.refuse.guess"
            case ("talk", Enough()) | ("judge", Judge()):
                return None
        return "sketch.refuse.phase"

    def fallback(self, state: State, seat: Seat) -> Action:
        match state.phase:
            case "pose":
                return Pose(state.offered[0].category, state.offered[0].word)
            case "first":
                return First(_next(_artists(state), state.master))
            case "stroke":
                return Draw((WIDTH // 2, HEIGHT // 2))
            case "talk":
                return Enough()
            case "guess":
                return Guess(SILENCE)
            case "judge":
                return Judge(False)
        return Vote(_next([other for other in _candidates(state) if other != seat], seat))

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        action = moves[0].action
        match state.phase:
            case "master":
                state.master, state.phase = action, "deal"
                return []
            case "deal":
                return _deal_words(state, action)
            case "pose":
                state.model = action.model
                return _pose(state, Offered(tidy(action.category) or "", tidy(action.word) or ""))
            case "odd":
                return _deal_roles(state, action)
            case "brush":
                return _begin(state, _artists(state)[action])
            case "first":
                return _begin(state, action.seat)
            case "stroke":
                return _drawn(state, Stroke(moves[0].seat, action.points, action.took))
            case "talk":
                state.phase = "vote"
                return []
            case "vote" | "runoff":
                return _tally(state, {move.seat: move.action.seat for move in moves})
            case "guess":
                return _guessed(state, written(action.text) or SILENCE)
        return _judged(state, {move.seat: move.action.same for move in moves})

    def result(self, state: State) -> Result:
        return result_of(state)

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.points)

    def turns(self, state: State) -> int:
        return state.turns

    def view(self, state: State, viewer: Viewer) -> View:
        revealed = _revealed(state)
        dealt = state.odd != NOBODY
        knows = revealed or viewer == OMNISCIENT
        knows_word = knows or viewer == state.master or (dealt and 0 <= viewer != state.odd)
        own = viewer == state.odd or (viewer == state.master and state.options.master_knows)
        knows_odd = dealt and (knows or own or state.suspect == state.odd)
        drawing = state.phase == "stroke"
        return View(
            state.phase,
            state.round,
            state.master,
            state.first,
            _artist(state) if drawing else NOBODY,
            state.drawn // len(_artists(state)) if drawing else 0,
            state.category,
            state.word if knows_word and state.word else None,
            state.odd if knows_odd else None,
            tuple(state.strokes),
            tuple(state.counts),
            tuple(state.votes),
            tuple(state.tied),
            state.suspect,
            state.guess,
            tuple(state.judged),
            tuple(state.offered) if viewer in (state.master, OMNISCIENT) and state.phase == "pose" else (),
            tuple(state.points),
            tuple(state.history),
            revealed,
            state.model if knows_word else (),
        )

    def gesture_seen_by(self, state: State, seat: Seat, kind: str, viewer: Viewer) -> bool:
        return state.phase == "stroke"

    def sketch(self, view: View) -> str:
        word = view.word if view.word is not None else "?"
        return f"{view.round}. {view.category} / {word}  {len(view.strokes)} strokes, {view.phase}"

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        other: State = self.load(self.dump(state))
        if viewer == OMNISCIENT or _revealed(state):
            return other
        if state.offered and viewer != state.master:
            other.offered = book(state.options).deal(random.randrange(SHUFFLE), len(state.offered), state.used)
        caught = state.suspect == state.odd
        dealt = state.odd != NOBODY
        if state.word and viewer != state.master and (viewer < 0 or viewer == state.odd or not dealt):
            other.word = _another_word(state, random)
            other.used = [*state.used[:-1], plain(other.word)]
        knows = viewer == state.odd or (viewer == state.master and state.options.master_knows)
        if dealt and not caught and not knows:
            other.odd = random.choice([seat for seat in _artists(state) if seat != viewer])
            other.fooled = list(state.fooled)
            other.fooled[state.odd] -= 1
            other.fooled[other.odd] += 1
        return other


def _asked(
    state: State, seats: tuple[Seat, ...], window: Window, share: int, told: float = 0.0, *, in_sight: bool = False
) -> Ask:
    """Ask seats with a time limit of `share` strokes' time. `told`: seconds in which screens first show
    what came before.
    """
    limit = float(state.options.limit * share) or None
    return Ask(seats, window, limit, open=in_sight, clocked=limit is not None, lead=told if limit else 0.0)


def _round_told(state: State) -> float:
    """Seconds that the first question of a round waits while screens show the round before."""
    return ROUND_TOLD if state.history else 0.0


def _is_dealt(options: Options) -> bool:
    """Whether the rules deal the word, so that no master chooses one."""
    return options.master == "machine" or options.words == "deal"


def _artists(state: State) -> tuple[Seat, ...]:
    """Return all seats but the master's."""
    return tuple(seat for seat in range(len(state.points)) if seat != state.master)


def _real(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in _artists(state) if seat != state.odd)


def _next(seats: Sequence[Seat], after: Seat) -> Seat:
    """Return the first of these seats after `after` in seat order, wrapping around."""
    return next((seat for seat in seats if seat > after), seats[0])


def _artist(state: State) -> Seat:
    """Return the seat whose stroke is next; NOBODY before the first artist is named."""
    artists = _artists(state)
    if state.first == NOBODY:
        return NOBODY
    return artists[(artists.index(state.first) + state.drawn) % len(artists)]


def _candidates(state: State) -> Sequence[Seat]:
    """Return the seats that may be voted for."""
    return state.tied if state.phase == "runoff" else _artists(state)


def _revealed(state: State) -> bool:
    """Whether the current round has ended: its secrets are in every view until the next round begins."""
    return len(state.history) == state.round > 0


def _pose_refusal(state: State, category: str, word: str) -> str | None:
    named, posed = tidy(category), tidy(word)
    if named is None or posed is None:
        return "sketch.refuse.write"
    if plain(named) == plain(posed):
        return "sketch.refuse.same"
    if plain(posed) in state.used and Offered(named, posed) not in state.offered:
        return "sketch.refuse.used"
    return None


def _vote_refusal(state: State, seat: Seat, suspect: Seat) -> str | None:
    if suspect == seat:
        return "sketch.refuse.oneself"
    if suspect == state.master:
        return "sketch.refuse.master"
    return None if suspect in _candidates(state) else "sketch.refuse.vote"


def _deal_words(state: State, drawn: int) -> list[Event]:
    """Begin a round: deal words to offer, or the word itself where no master chooses one."""
    options = state.options
    state.round += 1
    if len(state.history) and options.master == "turns":
        state.master = (state.master + 1) % len(state.points)
    state.category = state.word = state.guess = ""
    state.model = ()
    state.odd = state.first = state.suspect = NOBODY
    state.drawn = 0
    state.strokes, state.votes, state.counts, state.tied, state.judged = [], [], [], [], []
    state.turns += 1
    dealt = _is_dealt(options)
    state.offered = book(options).deal(drawn, OFFERED if options.words == "offer" and not dealt else 1, state.used)
    if dealt:
        return _pose(state, state.offered[0])
    state.phase = "pose"
    return []


def _pose(state: State, posed: Offered) -> list[Event]:
    state.category, state.word = posed.category, posed.word
    state.used.append(plain(posed.word))
    state.offered = []
    state.phase = "odd"
    if state.master == NOBODY:
        return [Event("dealt_category", {"category": posed.category})]
    return [Event("posed", {"seat": state.master, "category": posed.category})]


def _deal_roles(state: State, drawn: int) -> list[Event]:
    state.odd = _artists(state)[drawn]
    state.fooled[state.odd] += 1
    state.phase = "brush" if state.master == NOBODY else "first"
    events = [Event("dealt", {"seat": seat, "word": state.word}, audience=(seat,)) for seat in _real(state)]
    events.append(Event("blank", {"seat": state.odd}, audience=(state.odd,)))
    if state.master != NOBODY and state.options.master_knows:
        events.append(Event("odd", {"seat": state.odd}, audience=(state.master,)))
    return events


def _begin(state: State, first: Seat) -> list[Event]:
    state.first, state.phase = first, "stroke"
    return [Event("first", {"seat": first})]


def _drawn(state: State, stroke: Stroke) -> list[Event]:
    artists = len(_artists(state))
    lap = state.drawn // artists
    state.strokes.append(stroke)
    state.drawn += 1
    state.turns += 1
    if state.drawn == artists * state.options.laps:
        state.phase = "talk" if state.options.talk else "vote"
    return [Event("drew", {"seat": stroke.seat, "lap": lap + 1})]


def _tally(state: State, named: dict[Seat, Seat]) -> list[Event]:
    """Count the votes. The seat with most is the suspect; a tie catches nobody, or leads to a run-off."""
    state.counts = [list(named.values()).count(seat) for seat in range(len(state.points))]
    state.votes = [] if state.options.blind_votes else [named.get(seat, NOBODY) for seat in range(len(state.points))]
    most = max(state.counts)
    leading = [seat for seat, count in enumerate(state.counts) if count == most]
    if len(leading) > 1 and state.options.tie == "runoff" and state.phase == "vote":
        state.tied, state.phase = leading, "runoff"
        return [Event("tied", {"votes": most})]
    if len(leading) > 1:
        return [Event("nobody", {"votes": most}), *_reveal(state, odd_side=True, right=False)]
    (state.suspect,) = leading
    tallied = Event("tallied", {"seat": state.suspect, "votes": most})
    if state.suspect != state.odd:
        return [tallied, *_reveal(state, odd_side=True, right=False)]
    state.phase = "guess"
    return [tallied, Event("caught", {"seat": state.odd})]


def _guessed(state: State, text: str) -> list[Event]:
    state.guess = text
    guessed = Event("guessed", {"seat": state.odd, "text": text})
    if book(state.options).right(text, state.category, state.word):
        return [guessed, *_reveal(state, odd_side=True, right=True)]
    if state.options.judge == "artists" and plain(text):
        state.phase = "judge"
        return [guessed]
    return [guessed, *_reveal(state, odd_side=False, right=False)]


def _judged(state: State, said: dict[Seat, bool]) -> list[Event]:
    state.judged = [int(said[seat]) if seat in said else NOBODY for seat in range(len(state.points))]
    yes = sum(said.values())
    right = 2 * yes > len(said)
    judged = Event("judged", {"yes": yes, "no": len(said) - yes})
    return [judged, *_reveal(state, odd_side=right, right=right)]


def _reveal(state: State, *, odd_side: bool, right: bool) -> list[Event]:
    """Give the points of a round and reveal its secrets to all; end the match if somebody reached the goal."""
    gained = [0] * len(state.points)
    winners = [seat for seat in (state.odd, state.master) if seat != NOBODY] if odd_side else _real(state)
    for seat in winners:
        gained[seat] = ODD_SIDE if odd_side else ARTIST
        state.points[seat] += gained[seat]
    state.escaped[state.odd] += odd_side
    count_votes(state, _artists(state))
    state.history.append(
        Round(state.category, state.word, state.master, state.odd, state.suspect, state.guess, right, tuple(gained))
    )
    events = [
        Event("revealed", {"seat": state.odd, "word": state.word}),
        Event("scored_odd" if odd_side else "scored_artists", {"points": ODD_SIDE if odd_side else ARTIST}),
    ]
    if max(state.points) >= state.options.goal or state.round == state.options.rounds:
        state.phase = "over"
        return [*events, Event("over", {})]
    state.phase = "deal"
    return events


def _another_word(state: State, random: Random) -> str:
    """Return a word of the category that somebody who does not know the word might take for it."""
    rules = book(state.options)
    guess = state.guess or SILENCE
    words = [word.text(rules.language) for word in rules.of_category(state.category)]
    used = set(state.used)
    free = [word for word in words if plain(word) not in used and not rules.right(guess, state.category, word)]
    return random.choice(free or [f"{state.word} {random.randrange(100)}"])
