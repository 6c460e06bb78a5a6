"""The rules of the word game. Section titles are those of docs/words.md."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any, ClassVar

from game.cabinets.words import quiz, tempo
from game.cabinets.words.book import FALLBACKS, Book, book, hides, slurs
from game.cabinets.words.glosses import glosses
from game.cabinets.words.lists import FORFEITS, forfeits
from game.cabinets.words.manners import playable, polite, suggested
from game.cabinets.words.search import nearest
from game.cabinets.words.state import (
    KOREAN,
    MOST_LETTERS,
    MOST_TRIES,
    RIDDLES,
    SHOWN,
    UNTIMED_WORDS,
    Action,
    GiveUp,
    Missed,
    Options,
    Said,
    State,
    Try,
    View,
)
from game.core.deck import SHUFFLE, shuffled
from game.core.language.hangul import LETTERS, is_syllable, keystrokes, unfinished
from game.core.options import OptionError
from game.core.ranking import ranked
from game.core.rules import NATURE, OMNISCIENT, Ask, Event, GameInfo, Move, Result, Rules, Seat, SeatResult, Viewer

MISSIONS = {"ko": "가나다라마바사아자차카타파하", "en": "abcdefghijklmnoprstuwy"}
NO_CLOCK = 0
_STARTS = {"front": "end", "consonants": "initials"}
"""By mode: why a word that does not answer is refused; in other modes it is its start that is wrong."""
_ANSWERS = 3
"""How many words are shown after a lost turn in a match that teaches."""


class Words(Rules[State, Options, Action, View]):
    """Rules of saying words that follow one another, against the clock."""

    info = GameInfo(
        "words",
        version=7,
        seats=(1, 2, 3, 4, 5, 6, 7, 8),
        options=Options,
        action=Action,
        view=View,
        undo=False,
        open_scores=True,
        gestures=("typing",),
        regular_seats=4,
        own_clock=True,
    )
    state_type: ClassVar[type] = State

    def start(self, seats: int, options: Options) -> State:
        """Raises OptionError for themes of which no word can follow another, AttachmentError for an own list that is
        none.
        """
        rules = book(options)
        if options.themes and options.mode not in RIDDLES and not playable(rules):
            raise OptionError("words.refuse.themes")
        if options.mode == "gloss":
            glosses()
        state = State(options, [0] * seats, longest=[""] * seats, fastest=[None] * seats, wrong=[0] * seats)
        state.lost = [[] for _ in range(seats)]
        if options.forfeit:
            forfeits(options.forfeit)
        if options.mode in RIDDLES:
            state.phase = "title"
        elif options.position and options.mode != "consonants":
            state.order = list(range(seats))
            state.title = [options.position] * options.rounds
            self._begin_round(state)
        return state

    def ask(self, state: State) -> Ask | None:
        options = state.options
        if state.phase == "over":
            return None
        if options.mode in RIDDLES and state.phase != "forfeit":
            return quiz.ask(state)
        match state.phase:
            case "forfeit":
                return Ask((NATURE,), outcomes=len(forfeits(options.forfeit)))
            case "order":
                return Ask((NATURE,), outcomes=SHUFFLE)
            case "title" if options.mode == "consonants":
                return Ask((NATURE,), outcomes=len(_open_pairs(state)))
            case "title":
                return Ask((NATURE,), outcomes=len(book(options).titles(options.rounds)))
            case "mission":
                return Ask((NATURE,), outcomes=len(MISSIONS[book(options).language]))
        seat = state.order[state.place]
        if not options.seconds:
            return Ask((seat,))
        turn = _turn(state)
        limit = min(state.left + state.spent, turn) - state.spent
        return Ask((seat,), limit=limit / 1000, clocked=True, lead=self._lead(state, turn))

    def _lead(self, state: State, turn: int) -> float:
        """Return the seconds before the clock of a turn starts, while a word is sung or a round is announced."""
        if state.rested:
            return 0.0
        if state.chain:
            return turn // 6 / 1000
        return tempo.BEFORE_ROUND + (tempo.AFTER_ROUND if state.round else 0.0)

    def check(self, state: State, seat: Seat, action: Action) -> str | None:
        if isinstance(action, GiveUp):
            return None
        text, korean = action.text, state.options.mode in KOREAN
        if not text:
            return "words.refuse.empty"
        fits = all((is_syllable(sign) or sign in LETTERS) if korean else "a" <= sign <= "z" for sign in text)
        if len(text) > MOST_LETTERS or not fits:
            return "words.refuse.hangul" if korean else "words.refuse.letters"
        return None

    def fallback(self, state: State, seat: Seat) -> Action:
        return GiveUp()

    def step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        events = self._step(state, moves)
        if state.phase == "over" and state.options.forfeit and not state.forfeit and _losers(state):
            state.phase = "forfeit"
        return [*events, Event("over", {})] if state.phase == "over" else events

    def _step(self, state: State, moves: Sequence[Move]) -> list[Event]:
        if state.phase == "forfeit":
            return _forfeited(state, moves[0].action)
        if state.options.mode in RIDDLES:
            return quiz.step(state, moves)
        (move,) = moves
        if move.seat != NATURE:
            return self._turn_step(state, move)
        match state.phase:
            case "order":
                state.order = list(shuffled(move.action, range(len(state.points))))
                state.phase = "title"
                return [Event("ordered", {"seats": state.order})]
            case "title":
                return self._titled(state, move.action)
        state.mission = MISSIONS[book(state.options).language][move.action]
        state.phase = "turn"
        return [Event("mission", {"sign": state.mission})]

    def _titled(self, state: State, drawn: int) -> list[Event]:
        rules = book(state.options)
        if state.options.mode == "consonants":
            state.title.append(_open_pairs(state)[drawn])
            return self._begin_round(state)
        word = rules.titles(state.options.rounds)[drawn]
        state.drawn = word
        state.title = [_begins(rules, sign) for sign in word]
        return [Event("titled", {"word": word}), *self._begin_round(state)]

    def _begin_round(self, state: State) -> list[Event]:
        options, rules = state.options, book(state.options)
        state.chain = []
        state.left = 1000 * max(10, options.seconds) if options.seconds else NO_CLOCK
        state.asked = rules.first(state.title[state.round])
        state.rested = False
        self._begin_turn(state)
        state.phase = "mission" if options.mission else "turn"
        return [Event("begun", {"round": state.round + 1, "sign": state.title[state.round], "seat": _mover(state)})]

    def _begin_turn(self, state: State) -> None:
        if state.options.seconds:
            state.left = tempo.round_left(state.left, len(state.chain))
        state.spent, state.tries = 0, []
        state.turns += 1

    def _turn_step(self, state: State, move: Move) -> list[Event]:
        ask = self.ask(state)
        assert ask is not None
        spent = move.spent
        if isinstance(move.action, Try):
            spent = min(max(spent, tempo.KEY * keystrokes(move.action.text)), ask.limit_ms)
        if state.options.seconds:
            state.spent += spent
            state.left -= spent
        if isinstance(move.action, GiveUp):
            return self._caught(state, "timed_out" if move.forced else "gave_up")
        if why := self._why_not(state, move.action.text):
            return self._missed(state, move.seat, move.action.text, why, spent >= ask.limit_ms and ask.clocked)
        return self._said(state, move.seat, move.action.text)

    def _why_not(self, state: State, word: str) -> tuple[str, dict[str, Any]] | None:
        """Return why a word does not count, as the key of a refusal and its values; None if it counts.

        The reasons are tried in the order of the refusals in docs/words.md.
        """
        rules, words = book(state.options), len(state.chain)
        if unfinished(word):
            return "unfinished", {}
        if not any(rules.answers(word, key) for key in state.asked):
            return _STARTS.get(state.options.mode, "start"), {"forms": list(state.asked)}
        length = rules.length(words)
        if (length and len(word) != length) or not rules.shortest <= len(word) <= rules.longest:
            return "length", {"length": length or (rules.shortest if len(word) < rules.shortest else rules.longest)}
        used = next((said for said in state.chain if said.word == word), None)
        if used:
            return "used", {"by": used.seat}
        number = rules.lexicon.find(word)
        if number is None:
            return "unknown", {}
        if state.options.clean and word in slurs():
            return "blocked", {}
        if not rules.counts(number):
            return "theme" if rules.off_theme(word) else "list", {}
        if not polite(rules, word, words, {said.word for said in state.chain}):
            return "dead_end", {}
        return None

    def _missed(self, state: State, seat: Seat, word: str, why: tuple[str, dict[str, Any]], late: bool) -> list[Event]:
        kind, values = why
        shown = "" if hides(state.options, word) else word
        state.tries.append(Missed(shown, kind, seat))
        state.wrong[seat] += 1
        state.rested = True
        missed = Event("missed", {"seat": seat, "text": shown, "why": kind, **values})
        if late or len(state.tries) >= MOST_TRIES:
            return [missed, *self._caught(state, "timed_out")]
        return [missed]

    def _said(self, state: State, seat: Seat, word: str) -> list[Event]:
        options = state.options
        turn, words = _turn(state), len(state.chain)
        missions = word.count(state.mission) if state.mission else 0
        gained = tempo.points(len(word), words, min(state.spent, turn), turn, state.earlier.get(word, 0), missions)
        state.chain.append(Said(word, seat, gained, state.spent))
        state.points[seat] += gained
        state.note(state.chain[-1])
        state.asked = book(options).asks(word)
        state.place = (state.place + 1) % len(state.order)
        state.rested = False
        events = [Event("said", {"seat": seat, "word": word, "points": gained, "spent": state.spent})]
        self._begin_turn(state)
        if not options.seconds and len(state.chain) >= UNTIMED_WORDS:
            return [*events, *self._end_round(state)]
        if options.manner == "strict" and not _held(book(options), state, 1):
            return [*events, Event("used_up"), *self._end_round(state)]
        if options.seconds and state.left < tempo.SHORTEST_TURN:
            return [*events, *self._caught(state, "timed_out")]
        if missions:
            state.phase = "mission"
        return events

    def _caught(self, state: State, kind: str) -> list[Event]:
        """End the round, lost by its mover, who had no word."""
        rules, seat = book(state.options), _mover(state)
        lost = tempo.penalty(len(state.chain), state.points[seat])
        state.points[seat] -= lost
        state.lost[seat].append(state.asked[0])
        events = [Event(kind, {"seat": seat, "lost": lost})]
        if unknown := [missed.text for missed in state.tries if missed.why == "unknown" and missed.text]:
            fitting = map(rules.lexicon.words.__getitem__, rules.candidates(state.asked, len(state.chain)))
            near = nearest(fitting, unknown[-1], _ANSWERS)
            events += [Event("meant", {"text": unknown[-1], "words": ", ".join(near)})] if near else []
        if words := _held(rules, state, _ANSWERS if state.options.teach == "answers" else 1):
            events.append(Event("could_have", {"word": ", ".join(words)}))
        if state.options.begins == "next":
            state.place = (state.place + 1) % len(state.order)
        return [*events, *self._end_round(state)]

    def _end_round(self, state: State) -> list[Event]:
        for said in state.chain:
            state.earlier[said.word] = state.earlier.get(said.word, 0) + 1
        state.round += 1
        if state.round < state.options.rounds:
            if state.options.mode != "consonants":
                return self._begin_round(state)
            state.phase = "title"
            return []
        state.phase = "over"
        return []

    def result(self, state: State) -> Result:
        places = enumerate(zip(ranked(state.points), state.points, strict=True))
        lines = (SeatResult(rank, score, _details(state, seat)) for seat, (rank, score) in places)
        return Result(tuple(lines), "words.end.rounds")

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.points)

    def turns(self, state: State) -> int:
        return state.turns

    def brief(self, state: State, viewer: Viewer) -> dict[str, Any]:
        words = book(state.options).lexicon
        return {"words": len(words.words), "digest": words.digest}

    def view(self, state: State, viewer: Viewer) -> View:
        rules, racing = book(state.options), state.options.mode in RIDDLES
        return View(
            state.options.mode,
            state.phase,
            min(state.round, state.options.rounds - 1),
            state.options.rounds,
            tuple(state.title),
            state.drawn,
            () if racing else tuple(state.order),
            _mover(state) if state.phase == "turn" and not racing else -1,
            state.asked,
            0 if racing else rules.length(len(state.chain)),
            tuple(state.chain[-SHOWN:]),
            len(state.chain),
            state.left,
            quiz.whole(state.options) if racing else _turn(state),
            state.spent,
            state.options.seconds > 0 or racing,
            tuple(state.points),
            state.mission,
            tuple(state.tries),
            tuple(map(len, state.lost)),
            state.theme,
            quiz.seen(state),
            state.hints,
            tuple(state.solved),
            tuple(state.out),
            _follow(state) if state.options.teach != "off" else -1,
            state.forfeit,
            _losers(state) if state.forfeit else (),
            quiz.told(state),
        )

    def gesture_seen_by(self, state: State, seat: Seat, kind: str, viewer: Viewer) -> bool:
        return state.options.typing != "off"

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        other = self.load(self.dump(state))
        if viewer != OMNISCIENT and state.options.mode in RIDDLES:
            quiz.redeal(other, random)
        return other

    def has_secrets(self, options: Options) -> bool:
        return options.mode in RIDDLES

    def sketch(self, view: View) -> str:
        if view.seen:
            return f"{view.round + 1}/{view.rounds}  {view.theme}: {' '.join(view.seen)}"
        chain = " – ".join(said.word for said in view.chain[-8:])
        return f"{view.round + 1}/{view.rounds}  {chain} → {' / '.join(view.asked)}"


def _mover(state: State) -> Seat:
    return state.order[state.place]


def _details(state: State, seat: Seat) -> dict[str, Any]:
    """Return the details of a seat's result: its best words, and the texts for which it had no word."""
    best, lost = state.fastest[seat], state.lost[seat]
    fastest = f"{best.word} {best.spent // 1000}.{best.spent // 100 % 10}" if best else False
    more = {"longest": state.longest[seat] or False, "fastest": fastest, "wrong": state.wrong[seat] or False}
    return {"lost": len(lost), "lost_at": ", ".join(lost) or False, **more}


