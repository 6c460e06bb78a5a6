"""Animate a turn: heroes move, blows land, monsters move, and at last new announcements appear."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.cabinets.cisterns.knowledge import Square
from game.cabinets.cisterns.rules.views import View
from game.cabinets.cisterns.sounds import BITE, BLAST, CREAK, GULP, SPLASH, STRIKE, WARN
from game.cabinets.cisterns.stage.picture import Moves, Picture, Standing, any_move
from game.core.rules import Event
from game.engine.audio import Sound
from game.engine.canvas import Canvas
from game.engine.sprites import faded, sprite
from game.engine.stage import Surroundings
from game.engine.tween import Point, lerp_point
from game.engine.vector import rect, svg
from game.kit.drawing.effects import Words, stepped
from game.kit.script import Script

RISE_SECONDS = 0.7
"""Seconds for which the number of a blow is shown, while a person may act already."""


@sprite(kept=8)
def _flash(size_px: int) -> pygame.Surface:
    return svg(rect(0, 0, 16, 16, 2, "#FFF6E3", fill_opacity=0.85), size_px, size_px, box=(0, 0, 16, 16))


@dataclass(eq=False)
class Flash:
    """A square that lights up where a blow lands."""

    place: Point
    size: float

    def draw(self, canvas: Canvas, surroundings: Surroundings, share: float) -> None:
        canvas.put_middle(faded(_flash(canvas.px(self.size)), stepped(1 - share)), *self.place)


def play_turn(
    script: Script,
    picture: Picture,
    goal: Picture,
    events: Sequence[Event],
    place: Callable[[Square], Point],
    size: float,
) -> None:
    """Write the animation from a picture to the next one into the script; it changes `picture`.

    `place` returns where a square lies on the stage once the camera has arrived, `size` logical pixels wide.
    """
    moves = Moves.between(picture.view, goal.view)
    start, end = picture.middle, goal.middle
    gone = [Standing(each, (each.x, each.y)) for each in moves.gone]
    picture.view, picture.threats = goal.view, False
    picture.heroes = {seat: ends[0] for seat, ends in moves.heroes.items()}
    picture.monsters = [Standing(each, old) for each, old, _ in moves.monsters] + gone

    def heroes_go(share: float) -> None:
        picture.heroes = {seat: lerp_point(*ends, share) for seat, ends in moves.heroes.items()}
        picture.middle = lerp_point(start, end, share)

    def monsters_go(share: float) -> None:
        picture.monsters = [Standing(each, lerp_point(old, new, share)) for each, old, new in moves.monsters]

    if any_move([*moves.heroes.values()]) or start != end:
        script.move(script.seconds("heroes"), heroes_go)
    _blows(script, events, place, size)
    if any_move([(old, new) for _, old, new in moves.monsters]):
        script.move(script.seconds("monsters"), monsters_go)


def _blows(script: Script, events: Sequence[Event], place: Callable[[Square], Point], size: float) -> None:
    """Let squares flash where somebody is struck, and numbers of lost hearts rise from them."""
    for event in events:
        if event.kind not in ("hurt", "burnt", "struck", "shoved", "killed", "blast") or "x" not in event.data:
            continue
        at = place((event.data["x"], event.data["y"]))
        script.effect_beside(Flash(at, size * (3 if event.kind == "blast" else 1)), script.seconds("blows"))
        if event.kind in ("hurt", "burnt"):
            script.effect_beside(Words(f"−{event.data['harm']}", at), RISE_SECONDS, waits=False)


def heard_of(before: View, view: View, events: Sequence[Event]) -> list[str]:
    """Return the sounds of a turn: of its events, or else of a step; and of a new announcement."""
    heard = [SOUNDS[event.kind] for event in events if event.kind in SOUNDS]
    pairs = zip(before.heroes, view.heroes, strict=False)
    moved = any((old.x, old.y) != (new.x, new.y) for old, new in pairs)
    warned = (
        [WARN] if {(each.x, each.y) for each in view.threats} - {(each.x, each.y) for each in before.threats} else []
    )
    return [*dict.fromkeys([*(heard or ([Sound.STEP] if moved else [])), *warned])]


SOUNDS: dict[str, str] = {
    "took_treasure": Sound.COIN,
    "took_key": Sound.NOTICE,
    "took_potion": Sound.TOGGLE,
    "took_bomb": Sound.TOGGLE,
    "struck": STRIKE,
    "shoved": STRIKE,
    "killed": STRIKE,
    "hurt": BITE,
    "burnt": BITE,
    "blast": BLAST,
    "drank": GULP,
    "breathed": GULP,
    "opened": CREAK,
    "water": SPLASH,
    "water_heard": SPLASH,
    "fell": Sound.ELIMINATED,
    "floor": Sound.PAGE,
}
"""The sound of each event of a turn."""
