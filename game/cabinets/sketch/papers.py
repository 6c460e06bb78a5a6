"""Finished papers: the picture of a round, who drew it, and how the round ended. Papers are taken from recordings, or
drawn by computers for the quiz.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from game.cabinets.sketch.checks import stroke_refusal
from game.cabinets.sketch.rules import Sketch
from game.cabinets.sketch.state import NOBODY, TEXT, Options, Stroke, View
from game.core.bots import BotSetup, Request
from game.core.chance import derive
from game.core.given import ending
from game.core.match.match import Match
from game.core.recording.replay import Playback, read_replay
from game.core.recording.views import read_view_recording
from game.core.rules import NATURE, OMNISCIENT, Timed

MOST_SEATS = 10
_MOST_STROKES = 40
"""The most strokes of a round: ten seats, four laps."""
COMPUTERS = 6
_NAME = Meta(max_length=80)


class Paper(msgspec.Struct, frozen=True):
    """A picture and its round. Raises ValueError for values that no match leaves."""

    when: Annotated[str, Meta(max_length=40)]
    """When the paper's match began, ISO 8601; empty where unknown."""
    round: int
    category: Annotated[str, TEXT]
    word: Annotated[str, TEXT]
    names: Annotated[tuple[Annotated[str, _NAME], ...], Meta(min_length=1, max_length=MOST_SEATS)]
    master: int
    odd: int
    suspect: int
    votes: Annotated[tuple[int, ...], Meta(max_length=MOST_SEATS)]
    """The seat that each seat voted for; empty where votes stayed hidden."""
    guess: Annotated[str, TEXT]
    right: bool
    points: Annotated[tuple[int, ...], Meta(max_length=MOST_SEATS)]
    """Points that each seat gained in the round."""
    strokes: Annotated[tuple[Stroke, ...], Meta(max_length=_MOST_STROKES)]

    def __post_init__(self) -> None:
        seats = range(len(self.names))
        who = (self.master, self.suspect, *self.votes)
        if self.odd not in seats or not all(seat in seats or seat == NOBODY for seat in who):
            raise ValueError("a seat that is none")
        for stroke in self.strokes:
            if stroke.seat not in seats or stroke_refusal(stroke.points, stroke.took, 0):
                raise ValueError("a stroke that is none")

    @property
    def artists(self) -> list[int]:
        """Seats that drew, with the odd one and the suspect even if they drew nothing, in seat order."""
        return sorted({self.odd, self.suspect, *(stroke.seat for stroke in self.strokes)} - {NOBODY})


def papers_of(file: Path) -> list[Paper]:
    """Return the papers of all rounds of a recording that were revealed. Raises ReplayError."""
    if ending(file) == ".views":
        seen = read_view_recording(file)
        seen.check(Sketch.info)
        header: Any = seen.header
        views: Iterator[View] = (
            msgspec.convert(step.view, View)
            for step in seen.steps
            if step.view is not None and step.number >= header.number
        )
    else:
        replay = read_replay(file)
        header, views = replay.header, _played(Playback(replay, Sketch()))
    names = tuple(seat.name[:80] for seat in header.seats)
    papers: list[Paper] = []
    known = 0
    for view in views:
        if len(view.history) > known:
            papers.append(_paper(view, names, header.when))
        known = len(view.history)
    return papers


def _played(playback: Playback) -> Iterator[View]:
    while playback.position < len(playback):
        playback.forward()
        yield playback.match.view(OMNISCIENT)


def _paper(view: View, names: tuple[str, ...], when: str) -> Paper:
    """Make a paper of the round that has just ended in a spectator's view."""
    known = msgspec.structs.asdict(view.history[-1])
    return Paper(when=when, round=len(view.history), names=names, votes=view.votes, strokes=view.strokes, **known)


def drawn_by_computers(seed: int, language: str, bots: Mapping[str, Any]) -> Paper:
    """Let computers play a round up to the vote, and return its paper for the quiz."""
    options = Options(master="machine", seconds=0, talk=0, language="ko" if language == "ko" else "en")
    match = Match(Sketch(), COMPUTERS, options, seed)
    kinds = [list(bots)[derive(seed, "kind", seat) % len(bots)] for seat in range(COMPUTERS)]
    players = [
        bots[kind](BotSetup("sketch", seat, COMPUTERS, options, None, derive(seed, "bot", seat)))
        for seat, kind in enumerate(kinds)
    ]
    match.tick(0.0)
    while match.view(OMNISCIENT).phase in ("master", "deal", "odd", "brush", "stroke"):
        for seat in match.waiting_for:
            if seat != NATURE:
                request = Request(match.number, match.view(seat), match.legal(seat), (), derive(seed, match.number))
                answer = players[seat].decide(request)
                match.offer(seat, answer.action if isinstance(answer, Timed) else answer)
        match.tick(0.0)
    view: View = match.view(OMNISCIENT)
    assert view.word is not None and view.odd is not None
    nothing = (0,) * COMPUTERS
    names = tuple(kinds)
    return Paper("", 1, view.category, view.word, names, NOBODY, view.odd, NOBODY, (), "", False, nothing, view.strokes)
