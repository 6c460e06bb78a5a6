"""The rules of a game on one page, over whatever scene one was in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.cabinets import CABINETS
from game.cabinets.stages import STAGES
from game.engine import theme
from game.engine.audio import Sound
from game.engine.canvas import DESIGN_HEIGHT, DESIGN_WIDTH, Box, Canvas
from game.engine.input import Command, CommandName, InputEvent, KeyPressed
from game.engine.light import veil
from game.engine.ornament import khatam
from game.engine.scene import Context
from game.engine.tween import Tween
from game.engine.widgets import Button, Panel, Picture, RichText, Widget, WidgetScene, centred, focus_ring, inset
from game.scenes.feed import SeatInfo
from game.scenes.stills import still_surroundings

_WIDTH, _HEIGHT = 860.0, 656.0
_DIM = 0.6
_RISE = 18.0
_PADDING = 40.0


class _Text(RichText):
    """A text whose focus is seen around the page it stands on."""

    page = Box(0, 0, 0, 0)

    def draw_focus(self, canvas: Canvas) -> None:
        focus_ring(canvas, self.page, theme.CORNER)


class RulesPage(WidgetScene):
    """`<game>.rules` to read: with wheel, arrow keys, page keys or the pad's stick; BACK or the cross closes.

    The pictures it names with `![name]` come from the game's stage; one that the stage does not have is left out.
    """

    overlay = True

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self._game = game
        seconds = 0.0 if context.settings.motion.reduced else theme.PANEL_SECONDS
        self._opening = Tween(0.0, 1.0, seconds)

    def enter(self) -> None:
        super().enter()
        self.style.play_sound(Sound.PAGE)
        self.group.focus(self._text if self._text.takes_focus else self._close)

    def build(self) -> Iterable[Widget]:
        style = self.style
        pictures = self._pictures()
        page = centred(Box(0, 0, DESIGN_WIDTH, DESIGN_HEIGHT), _WIDTH, _HEIGHT)
        self._text = _Text(
            style, self._readable(pictures), inset(page, _PADDING, 28), colour=theme.TEXT_ON_PAPER, pictures=pictures
        )
        self._text.page = page
        side = style.typeface.grown(theme.CONTROL_HEIGHT)
        self._close = Button(
            style,
            box=Box(page.right + 12, page.top, side, side),
            icon="x",
            on_press=self.stack.pop,
            tooltip=self.context.texts.line("rules_page.close"),
        )
        return [Panel(style, page, paper=True), self._text, self._close]

    def _pictures(self) -> Mapping[str, Picture]:
        """The game's own pictures, for as many seats as it takes."""
        stage, cabinet = STAGES.get(self._game), CABINETS[self._game]
        if stage is None:
            return {}
        seats = [SeatInfo("") for _ in range(cabinet.info.usual_seats)]
        return stage.rules_pictures(
            still_surroundings(self.style, self.context.settings, seats, cabinet.info.options())
        )

    def _readable(self, pictures: Mapping[str, Picture]) -> str:
        """The text without pictures that are not there."""
        lines = self.context.texts.line(f"{self._game}.rules").split("\n")
        return "\n".join(line for line in lines if not line.startswith("![") or line[2:-1] in pictures)

    def handle_rest(self, event: InputEvent) -> None:
        """Keys scroll wherever the focus is; BACK closes."""
        match event:
            case Command(name=CommandName.UP | CommandName.DOWN) | KeyPressed():
                self._text.handle(event)
            case Command(name=CommandName.BACK | CommandName.HINT | CommandName.MENU):
                self.style.play_sound(Sound.BACK)
                self.stack.pop()

    def update(self, seconds: float) -> None:
        self._opening.update(seconds)
        super().update(seconds)

    def draw(self, canvas: Canvas) -> None:
        share = self._opening.value
        veil(canvas, _DIM * share)
        rise = (1 - share) * _RISE * canvas.scale
        lifted = Canvas(canvas.surface, canvas.scale, (canvas.origin[0], canvas.origin[1] + rise))
        self.group.draw(lifted)
        self._draw_corners(lifted)

    def _draw_corners(self, canvas: Canvas) -> None:
        """Small stars in the corners of the page."""
        page = self.group.widgets[0].box
        star = khatam(canvas.px(14), "#C98A3A", "#8A5A1E")
        for x in (page.left + 20, page.right - 20):
            for y in (page.top + 20, page.bottom - 20):
                canvas.put_middle(star, x, y)
