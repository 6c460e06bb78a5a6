"""The card of one player: whom one follows, or oneself; or the whole room, where one follows nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.l4g.rules.views import PlayerState, Scores, View
from game.cabinets.l4g.stage.floor.picture import Figure, Picture
from game.cabinets.l4g.stage.floor.token import PRAYER, draw_name, draw_token, ring
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, MUTED, PAPER, SAND
from game.engine.light import shine
from game.engine.stage import Surroundings
from game.engine.text import Anchor, Weight
from game.engine.vector import icon
from game.engine.widgets.parts import faces

PADDING: Final = 14.0
_LARGE = 25.0
"""Radius of the token."""


def arrows(surroundings: Surroundings, box: Box) -> tuple[Box, Box]:
    """Where one presses to follow the player before and after."""
    size = surroundings.typeface.grown(24)
    y = box.top + 8
    return Box(box.right - PADDING - 2 * size - 6, y, size, size), Box(box.right - PADDING - size, y, size, size)


def draw_person(
    canvas: Canvas, surroundings: Surroundings, box: Box, picture: Picture, focus: int | None, grade: int | None
) -> None:
    """The card; `grade` where it is known."""
    faces.glass_panel(canvas, box)
    typeface, texts = surroundings.typeface, surroundings.texts
    figure = picture.figures.get(focus) if focus is not None else None
    mine = picture.view.number >= 0
    title = "l4g_stage.you" if mine else "l4g_stage.following" if figure else "l4g_stage.whole_room"
    y = box.top + 8 + typeface.grown(24) / 2
    typeface.line(canvas, texts.line(title), box.left + PADDING, y, theme.BODY, Weight.BOLD, PAPER)
    if not mine:
        for name, place in zip(("chevron-left", "chevron-right"), arrows(surroundings, box), strict=True):
            faces.draw_face(canvas, place, faces.WELL, 7)
            canvas.put_middle(icon(name, canvas.px(place.width * 0.66), SAND, 2.4), *place.center)
    inside = Box(box.left + PADDING, y + typeface.grown(24) / 2 + 4, box.width - 2 * PADDING, 0)
    inside.height = box.bottom - 8 - inside.top
    if figure is None:
        _draw_room(canvas, surroundings, inside, picture)
    else:
        _draw_figure(canvas, surroundings, inside, picture.view, figure, grade)


def _draw_room(canvas: Canvas, surroundings: Surroundings, box: Box, picture: Picture) -> None:
    """How many are what, and how to follow somebody; without height two side by side."""
    typeface, texts = surroundings.typeface, surroundings.texts
    high = max(26.0, typeface.leading(theme.BODY) + 2)
    states = [figure.state for figure in picture.figures.values()]
    columns = 1 if 4 * high <= box.height else 2
    for place, state in enumerate(PlayerState):
        row, column = divmod(place, columns)
        y = box.top + (row + 0.5) * high
        left, right = box.left + column * box.width / 2 + 13, box.left + (column + 1) * box.width / columns
        draw_token(canvas, typeface, state, left, y, 10.5)
        if columns == 1:
            word = texts.line(f"l4g_stage.states.{state}")
            typeface.line(canvas, word, left + 21, y, theme.BODY, colour=SAND)
        count = str(states.count(state))
        anchor: Anchor = "right" if columns == 1 else "left"
        x = right if columns == 1 else left + 21
        typeface.line(canvas, count, x, y, theme.BODY, Weight.BOLD, PAPER, anchor)
    top = box.top + 4 // columns * high + 4
    hint = texts.line("l4g_stage.follow_hint")
    room = Box(box.left, top, box.width, box.bottom - top)
    if typeface.height_of(hint, room.width, theme.CAPTION) <= room.height:
        typeface.paragraph(canvas, hint, room, theme.CAPTION, Weight.REGULAR, MUTED)


def _draw_figure(
    canvas: Canvas, surroundings: Surroundings, box: Box, view: View, figure: Figure, grade: int | None
) -> None:
    typeface, texts = surroundings.typeface, surroundings.texts
    top = max(2 * _LARGE + 10, typeface.leading(theme.LABEL) + typeface.leading(theme.CAPTION))
    x, y = box.left + _LARGE + 4, box.top + top / 2
    shine(canvas, x, y, 58, LANTERN, 0.4, 1.5)
    draw_token(canvas, typeface, figure.state, x, y, _LARGE - 3, str(figure.number))
    canvas.put_middle(ring(canvas.px(_LARGE), LANTERN), x, y)
    left = x + _LARGE + 12
    low = typeface.leading(theme.CAPTION)
    room = box.right - left
    draw_name(canvas, surroundings, figure.number, left, y - low / 2, room, theme.LABEL, PAPER, Weight.SEMIBOLD)
    state = texts.line(f"l4g_stage.states.{figure.state}")
    typeface.line(canvas, state, left, y + typeface.leading(theme.LABEL) / 2 - 1, theme.CAPTION, colour=SAND)
    if box.height < top + typeface.leading(theme.LABEL) + low - 8:
        return
    facts = facts_of(surroundings, figure, grade)
    y = box.top + top + typeface.leading(theme.LABEL) / 2
    for place, (value, word) in enumerate(facts):
        x = box.left + box.width * (place + 0.5) / len(facts)
        typeface.line(canvas, value, x, y, theme.LABEL, Weight.BOLD, PAPER, "middle")
        below = y + (typeface.leading(theme.LABEL) + low) / 2 - 4
        typeface.line(canvas, word, x, below, theme.CAPTION, Weight.REGULAR, MUTED, "middle")
    if view.number < 0 and figure.number < len(view.scores):
        top = y + typeface.leading(theme.LABEL) / 2 + low + 2
        _draw_parts(canvas, surroundings, view.scores[figure.number], Box(box.left, top, box.width, box.bottom - top))


def facts_of(surroundings: Surroundings, figure: Figure, grade: int | None) -> Sequence[tuple[str, str]]:
    """Up to three figures that matter in a player's state, each with its word."""
    line = surroundings.texts.line
    life = figure.life
    facts: list[tuple[str, str]] = []
    if figure.state is not PlayerState.SURVIVOR and figure.state is not PlayerState.SOUL and figure.health is not None:
        facts.append((str(figure.health), line("l4g_stage.health")))
    if life is not None:
        match figure.state:
            case PlayerState.SURVIVOR:
                facts.append((str(life.streak), line("l4g_stage.streak")))
            case PlayerState.CORPSE:
                facts.append((str(life.cooldown), line("l4g_stage.rises_in")))
            case PlayerState.INFECTED:
                facts.append((f"{life.counter}/{PRAYER}", line("l4g_stage.prayer", power=life.power)))
            case PlayerState.SOUL:
                facts.append((str(life.cooldown), line("l4g_stage.waits")))
    if figure.square is not None and len(facts) < (2 if grade is not None else 3):
        row, column = figure.square
        facts.append((f"{row}, {column}", line("l4g_stage.square")))
    if grade is not None:
        facts.append((str(grade), line("l4g_stage.grade")))
    return facts


def _draw_parts(canvas: Canvas, surroundings: Surroundings, scores: Scores, box: Box) -> None:
    """The six scores, *most* and *total* of each state."""
    typeface = surroundings.typeface
    if box.height < typeface.leading(theme.CAPTION) * 0.8:
        return
    pairs = (
        (PlayerState.SURVIVOR, scores.survivor_most, scores.survivor_total),
        (PlayerState.CORPSE, scores.corpse_most, scores.corpse_total),
        (PlayerState.INFECTED, scores.infected_most, scores.infected_total),
    )
    y = box.centery
    for place, (state, most, total) in enumerate(pairs):
        words = f"{most} · {total}"
        if 30 + typeface.measure(words, theme.CAPTION, Weight.SEMIBOLD) > box.width / 3:
            words = f"{most}·{total}"
        wide = 22 + typeface.measure(words, theme.CAPTION, Weight.SEMIBOLD)
        x = box.left + box.width * (place + 0.5) / 3 - wide / 2
        draw_token(canvas, typeface, state, x + 8, y, 8)
        typeface.line(canvas, words, x + 22, y, theme.CAPTION, Weight.SEMIBOLD, SAND)
