"""Computer players that see what is drawn: they fit the drawing of a word to the picture, and suspect strokes that do
not fit.

The points of strokes are (x, y) pairs here. Distances are in canvas units.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from random import Random
from typing import ClassVar, Final

from game.cabinets.sketch.book import book, plain
from game.cabinets.sketch.bots import RandomBot, drawn
from game.cabinets.sketch.doubts import Doubt, Line, even, scrawled, shapes, strangeness
from game.cabinets.sketch.drawing.lists import Word
from game.cabinets.sketch.drawing.recogniser import fit, likeness, weights
from game.cabinets.sketch.drawing.strokes import polylines
from game.cabinets.sketch.freehand.hand import by_hand
from game.cabinets.sketch.freehand.points import Points, pairs
from game.cabinets.sketch.rules import SILENCE
from game.cabinets.sketch.state import Action, Draw, First, Guess, Judge, Offered, Pose, View, Vote
from game.core.bots import Request
from game.core.chance import astray
from game.core.language.distance import distance
from game.core.logarithms import ONE
from game.core.rules import Seat

DRAWN: Final = 36
"""A part of a drawing counts as drawn if it is no farther than this from the picture."""
FARTHEST: Final = 160
"""Distances are truncated at this value."""
COARSE: Final = 4
"""One in this many points of a stroke is compared."""
LIKELY: Final = 6
"""How many words at most an odd one is thought to have guessed."""
FITTED: Final = 3
"""How many strokes a picture needs before it shows where its drawing lies."""


class ApprenticeBot(RandomBot):
    """Draws a missing part of the word; imitates other strokes if it does not know the word; suspects strokes that lie
    far off.
    """

    light = False
    noise: ClassVar[int] = 40
    fits: ClassVar[bool] = False
    """Whether the bot fits a drawing to the place and size of the picture."""
    infers: ClassVar[int] = 99
    """After this many strokes, a bot that does not know the word may draw a part of the word that it guesses."""
    dares: ClassVar[int] = 50
    """How often the bot draws a part of the guessed word, in hundredths; else it copies a stroke."""
    bluff: ClassVar[int] = 1
    """The word that a bluff draws is sampled from the posterior to the power 1 / `bluff`."""
    warmth: ClassVar[int] = 4
    """The final guess is sampled from the posterior to the power 1 / `warmth`."""
    doubt: ClassVar[Doubt] = Doubt(strays=50)
    unsure: ClassVar[int] = 30
    """Noise in the bot's suspicion of each seat, in hundredths."""

    def choose(self, request: Request, chance: Random) -> Action:
        view: View = request.view
        match view.phase:
            case "pose":
                return self._pose(view)
            case "first":
                return First(chance.choice([first.seat for first in request.legal or () if first.seat != view.odd]))
            case "stroke":
                return self._stroke(view, chance)
            case "vote" | "runoff":
                return self._vote(view, [action.seat for action in request.legal or ()], chance)
            case "guess":
                return self._guess(view, chance)
            case "judge":
                return Judge(alike(view.guess, view.word or ""))
        action: Action = super().choose(request, chance)
        return action

    @property
    def _seat(self) -> Seat:
        return self.setup.seat

    def _words(self, view: View) -> Sequence[Word]:
        """Return the words that the bot considers: those of the category, or all words where no list has it."""
        return book(self.setup.options).thought_of(view.category)

    def _word(self, view: View) -> Word | None:
        """Return the word; None where the bot does not know it, or no list has it."""
        return book(self.setup.options).entry(view.category, view.word or "")

    def _drawing(self, view: View) -> Sequence[Points]:
        """Return the drawing of the word; empty where the bot knows none."""
        return tuple(map(pairs, view.model)) or _drawn(self._word(view))

    def _pose(self, view: View) -> Pose:
        """Pose the dealt word whose drawing is most easily mistaken for other words: the master wins with
        the odd one.
        """
        rules, language = book(self.setup.options), self.setup.options.language

        def taken_for_others(offered: Offered) -> int:
            words = rules.of_category(offered.category)
            own = next(word for word in words if offered.word == word.text(language))
            return sum(weights(_itself(own, tuple(words)), self.warmth))

        posed = max(view.offered, key=taken_for_others)
        return Pose(posed.category, posed.word)

    def _stroke(self, view: View, chance: Random) -> Draw:
        picture = [pairs(stroke.points) for stroke in view.strokes]
        drawing = self._drawing(view)
        if not drawing and (not picture or (len(picture) >= self.infers and chance.randrange(100) < self.dares)):
            drawing = self._supposed(view, picture, chance)
        if drawing:
            parts = self._lying(drawing, picture)
            return self._by_hand(self._part(parts, picture, view, chance), chance)
        return self._by_hand(self._echo(picture, chance), chance) if picture else self._curve(chance)

    def _supposed(self, view: View, picture: Sequence[Points], chance: Random) -> Sequence[Points]:
        """Return the drawing of a word that the picture might show; of any word before the first stroke."""
        words = self._words(view)
        if not (picture and words):
            return _drawn(chance.choice(words)) if words else ()
        return _drawn(chance.choices(words, weights(likeness(picture, words), self.bluff))[0])

    def _lying(self, parts: Sequence[Points], picture: Sequence[Points]) -> Sequence[Points]:
        """Move the parts of a drawing to the place and size of the picture."""
        if not self.fits or len(picture) < FITTED:
            return parts
        found = fit(picture, parts)
        (x, y), (dx, dy) = found.middle, found.shift
        # the fit moves the picture onto the drawing; the drawing goes the other way
        return [
            tuple(
                (
                    ((2 * (px - dx) - x) * 100 // found.scale + x) // 2,
                    ((2 * (py - dy) - y) * 100 // found.scale + y) // 2,
                )
                for px, py in part
            )
            for part in parts
        ]

    def _part(self, parts: Sequence[Points], picture: Sequence[Points], view: View, chance: Random) -> Points:
        """Return a part of the drawing that is still missing in the picture."""
        return chance.choice(_missing(parts, picture)[:3] or parts)

    def _echo(self, picture: Sequence[Points], chance: Random) -> Points:
        """Return one of the picture's strokes, mirrored or moved aside."""
        stroke = chance.choice(picture)
        if chance.randrange(2):
            twice = 2 * sum(x for points in picture for x, _ in points) // sum(map(len, picture))
            return tuple((twice - x, y) for x, y in stroke)
        dx, dy = chance.randint(-90, 90), chance.randint(-70, 70)
        return tuple((x + dx, y + dy) for x, y in stroke)

    def _by_hand(self, points: Points, chance: Random) -> Draw:
        """Return a Draw action: the stroke with a hand's noise and pace, cut to the longest allowed."""
        return drawn(by_hand(points, chance, self.noise), self.setup.options.longest, chance)

    def _vote(self, view: View, candidates: Sequence[Seat], chance: Random) -> Vote:
        """Vote for the seat whose strokes look most like those of somebody who does not know the word."""
        picture = tuple(pairs(stroke.points) for stroke in view.strokes)
        drawing = self._drawing(view) or self._supposed(view, picture, chance)
        parts = list(map(even, (*drawing, *self._lying(drawing, picture)))) if drawing else []
        strange = dict.fromkeys(candidates, 0)
        for number, stroke in enumerate(view.strokes):
            if stroke.seat in strange:
                before = [pairs(other.points) for other in view.strokes[:number] if other.seat != stroke.seat]
                supposed = self._taken_for(view, picture[:number])
                scrawl = _scrawled(picture[number], tuple(book(self.setup.options).of_category(view.category)))
                strange[stroke.seat] += strangeness(picture[number], before, parts, self.doubt, supposed, scrawl)
        return Vote(max(candidates, key=lambda seat: strange[seat] + astray(chance, self.unsure * ONE // 100)))

    def _taken_for(self, view: View, picture: tuple[Points, ...]) -> Sequence[tuple[int, Sequence[Line]]]:
        """Return the parts of words that somebody may guess from this picture, each list with its likelihood."""
        if not self.doubt.supposes:
            return ()
        words = self._words(view)
        weighed = weights(likeness(picture, words), self.bluff)
        likely = sorted(zip(weighed, words, strict=True), key=lambda each: -each[0])[:LIKELY]
        whole = sum(weighed)
        return [(ONE * weight // whole, list(map(even, _drawn(word)))) for weight, word in likely]

    def _softened(self, view: View) -> int:
        """Return the warmth of the final guess.

        The warmth grows with the number of strokes: otherwise imitators at large tables could never win.
        """
        return max(1, self.warmth + (len(view.strokes) - 10) // 2)

    def _guess(self, view: View, chance: Random) -> Guess:
        words = self._words(view)
        if not words:
            return Guess(SILENCE)
        seen = likeness([pairs(stroke.points) for stroke in view.strokes], words)
        return Guess(chance.choices(words, weights(seen, self._softened(view)))[0].text(self.setup.options.language))


class ArtistBot(ApprenticeBot):
    """Draws where the picture has its parts; infers the word after three strokes; recognises imitation."""

    noise = 25
    fits = True
    infers = 3
    dares = 27
    bluff = 3
    warmth = 5
    doubt = Doubt(strays=36, copies=80, supposes=30, own_way=15, wild=10)

    def _part(self, parts: Sequence[Points], picture: Sequence[Points], view: View, chance: Random) -> Points:
        """Return a missing part close to what is drawn already."""
        return chance.choice(_near(parts, picture)[:3] or parts)


class MasterBot(ArtistBot):
    """Draws the part that reveals least to somebody who does not know the word, and weighs what each seat
    could know.
    """

    noise = 20
    infers = 2
    dares = 65
    bluff = 2
    doubt = Doubt(strays=30, copies=80, supposes=30)
    unsure = 10
    tried: ClassVar[int] = 4
    """How many of the missing parts the bot compares."""

    def _part(self, parts: Sequence[Points], picture: Sequence[Points], view: View, chance: Random) -> Points:
        near, own = _near(parts, picture)[: self.tried], self._word(view)
        if own is None or len(near) < 2:
            return chance.choice(near or parts)
        words = self._words(view)

        def certain(part: Points) -> int:
            """Return how sure of the word an onlooker would be after this part, ONE for certain."""
            seen = weights(likeness([*picture, part], words))
            return ONE * ONE * seen[words.index(own)] // sum(seen)

        return min(near, key=certain)


@lru_cache(maxsize=512)
def _itself(word: Word, words: tuple[Word, ...]) -> tuple[int, ...]:
    """Return how likely each word is what one word's own drawing shows, as logarithms."""
    return likeness(_drawn(word), words)


@lru_cache(maxsize=64)
def _shapes(words: tuple[Word, ...]) -> Sequence[Line]:
    """Return the shapes of all parts in the drawings of these words."""
    return shapes(even(part) for word in words for part in _drawn(word))


@lru_cache(maxsize=1024)
def _scrawled(stroke: Points, words: tuple[Word, ...]) -> int:
    """Return how unlike all parts of these words' drawings a stroke is, 0 … ONE."""
    known = _shapes(words)
    return scrawled(even(stroke), known) if known else 0


def _drawn(word: Word | None) -> Sequence[Points]:
    """Return the drawing of a word; empty where it has none."""
    return polylines(word.program) if word and word.program else ()


def _missing(parts: Sequence[Points], picture: Sequence[Points]) -> list[Points]:
    """Return the parts that have not been drawn."""
    return [part for part in parts if not picture or _farness(part, picture) > DRAWN]


def _near(parts: Sequence[Points], picture: Sequence[Points]) -> list[Points]:
    """Return the parts that have not been drawn, those nearest to the picture first."""
    inked = [point for stroke in picture for point in stroke[::COARSE]]
    return sorted(_missing(parts, picture), key=lambda part: _gap(part[::COARSE], inked) if inked else 0)


def _farness(stroke: Points, others: Sequence[Points]) -> int:
    """Return the mean distance of a stroke's points from the nearest points of other strokes."""
    inked = [point for other in others for point in other[::2]]
    seen = stroke[::COARSE]
    return sum(min(FARTHEST, _gap((point,), inked)) for point in seen) // len(seen)


def _gap(points: Points, inked: Sequence[tuple[int, int]]) -> int:
    """Return the least distance between these points and the ink."""
    return isqrt(min((x - u) ** 2 + (y - v) ** 2 for x, y in points for u, v in inked))


def alike(guess: str, word: str) -> bool:
    """Whether a guess differs from the word by at most one letter; a Hangul syllable counts as its jamo.

    >>> alike("코끼리", "코키리"), alike("개", "게")
    (True, False)
    """
    said, meant = (unicodedata.normalize("NFD", plain(text)) for text in (guess, word))
    return said == meant or (len(meant) >= 4 and distance(said, meant) < 2)
