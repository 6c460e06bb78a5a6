"""The card of a viewer with a seat: its six scores, which players it knows of, and how to decide."""

from __future__ import annotations

import msgspec

from game.cabinets.l4g.rules.views import PlayerState, Scores
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
    top = _heading(canvas, surroundings, "l4g_stage.own_scores", inside)
    high = max(25.0, surroundings.typeface.leading(theme.CAPTION) + 2)
    below = Box(inside.left, top, inside.width, inside.bottom - top)
    top = _GAP + _draw_scores(canvas, surroundings, below, picture, high)
    top = _draw_known(canvas, surroundings, Box(inside.left, top, inside.width, inside.bottom - top), picture)
    placing = choice is not None and choice.placing
    _draw_keys(canvas, surroundings, Box(inside.left, top, inside.width, inside.bottom - top), placing=placing)


def low_own_height(surroundings: Surroundings, width: float) -> float:
    """Return the height that the card needs below a tab that names it, for this width."""
    typeface = surroundings.typeface
    rows = len(Scores.__struct_fields__) // _abreast(surroundings, width - 2 * _PADDING)
    return 20 + rows * (typeface.leading(theme.BODY) + 2) + _GAP / 2 + typeface.leading(theme.BODY)


def _abreast(surroundings: Surroundings, width: float) -> int:
    """Return how many scores fit side by side: both of a state, or each by itself."""
    typeface, line = surroundings.typeface, surroundings.texts.line
    names = [line(f"l4g.result.{name}") for name in Scores.__struct_fields__]
    widest = max(typeface.measure(name, theme.CAPTION) for name in names)
    figure = typeface.measure("000", theme.BODY, Weight.BOLD)
    return 2 if 28 + 2 * (widest + figure + 8) + 16 <= width else 1


def draw_low_own(canvas: Canvas, surroundings: Surroundings, box: Box, picture: Picture) -> None:
    """Draw the card below a tab that names it: the scores in as few rows as fit, and whom the viewer knows of."""
    faces.glass_panel(canvas, box)
    typeface, texts = surroundings.typeface, surroundings.texts
    inside = box.inflate(-2 * _PADDING, -20)
    high = typeface.leading(theme.BODY) + 2
    top = _GAP / 2 + _draw_scores(canvas, surroundings, inside, picture, high, _abreast(surroundings, inside.width))
    words = texts.line("l4g_stage.known")
    middle = top + typeface.leading(theme.BODY) / 2
    typeface.line(canvas, words, inside.left, middle, theme.CAPTION, Weight.SEMIBOLD, PAPER)
    left = inside.left + typeface.measure(words, theme.CAPTION, Weight.SEMIBOLD) + 12
    _draw_states(canvas, surroundings, Box(left, top, inside.right - left, typeface.leading(theme.BODY)), picture)


def _heading(canvas: Canvas, surroundings: Surroundings, key: str, box: Box) -> float:
    typeface = surroundings.typeface
    high = typeface.leading(theme.BODY)
    words = surroundings.texts.line(key)
    typeface.line(canvas, words, box.left, box.top + high / 2, theme.BODY, Weight.BOLD, PAPER)
    return box.top + high + 2


def _draw_scores(
    canvas: Canvas, surroundings: Surroundings, box: Box, picture: Picture, high: float, abreast: int = 1
) -> float:
    """Draw the six raw scores in rows `high` units high, one or two to a row. Returns the height at which they end."""
    typeface, texts = surroundings.typeface, surroundings.texts
    scores = msgspec.structs.asdict(picture.view.scores[0]) if picture.view.scores else {}
    wide = (box.width - 28 - (abreast - 1) * 16) / abreast
    for place, (name, score) in enumerate(scores.items()):
        y = box.top + (place // abreast + 0.5) * high
        left = box.left + 28 + place % abreast * (wide + 16)
        if place % 2 == 0:
            draw_token(canvas, typeface, PARTS[place // 2], box.left + 10, y, 8.5)
        typeface.line(canvas, texts.line(f"l4g.result.{name}"), left, y, theme.CAPTION, colour=SAND)
        typeface.line(canvas, str(score), left + wide, y, theme.BODY, Weight.BOLD, PAPER, "right")
    return box.top + len(scores) // abreast * high


def _draw_known(canvas: Canvas, surroundings: Surroundings, box: Box, picture: Picture) -> float:
    """Draw how many players the viewer knows of in each state. Returns the height at which the list ends."""
    typeface = surroundings.typeface
    high = typeface.leading(theme.BODY)
    if box.height < 2 * high + 4:
        return box.top
    top = _heading(canvas, surroundings, "l4g_stage.known", box)
    _draw_states(canvas, surroundings, Box(box.left, top, box.width, high), picture)
    return top + high + _GAP


def _draw_states(canvas: Canvas, surroundings: Surroundings, box: Box, picture: Picture) -> None:
    """Draw in one row how many players are in each state."""
    typeface = surroundings.typeface
    states = [figure.state for figure in picture.figures.values()]
    for place, state in enumerate(PlayerState):
        x = box.left + box.width * place / 4
        draw_token(canvas, typeface, state, x + 10, box.centery, 9)
        count = str(states.count(state))
        typeface.line(canvas, count, x + 26, box.centery, theme.BODY, Weight.SEMIBOLD, PAPER)


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
