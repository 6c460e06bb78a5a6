"""Sample scenes of Odd Brush for screenshots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from game.cabinets.sketch.cabinet import SKETCH
from game.cabinets.sketch.papers import Paper, drawn_by_computers
from game.cabinets.sketch.scenes.gallery import GalleryScene
from game.cabinets.sketch.scenes.kept import Gallery
from game.cabinets.sketch.scenes.paper import PaperScene
from game.cabinets.sketch.scenes.solve import SolveScene
from game.engine.scene import Scene

if TYPE_CHECKING:
    from tests.showroom.moment import Moment

_NAMES = {
    "ko": ("지우", "하늘", "수아", "민준", "Luca", "서연"),
    "en": ("Mia", "Omar", "Leila", "Kenji", "Luca", "Ana"),
}
_HUNG = 10


def _papers(moment: Moment) -> list[Paper]:
    language = moment.context.texts.language
    papers = []
    for number in range(_HUNG):
        paper = drawn_by_computers(moment.seed + number, language, {"artist": SKETCH.bots["artist"]})
        suspect = paper.odd if number % 3 else (paper.odd + 1) % len(paper.names)
        votes = tuple(suspect if seat != suspect else (seat + 1) % len(paper.names) for seat in range(len(paper.names)))
        when = f"2026-11-{18 + number // 4}T21:{10 + number}:00"
        papers.append(
            replace(paper, when=when, names=_NAMES[language], suspect=suspect, votes=votes, guess=paper.category)
        )
    return papers


def _filled(moment: Moment) -> Gallery:
    gallery = Gallery(moment.folder / "gallery")
    kept = [gallery.keep(paper) for paper in _papers(moment)]
    gallery.star(kept[3])
    (gallery.folder / "2026-11-17 21.00.00 1-broken.json").write_text("{", encoding="utf-8")
    gallery.refresh()
    return gallery


def wall(moment: Moment) -> Scene:
    """Show the gallery with pictures of three evenings; one is starred, one file is damaged."""
    return GalleryScene(moment.context, _filled(moment), moment.folder)


def paper(moment: Moment) -> Scene:
    """Show one paper of the sample gallery."""
    gallery = _filled(moment)
    return PaperScene(moment.context, gallery.read(gallery.paths[0]), gallery, gallery.paths[0])


def solving(moment: Moment) -> Scene:
    """Show the quiz in which a person finds the odd one in finished pictures."""
    return SolveScene(moment.context, seed=moment.seed)