def _turn(state: State) -> int:
    """Return the milliseconds of the whole current turn, from the time that was left of the round when it began."""
    if not state.options.seconds:
        return tempo.LONGEST_TURN
    return tempo.turn_time(state.left + state.spent, state.options.tempo)


def _open_pairs(state: State) -> Sequence[str]:
    """Return the pairs of initials with which no round began yet."""
    rules = book(state.options)
    return [pair for pair in rules.pairs() if pair not in state.title]


def _begins(rules: Book, sign: str) -> str:
    """Return the sign a round begins with: `sign`, or another one if too few ordinary words begin with it.

    Where the chosen themes have no word for any of the usual signs, it is one that a word of theirs answers.
    """
    if rules.begins_well(sign):
        return sign
    others = FALLBACKS[rules.language]
    if usual := next((other for other in others if rules.begins_well(other)), None):
        return usual
    if not any(rules.remains(rules.first(other), 0, ()) for other in others):
        others = "".join(sorted({key for word in rules.themed for key in rules.keys_of(word)[-1][:1]})) or others
    return max(others, key=lambda other: sum(1 for _ in rules.candidates(rules.first(other), 0)))


def _follow(state: State) -> int:
    """Return how many unused words answer what is asked for."""
    if state.phase != "turn" or not state.asked:
        return 0
    rules, used = book(state.options), {said.word for said in state.chain}
    words = rules.lexicon.words
    return sum(words[number] not in used for number in rules.candidates(state.asked, len(state.chain)))


def _losers(state: State) -> tuple[Seat, ...]:
    """Return the seats that share the last place; none if all seats have equal points."""
    least = min(state.points)
    return tuple(seat for seat, points in enumerate(state.points) if points == least < max(state.points))


def _forfeited(state: State, drawn: int) -> list[Event]:
    state.forfeit, state.phase = forfeits(state.options.forfeit)[drawn], "over"
    kind = "forfeit" if state.forfeit in FORFEITS else "own_forfeit"
    return [Event(kind, {"seat": seat, "forfeit": state.forfeit}) for seat in _losers(state)]


def _held(rules: Book, state: State, most: int) -> Sequence[str]:
    """Return up to `most` words that would have counted, the most ordinary first."""
    used = {said.word for said in state.chain}
    return tuple(islice(suggested(rules, state.asked, len(state.chain), used), most))
