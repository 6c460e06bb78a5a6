"""The quiz: everybody guesses one hidden word from its theme and its initials. A round is a row of races."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random

from game.cabinets.words import lists, tempo
from game.cabinets.words.book import hides, slurs
from game.cabinets.words.glosses import masked
from game.cabinets.words.state import KOREAN, MOST_TRIES, GiveUp, Missed, Options, Said, Solved, State
from game.core.deck import SHUFFLE, shuffled
from game.core.language.hangul import INITIALS, keystrokes, parts, unfinished
from game.core.rules import NATURE, Ask, Event, Move, Seat, Window

SHORTEST = 2
LONGEST = {True: 8, False: 10}
"""The most syllables of a Korean word (True) and the most letters of an English one (False)."""
BLANK = "_"
"""Stands for a letter that is not seen."""
AFTER_FIRST = 10_000
"""Milliseconds that the other seats have after the first one has found the word."""
HINTS = 2


@lru_cache(maxsize=8)
def pool(options: Options) -> Mapping[str, Sequence[str]]:
    """Return the words that may be hidden, by theme.

    They come from the chosen themes, else from all themes, also if no chosen word fits. If no word has the wanted
    length, words of any length are returned.
    """
    barred = slurs() if options.clean else frozenset[str]()
    every = {**dict(lists.chosen(options.themes))} or lists.themes()
    korean = options.mode in KOREAN

    def spoken(word: str, theme: str) -> bool:
        """Return whether a word is of the mode's language, may be shown, and does not name its theme."""
        return word not in barred and (word >= "가" if korean else word < "가" and word not in theme)

    shortest = max(SHORTEST, options.least)
    longest = max(shortest, min(LONGEST[korean], options.longest))
    bounds = (shortest, longest), (SHORTEST, LONGEST[korean])
    for (low, high), those in ((bounds[0], every), (bounds[0], lists.themes()), (bounds[1], lists.themes())):
        fit = {
            theme: tuple(word for word in words if low <= len(word) <= high and spoken(word, theme))
            for theme, words in those.items()
        }
        if any(fit.values()):
            break
    return {theme: words for theme, words in fit.items() if words}


def riddles(state: State) -> Sequence[tuple[str, str]]:
    """Return the words that may be hidden next, each with its theme: those not hidden before, else all words."""
    every = [(theme, word) for theme, words in pool(state.options).items() for word in words]
    return [each for each in every if each[1] not in state.earlier] or every


def whole(options: Options) -> int:
    """Return the milliseconds of a round."""
    return 1000 * (max(10, options.seconds) if options.seconds else 90)


def shown(word: str, order: Sequence[int], hints: int) -> tuple[str, ...]:
    """Return what is seen of each syllable of a hidden word: its initial, its initial and vowel, or all of it.

    Of an English word the first letter is seen, after the last hint half of the letters.
    """
    half = (len(word) + 1) // 2
    if word.isascii():
        letters = sorted(order, key=bool)[: half if hints == HINTS else 1]
        return tuple(letter if place in letters else BLANK for place, letter in enumerate(word))
    full = order[: half if hints == HINTS else 1]
    vowels = order[1 : 1 + half] if hints else ()
    seen = []
    for place, syllable in enumerate(word):
        initial, vowel, _ = parts(syllable)
        seen.append(syllable if place in full else initial + vowel if place in vowels else initial)
    return tuple(seen)


def fits(word: str, seen: Sequence[str]) -> bool:
    """Return whether a word may be the hidden one of which `seen` is known."""
    return len(word) == len(seen) and all(
        "".join(parts(syllable)[: len(sign)]) == sign if sign[0] in INITIALS else sign in (syllable, BLANK)
        for syllable, sign in zip(word, seen, strict=True)
    )


def ask(state: State) -> Ask:
    """Return what a round of the quiz waits for."""
    match state.phase:
        case "title":
            return Ask((NATURE,), outcomes=len(riddles(state)))
        case "uncover":
            return Ask((NATURE,), outcomes=SHUFFLE)
    lead = 0.0 if state.rested else tempo.BEFORE_ROUND + (tempo.AFTER_ROUND if state.round else 0.0)
    return Ask(_racing(state), Window.RACE, limit=_window(state) / 1000, clocked=True, lead=lead)


def _racing(state: State) -> tuple[Seat, ...]:
    """Return the seats that still guess."""
    done = {each.seat for each in state.solved} | set(state.out)
    return tuple(seat for seat in range(len(state.points)) if seat not in done)


