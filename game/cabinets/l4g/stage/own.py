"""The card of a viewer with a seat: its six scores, which players it knows of, and how to decide."""

from __future__ import annotations

import msgspec

from game.cabinets.l4g.rules.views import PlayerState
from game.cabinets.l4g.stage.choice import Choice
from game.cabinets.l4g.stage.floor.picture import Picture
from game.cabinets.l4g.stage.floor.token import draw_token
from game.cabinets.l4g.stage.ranking import PARTS
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import MUTED, PAPER, SAND
from game.engine.ornament import keycap
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.widgets.parts import faces

_PADDING = 16.0
_GAP = 12.0


def draw_own(canvas: Canvas, surroundings: Surroundings, box: Box, picture: Picture, choice: Choice | None) -> None:
    """Draw the card, with the keys for what is asked now."""
    faces.glass_panel(canvas, box)
    inside = Box(box.left + _PADDING, box.top + 10, box.width - 2 * _PADDING, box.height - 18)
    top = _draw_scores(canvas, surroundings, inside, picture)
    top = _draw_known(canvas, surroundings, Box(inside.left, top, inside.width, inside.bottom - top), picture)
    placing = choice is not None and choice.placing
    _draw_keys(canvas, surroundings, Box(inside.left, top, inside.width, inside.bottom - top), placing=placing)


def _heading(canvas: Canvas, surroundings: Surroundings, key: str, box: Box) -> float:
    typeface = surroundings.typeface
    high = typeface.leading(theme.BODY)
    words = surroundings.texts.line(key)
    typeface.line(canvas, words, box.left, box.top + high / 2, theme.BODY, Weight.BOLD, PAPER)
    return box.top + high + 2


def _draw_scores(canvas: Canvas, surroundings: Surroundings, box: Box, picture: Picture) -> float:
    """Draw the six parts with their raw scores. Returns the height at which they end."""
    typeface, texts = surroundings.typeface, surroundings.texts
    top = _heading(canvas, surroundings, "l4g_stage.own_scores", box)
    high = max(25.0, typeface.leading(theme.CAPTION) + 2)
    scores = msgspec.structs.asdict(picture.view.scores[0]) if picture.view.scores else {}
    for place, (name, score) in enumerate(scores.items()):
        y = top + (place + 0.5) * high
        if place % 2 == 0:
            draw_token(canvas, typeface, PARTS[place // 2], box.left + 10, y, 8.5)
        typeface.line(canvas, texts.line(f"l4g.result.{name}"), box.left + 28, y, theme.CAPTION, colour=SAND)
        typeface.line(canvas, str(score), box.right, y, theme.BODY, Weight.BOLD, PAPER, "right")
    return top + len(scores) * high + _GAP


def _draw_known(canvas: Canvas, surroundings: Surroundings, box: Box, picture: Picture) -> float:
    """Draw how many players the viewer knows of in each state. Returns the height at which the list ends."""
    typeface = surroundings.typeface
    high = typeface.leading(theme.BODY)
    if box.height < 2 * high + 4:
        return box.top
    top = _heading(canvas, surroundings, "l4g_stage.known", box)
    states = [figure.state for figure in picture.figures.values()]
    for place, state in enumerate(PlayerState):
        x = box.left + box.width * place / 4
        draw_token(canvas, typeface, state, x + 10, top + high / 2, 9)
        count = str(states.count(state))
        typeface.line(canvas, count, x + 26, top + high / 2, theme.BODY, Weight.SEMIBOLD, PAPER)
    return top + high + _GAP


def _draw_keys(canvas: Canvas, surroundings: Surroundings, box: Box, *, placing: bool) -> None:
    """Draw a list of keys with what they do, as many as there is height for."""
    typeface, texts = surroundings.typeface, surroundings.texts
    entries = [("arrows", "place" if placing else "move"), ("enter", "confirm_place" if placing else "stay")]
    entries += [] if placing else [("a", "accept")]
    entries += [("space", "hurry"), ("p", "steps")]
    heading = typeface.leading(theme.BODY) + 2
    if box.height < heading + typeface.leading(theme.CAPTION):
        return
    top = _heading(canvas, surroundings, "l4g_stage.how", box)
    caps = [texts.line(f"l4g_stage.key.{key}") for key, _ in entries]
    wide = max(typeface.measure(cap, theme.CAPTION, Weight.BOLD) for cap in caps) + 16
    for (_, does), cap in zip(entries, caps, strict=True):
        words = texts.line(f"l4g_stage.does.{does}")
        room = box.width - wide - 10
        high = max(typeface.grown(24), typeface.height_of(words, room, theme.CAPTION)) + 4
        if top + high > box.bottom:
            return
        key_high = typeface.grown(23)
        canvas.put(keycap(canvas.px(wide), canvas.px(key_high)), box.left, top)
        typeface.line(canvas, cap, box.left + wide / 2, top + key_high * 0.46, theme.CAPTION, Weight.BOLD,
                      theme.TEXT_ON_PAPER, "middle")  # fmt: skip
        text_top = top + max(0.0, (key_high - typeface.leading(theme.CAPTION)) / 2)
        text_box = Box(box.left + wide + 10, text_top, room, high)
        typeface.paragraph(canvas, words, text_box, theme.CAPTION, Weight.REGULAR, MUTED)
        top += high
