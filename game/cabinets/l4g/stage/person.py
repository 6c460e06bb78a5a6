"""The card of one player, followed or oneself; it shows the whole room if nobody is followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.cabinets.l4g.rules.views import PlayerState, Scores, View
from game.cabinets.l4g.stage.floor.picture import Figure, Picture
from game.cabinets.l4g.stage.floor.token import PRAYER, draw_name, draw_token, ring, token
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import LANTERN, MUTED, PAPER, SAND
from game.engine.light import shine
from game.engine.stage import Surroundings
from game.engine.text import Weight
from game.engine.vector import icon
from game.engine.widgets.parts import faces
from game.kit.panel.forms import Panel, Row, draw_panel
from game.kit.panel.items import Beside, Note, Sign, Stack

PADDING: Final = 14.0
_LARGE = 25.0
"""Radius of the token, in design units."""
_ROOM_FOR_HINT = 104.0
"""Height of the room's figures from which a hint fits beside them, in design units."""


def arrows(surroundings: Surroundings, box: Box) -> tuple[Box, Box]:
    """Return the boxes of the arrows to the previous and the next player."""
    size = max(surroundings.typeface.grown(24), surroundings.least_press)
    y = box.top + 8
    return Box(box.right - PADDING - 2 * size - 6, y, size, size), Box(box.right - PADDING - size, y, size, size)


def head_of(surroundings: Surroundings, *, mine: bool) -> float:
    """Return the height of the card's heading, and of its arrows: fingers need larger ones, and a tab names the own
    card already.
    """
    if surroundings.least_press:
        return 0.0 if mine else surroundings.least_press
    return surroundings.typeface.grown(24)


def draw_person(
    canvas: Canvas, surroundings: Surroundings, box: Box, picture: Picture, focus: int | None, grade: int | None
) -> None:
    """Draw the card of the player `focus`, or of the room; `grade` is the player's, None if it is not known."""
    faces.glass_panel(canvas, box)
    typeface, texts = surroundings.typeface, surroundings.texts
    figure = picture.figures.get(focus) if focus is not None else None
    mine = picture.view.number >= 0
    title = "l4g_stage.you" if mine else "l4g_stage.following" if figure else "l4g_stage.whole_room"
    head = head_of(surroundings, mine=mine)
    y = box.top + 8 + head / 2
    if head:
        typeface.line(canvas, texts.line(title), box.left + PADDING, y, theme.BODY, Weight.BOLD, PAPER)
    if not mine:
        for name, place in zip(("chevron-left", "chevron-right"), arrows(surroundings, box), strict=True):
            faces.draw_face(canvas, place, faces.WELL, 7)
            canvas.put_middle(icon(name, canvas.px(place.width * 0.66), SAND, 2.4), *place.center)
    inside = Box(box.left + PADDING, y + head / 2 + 4, box.width - 2 * PADDING, 0)
    inside.height = box.bottom - 8 - inside.top
    if figure is None:
        _draw_room(canvas, surroundings, inside, picture)
    else:
        _draw_figure(canvas, surroundings, inside, picture.view, figure, grade)


def _draw_room(canvas: Canvas, surroundings: Surroundings, box: Box, picture: Picture) -> None:
    """Draw how many players are in each state and, if there is room, how to follow a player."""
    typeface, texts = surroundings.typeface, surroundings.texts
    states = [figure.state for figure in picture.figures.values()]
    rows, pairs = [], []
    for state in PlayerState:
        sign, count = _sign(state, 21), Note(str(states.count(state)), theme.BODY, Weight.BOLD, PAPER)
        rows.append(Row([sign, Note(texts.line(f"l4g_stage.states.{state}"), theme.BODY)], [count]))
        pairs.append(Beside((sign, count), 8.0))
    hint = texts.line("l4g_stage.follow_hint")
    low = typeface.height_of(hint, box.width, theme.CAPTION)
    if box.height - low >= _ROOM_FOR_HINT:
        typeface.paragraph(
            canvas, hint, Box(box.left, box.bottom - low, box.width, low), theme.CAPTION, Weight.REGULAR, MUTED
        )
        box = Box(box.left, box.top, box.width, box.height - low)
    half = len(pairs) // 2
    draw_panel(canvas, typeface, [rows, [Row(pairs[:half], columns=half), Row(pairs[half:], columns=half)]], box)


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
    scores = view.scores[figure.number] if view.number < 0 and figure.number < len(view.scores) else None
    below = Box(box.left, box.top + top, box.width, box.height - top)
    draw_panel(canvas, typeface, _figures(facts_of(surroundings, figure, grade), scores), below)


def _sign(state: PlayerState, size: float) -> Sign:
    """Return a sign that shows the token of a state."""
    return Sign(lambda side: token(state, side // 2), size)


def _figures(facts: Sequence[tuple[str, str]], scores: Scores | None) -> Panel:
    """Return facts in columns, each with its word, and below them the scores, *most* and *total* of each state."""
    columns = [
        Stack((Note(value, theme.LABEL, Weight.BOLD, PAPER), Note(word, theme.CAPTION, Weight.REGULAR, MUTED)))
        for value, word in facts
    ]
    told = [Row(columns, columns=len(columns), centred=True)]
    if scores is None:
        return [told]
    pairs = (
        (PlayerState.SURVIVOR, scores.survivor_most, scores.survivor_total),
        (PlayerState.CORPSE, scores.corpse_most, scores.corpse_total),
        (PlayerState.INFECTED, scores.infected_most, scores.infected_total),
    )
    forms = []
    for between in (" · ", "·"):
        parts = [
            Beside((_sign(state, 16), Note(f"{most}{between}{total}", theme.CAPTION, Weight.SEMIBOLD)), 6.0)
            for state, most, total in pairs
        ]
        forms.append([*told, Row(parts, columns=len(parts), centred=True)])
    return [*forms, told]


def facts_of(surroundings: Surroundings, figure: Figure, grade: int | None) -> Sequence[tuple[str, str]]:
    """Return up to three figures that matter in a player's state, each with its word."""
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