def _window(state: State) -> int:
    """Return the milliseconds until the next hint or the end of the round."""
    if state.hints == HINTS:
        return state.left
    return min(state.left, whole(state.options) * (state.hints + 1) // (HINTS + 1) - state.spent)


def step(state: State, moves: Sequence[Move]) -> list[Event]:
    """Play one window: a draw of chance, the first answer, or time that passed without one."""
    first = moves[0]
    if first.seat == NATURE:
        return _draw(state, first.action)
    window = _window(state)
    state.rested = True
    if first.forced:
        state.spent, state.left = state.spent + window, state.left - window
        return _after(state, [])
    spent = first.spent
    if not isinstance(first.action, GiveUp):
        spent = min(max(spent, tempo.KEY * keystrokes(first.action.text)), window)
    state.spent, state.left = state.spent + spent, state.left - spent
    if isinstance(first.action, GiveUp):
        state.out.append(first.seat)
        return _after(state, [Event("passed", {"seat": first.seat})])
    if first.action.text == state.hidden:
        return _after(state, [_solved(state, first.seat)])
    return _after(state, _missed(state, first.seat, first.action.text))


def _draw(state: State, drawn: int) -> list[Event]:
    if state.phase == "title":
        state.theme, state.hidden = riddles(state)[drawn]
        state.phase = "uncover"
        return []
    state.order = shuffled(drawn, range(len(state.hidden)))
    state.phase, state.rested = "turn", False
    state.spent, state.left, state.hints = 0, whole(state.options), 0
    state.tries, state.solved, state.out = [], [], []
    state.turns += 1
    kind, theme = ("riddle", state.theme) if "@" not in state.theme else ("own_riddle", state.theme.partition("@")[0])
    return [Event(kind, {"round": state.round + 1, "theme": theme, "sign": " ".join(seen(state))})]


def seen(state: State) -> tuple[str, ...]:
    """Return what is seen of each syllable of the hidden word."""
    if state.phase == "uncover":
        return shown(state.hidden, (-1,), 0)
    return shown(state.hidden, state.order, state.hints) if state.phase == "turn" else ()


def told(state: State) -> str:
    """Return the masked meaning of the hidden word; empty before the first hint and for a Korean word."""
    return masked(state.hidden) if state.phase == "turn" and state.hints else ""


def _solved(state: State, seat: Seat) -> Event:
    options, before = state.options, len(state.solved)
    chosen = len(pool(options))
    gained = tempo.quiz_points(len(state.points), before, chosen, state.spent, whole(options))
    state.points[seat] += gained
    state.note(Said(state.hidden, seat, gained, state.spent))
    state.solved.append(Solved(seat, gained, state.spent))
    if not before:
        state.hints = HINTS
        state.left = min(state.left, AFTER_FIRST)
    return Event("solved", {"seat": seat, "points": gained})


def _missed(state: State, seat: Seat, text: str) -> list[Event]:
    why = "wrong"
    if unfinished(text):
        why = "unfinished"
    elif state.options.clean and text in slurs():
        why = "blocked"
    text = "" if hides(state.options, text) else text
    state.tries.append(Missed(text, why, seat))
    state.wrong[seat] += 1
    events = [Event("missed", {"seat": seat, "text": text, "why": why})]
    if sum(missed.seat == seat for missed in state.tries) >= MOST_TRIES:
        state.out.append(seat)
        events.append(Event("passed", {"seat": seat}))
    return events


def _after(state: State, events: list[Event]) -> list[Event]:
    """Give the hints whose time has come, or end the round."""
    if not state.left or not _racing(state):
        return [*events, *_end(state)]
    while not _window(state):
        state.hints += 1
        events.append(Event("hinted", {"number": state.hints}))
    return events


def _end(state: State) -> list[Event]:
    solved = {each.seat for each in state.solved}
    for seat in range(len(state.points)):
        state.lost[seat] += [] if seat in solved else [state.hidden]
    state.earlier[state.hidden] = 1
    state.drawn = state.hidden
    state.round += 1
    events = [Event("revealed", {"word": state.hidden, "solved": len(solved)})]
    if state.round < state.options.rounds:
        state.phase = "title"
        return events
    state.phase = "over"
    return events


def redeal(state: State, random: Random) -> None:
    """Replace the hidden word by a random one that fits everything the seats know of it."""
    if state.phase not in ("uncover", "turn"):
        return
    look, gloss, wrong = seen(state), told(state), {missed.text for missed in state.tries}
    others = [word for theme, word in riddles(state) if theme == state.theme and fits(word, look) and word not in wrong]
    others = [word for word in others if not gloss or masked(word) == gloss]
    state.hidden = random.choice(others or [state.hidden])
