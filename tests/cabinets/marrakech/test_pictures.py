"""Marrakech at rest looks as it did: 24 views of three matches against a kept sheet of small pictures.

`python -m tests.cabinets.marrakech.test_pictures` writes the sheet again, after a change that is meant to be seen.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.cabinets.marrakech.rules import Marrakech, Options, Phase
from game.cabinets.marrakech.stage.stage import MarrakechStage
from game.conformance.bench import Step, draw_table, match, surroundings, table_canvas
from game.engine.input import Command, CommandName, InputEvent, PointerMoved
from tests import ROOT

SHEET = ROOT / "tests" / "golden" / "marrakech-pictures.png"
WIDTH, HEIGHT, COLUMNS = 200, 112, 4
MOST = 24
"""Levels of 255 by which a pixel may differ: fonts and blending are not the same on every machine."""
MATCHES = ((4, 11, "ko", Options()), (3, 5, "en", Options(cover="rug")), (2, 23, "ko", Options(region="owner")))
INPUTS: dict[Phase, tuple[tuple[InputEvent, ...], ...]] = {
    Phase.TURN: ((PointerMoved(-9, -9),), (Command(CommandName.NEXT),), (Command(CommandName.NEXT),) * 2),
    Phase.LAY: ((Command(CommandName.NEXT),), (Command(CommandName.NEXT),) * 3),
}


def stage_at(step: Step, language: str, options: Options) -> MarrakechStage:
    stage = MarrakechStage(surroundings(len(step.view.seats), options, language))
    stage.reset(step.view)
    return stage


def stages() -> Iterator[MarrakechStage]:
    """At rest early, in the middle, with somebody out and at the end; asked, with each of several inputs."""
    for seats, seed, language, options in MATCHES:
        steps = list(match(Marrakech(), seats, seed, options))
        asked = [step for step in steps if step.view.turn == 20 and step.seat is not None]
        out = [step for step in steps if any(event.kind == "eliminated" for event in step.events)]
        for step in (steps[0], asked[0], *out[:1], steps[-1]):
            yield stage_at(step, language, options)
        for step in asked:
            for inputs in INPUTS[step.view.phase]:
                stage = stage_at(step, language, options)
                stage.choose(step.seat, step.legal)
                for event in inputs:
                    stage.handle(event)
                stage.update(1.0)
                yield stage


def sheet() -> pygame.Surface:
    """All views as small pictures."""
    drawn = []
    for stage in stages():
        canvas = table_canvas(stage, 800, 448)
        draw_table(stage, canvas)
        drawn.append(pygame.transform.smoothscale(canvas.surface, (WIDTH, HEIGHT)))
    rows = -(-len(drawn) // COLUMNS)
    whole = pygame.Surface((COLUMNS * WIDTH, rows * HEIGHT), 0, 24)
    for place, picture in enumerate(drawn):
        whole.blit(picture, (place % COLUMNS * WIDTH, place // COLUMNS * HEIGHT))
    return whole


def test_views_at_rest_look_as_they_did() -> None:
    kept, drawn = pygame.image.load(SHEET), sheet()
    assert kept.get_size() == drawn.get_size()
    before, after = (pygame.image.tobytes(picture, "RGB") for picture in (kept, drawn))
    row = 3 * kept.get_width()
    differ = [
        place // 3
        for start in range(0, len(before), row)
        if before[start : start + row] != after[start : start + row]
        for place in range(start, start + row)
        if abs(before[place] - after[place]) > MOST
    ]
    places = [divmod(place, kept.get_width()) for place in differ[:5]]
    views = [(x // WIDTH + y // HEIGHT * COLUMNS, x % WIDTH, y % HEIGHT) for y, x in places]
    assert not differ, f"views, columns and rows of the first pixels that differ: {views}"


if __name__ == "__main__":
    pygame.image.save(sheet(), str(SHEET))
