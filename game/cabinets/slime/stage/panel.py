"""What a team has, in its panel: squares in large figures, painted, deaths; what it says, or how its slimes fare."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.slime.rules import TeamView
from game.cabinets.slime.stage.picture import Figure
from game.cabinets.slime.stage.slime import draw_number, slime
from game.cabinets.slime.stage.tones import skin_tones
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import MUTED, PAPER, SAND
from game.engine.stage import Look, Surroundings
from game.engine.text import Typeface, Weight
from game.engine.vector import icon
from game.kit.drawing import panel as kit
from game.kit.drawing.speech import bubble

_WIDE = 300.0
"""Width of a panel's inside from which on slimes or a bubble stand beside its figures."""
_LEAST_BUBBLE = 90.0
"""Width without which nothing said is to be read."""
_HEAD, _STEP, _LEAST_STEP = 34.0, 40.0, 26.0
"""Height of a slime in a panel, and how far it lies from the next one, at least."""


def draw_panel(
    canvas: Canvas, given: Surroundings, team: TeamView, slimes: Sequence[Figure], box: Box, unheard: str | None
) -> None:
    """Fill the inside of a team's panel. What is `unheard` will be said with the next orders: it stands there faint."""
    typeface, look, line = given.typeface, given.looks[slimes[0].team], given.texts.line
    tone = skin_tones(look.colour).middle
    squares = kit.Figure(str(team.squares), line("slime_stage.squares"), "", tone)
    painted = kit.Figure(str(team.painted), line("slime_stage.painted"), "wand-sparkles", SAND)
    deaths = kit.Figure(str(team.deaths), line("slime_stage.deaths"), "skull", SAND)
    in_words = box.height >= typeface.grown(theme.HEADING) + typeface.leading(theme.CAPTION)
    if box.width < _WIDE:
        low = typeface.leading(theme.CAPTION) if in_words and team.message else 0
        upper = Box(box.left, box.top, box.width, box.height - low)
        kit.in_signs(canvas, typeface, (squares, deaths, painted), upper)
        if low:
            (said,) = typeface.lines_in(team.message, box.width, low, theme.CAPTION)
            typeface.line(canvas, said, box.left, box.bottom - low / 2, theme.CAPTION, Weight.REGULAR, PAPER)
        return
    if in_words:
        right = kit.in_words(canvas, typeface, (squares, painted, deaths), box)
    else:
        right = kit.in_signs(canvas, typeface, (squares, deaths) if team.message else (squares, deaths, painted), box)
    rest = Box(right + 12, box.top, box.right - right - 12, box.height)
    message = team.message if unheard is None else unheard
    if in_words:
        _roster(canvas, typeface, look, slimes, rest)
        place = _beside_name(typeface, look, box)
    else:
        place = rest
    if message and place.width >= _LEAST_BUBBLE:
        lines = typeface.lines_in(message, place.width - 34, max(1.0, place.height - 6), theme.CAPTION, Weight.SEMIBOLD)
        bubble(canvas, typeface, lines, place.left + 4, place.centery, faint=unheard is not None)


def _beside_name(typeface: Typeface, look: Look, box: Box) -> Box:
    """Right of the team's name, above what it has, up to where its time burns down."""
    high = typeface.leading(theme.CAPTION) + 6
    left = box.left + typeface.grown(18) + 16 + typeface.measure(look.name, theme.LABEL, Weight.SEMIBOLD)
    return Box(left, box.top - typeface.leading(theme.LABEL) / 2 - 2 - high / 2, box.right - 40 - left, high)


def _roster(canvas: Canvas, typeface: Typeface, look: Look, slimes: Sequence[Figure], box: Box) -> None:
    """The five slimes with their numbers and, below, how often each died."""
    step = min(_STEP, box.width / len(slimes))
    if step < _LEAST_STEP:
        return
    head = min(_HEAD, step - 4, box.height - typeface.leading(theme.CAPTION) - 2)
    low = box.bottom - typeface.leading(theme.CAPTION) / 2 + 2
    size = typeface.grown(11)
    for figure in slimes:
        x, y = box.right - (len(slimes) - figure.number + 0.5) * step, box.top + head / 2 + 2
        body = canvas.px(head), canvas.px(head * 1.04)
        canvas.put_middle(slime(figure.team, figure.heading, *body, look.colour, look.pattern), x, y)
        draw_number(canvas, typeface, figure.number, x + head * 0.4, y + head * 0.34, look.colour, 15)
        canvas.put_middle(icon("skull", canvas.px(size), MUTED), x - size * 0.55, low)
        tone = SAND if figure.deaths else MUTED
        typeface.line(canvas, str(figure.deaths), x + 3, low, theme.CAPTION, Weight.SEMIBOLD, tone)
