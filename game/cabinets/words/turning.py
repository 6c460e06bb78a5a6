"""Finds where a round was lost: the loser's last turn at which another word would have won, or held out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.cabinets.words.book import book
from game.cabinets.words.solved import judged, solvable, solver_of
from game.cabinets.words.state import Options
from game.core.rules import Event


class Turning(NamedTuple):
    """A turn at which another word would have been better."""

    step: int
    word: str
    wins: bool
    """Whether that word wins by force; if not, no forced win is known."""


def turnings(options: Options, seats: int, steps: Sequence[Sequence[Event]]) -> Iterator[Turning | None]:
    """Go through the events of a match, step by step, and yield each turning.

    Yields None after each position that took some work, so that the caller may pause. With two seats the solver judges;
    otherwise the turning is the lost turn itself, if a word was left to say.
    """
    exact, sign = seats == 2 and solvable(options), options.position
    chain: list[str] = []
    at: list[int] = []
    for step, events in enumerate(steps):
        for event in events:
            match event.kind:
                case "begun":
                    sign, chain, at = event.data["sign"], [], []
                case "said":
                    chain.append(event.data["word"])
                    at.append(step)
                case "could_have" if not exact:
                    yield Turning(step, event.data["word"].partition(",")[0], False)
                case "timed_out" | "gave_up" if exact:
                    for turn in range(len(chain), -1, -2):
                        found = _better(options, sign, chain, turn)
                        yield Turning((*at, step)[turn], *found) if found else None
                        if found:
                            break


def _better(options: Options, sign: str, chain: Sequence[str], turn: int) -> tuple[str, bool] | None:
    """Return a better word for the turn after `turn` words, and whether it wins; None if there is none.

    Winning words come first: commonly known ones, then the fastest. If no word wins, it is the most ordinary word that
    does not lose.
    """
    rules, solver = book(options), solver_of(options).copy()
    said, instead = chain[:turn], [rules.ends(word) for word in chain[turn : turn + 1]]
    for word in said:
        solver.use(*rules.ends(word))
    asked = rules.asks(said[-1]) if said else rules.first(sign)
    held = [
        (
            label is None,
            bool(label) and not rules.usual(rules.lexicon.find(word) or 0),
            label.depth if label else 0,
            word,
        )
        for word, label in judged(rules, solver, asked, said)
        if not (label and label.wins) and rules.ends(word) not in instead
    ]
    best = min(held, key=lambda each: each[:3], default=None)
    return best and (best[3], not best[0])
