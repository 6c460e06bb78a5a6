"""Matches on the LAN as paper cards: the board's picture, and the facts to know before joining."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.cabinets.listed import CABINETS
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.colour import INK, LANTERN, NIGHT, PAPER, SAND, WHITE
from game.engine.layer import Layer
from game.engine.light import drop_shadow, opaque, shine
from game.engine.ornament import Face, badge, khatam, outline
from game.engine.patterns import PATTERNS
from game.engine.sprites import blank, sprite
from game.engine.stage import Tint
from game.engine.text import Weight
from game.engine.text.fitting import fitted
from game.engine.vector import dashed_rect, linear, rect, svg
from game.engine.widgets.parts import faces
from game.engine.widgets.parts.button import Pressable
from game.engine.widgets.parts.style import Style
from game.scenes.staging.preview import Preview
from game.scenes.staging.told import mode_told
from net.discovery.discovery import Found
from net.limits import PROTOCOL

SHEET = Face(PAPER, "#FAEFDA", 1.0, "#B98F52", 0.55, 0.0)
PICTURE = 92.0
"""Height of a card's picture."""
MOST_SHAPES = 4
"""The most seats shown one by one; more are shown as a bar."""
_PAD = 16.0
_ZOOM = 1.6
"""The width of the board as drawn, as a multiple of the card's."""
_LEVELS = ((10, 4, "#1B8F6A"), (30, 3, "#3F8F3A"), (100, 2, "#C4701C"), (10**9, 1, "#A6431C"))
"""Latency levels: up to this many milliseconds, this many bars in this colour."""
_EMPTY_BAR = "#D8C6A0"
_FILLED = "#3A55B4"


@dataclass(frozen=True)
class CardFacts:
    """The facts on a card; different facts draw the card anew."""

    name: str
    game: str
    """The game's name, with its mode where it has some."""
    owner: str
    """The owner's name; empty for a room without an owner."""
    host: str
    """The address of the room."""
    seats: int
    free: int
    spectators: int
    password: bool
    playing: bool
    latency: int | None
    problem: str
    here: bool
    seated: bool
    """Whether this person had a seat in its match, and has its token."""


def facts_of(style: Style, found: Found, here: bool, seated: bool) -> CardFacts:
    """Return the facts of a match that was found. `here`: this person is in its room. `seated`: they had a
    seat in it.
    """
    offer, texts = found.offer, style.texts
    cabinet = CABINETS.get(offer.game)
    game = texts.line(f"{offer.game}.name") if cabinet else offer.game
    mode = mode_told(cabinet, offer.mode, offer.seats, texts) if cabinet else ""
    problem = ""
    if cabinet is None:
        problem = texts.line("lobby.card.no_game")
    elif offer.protocol != PROTOCOL or offer.game_version != cabinet.info.version:
        problem = texts.line("lobby.card.version")
    latency = None if found.latency is None else max(1, round(found.latency * 1000))
    return CardFacts(
        offer.name,
        f"{game} · {mode}" if mode else game,
        offer.owner,
        found.host,
        offer.seats,
        offer.free,
        offer.spectators,
        offer.password,
        offer.playing,
        latency,
        problem,
        here,
        seated and not problem,
    )


class MatchCard(Pressable):
    """The card of one match. A press chooses it."""

    corner = theme.CORNER

    def __init__(
        self,
        style: Style,
        box: Box,
        facts: CardFacts,
        tints: Sequence[Tint],
        preview: Callable[[], Preview | None],
        on_press: Callable[[], None],
        *,
        chosen: bool = False,
        whole: bool = False,
    ) -> None:
        super().__init__(style, box, on_press=on_press, tooltip=facts.problem)
        self.facts = facts
        self.chosen = chosen
        self._whole = whole
        self._tints = tints
        self._preview = preview
        self._picture = Layer()
        self._paper = Layer()

    @staticmethod
    def height(style: Style) -> float:
        """Return the height of a card at the current text size."""
        typeface = style.typeface
        return PICTURE + 12 + typeface.leading(theme.LABEL) + 3 * typeface.leading(theme.CAPTION) + 14

    def show(self, facts: CardFacts, chosen: bool) -> None:
        """Show changed facts of the match."""
        self.facts, self.chosen, self.tooltip = facts, chosen, facts.problem

    def draw(self, canvas: Canvas) -> None:
        """Draw the card's shadow, paper, picture and words."""
        box = self.box
        drop_shadow(canvas, box, theme.CORNER, 20, 120, 8)
        self._paper.draw(canvas, box, (self.facts, self.style.typeface.text_size), self._paint)
        place = Box(box.left, box.top, box.width, PICTURE)
        self._picture.draw(canvas, place, bool(self.facts.problem), lambda part: self._paint_picture(part, place))
        if self.warmth and not self.chosen:
            area = canvas.pixels(box)
            line = outline(area.width, area.height, canvas.px(theme.CORNER), LANTERN, max(2, canvas.px(2)), 0.6)
            canvas.put(line, box.left, box.top)
        if self.chosen:
            faces.focus_ring(canvas, box, theme.CORNER)

    def _paint_picture(self, canvas: Canvas, place: Box) -> None:
        """Paint the middle of the board, as wide as the card, or the whole board, under rounded corners."""
        preview = self._preview()
        if preview:
            canvas.surface.fill(NIGHT)
            side = place.height if self._whole else place.width * _ZOOM
            side_px = canvas.px(side)
            board = opaque(side_px, side_px)
            board.fill(NIGHT)
            preview(Canvas(board, canvas.scale), Box(0, 0, side, side))
            left, top = canvas.pixel(place.centerx, place.centery)
            canvas.surface.blit(board, (left - side_px // 2, top - side_px // 2))
        else:
            _paint_unknown(canvas, place)
        size = canvas.surface.get_size()
        canvas.surface.blit(_top_corners(*size, canvas.px(theme.CORNER)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        canvas.surface.blit(
            _picture_shade(*size, canvas.px(theme.CORNER)), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED
        )

    def _paint(self, canvas: Canvas) -> None:
        box, facts, typeface = self.box, self.facts, self.style.typeface
        faces.draw_face(canvas, box, SHEET, theme.CORNER)
        y = box.top + PICTURE + 8 + typeface.leading(theme.LABEL) / 2
        left, right = box.left + _PAD, box.right - _PAD
        sign, colour = self._sign()
        if sign:
            size = typeface.grown(18)
            faces.draw_icon(canvas, sign, right - size / 2, y, size, colour, 2.6)
            right -= size + 8
        name = fitted(typeface, facts.name, right - left, theme.LABEL)
        typeface.line(canvas, name, left, y, theme.LABEL, Weight.BOLD, theme.TEXT_ON_PAPER)
        y += (typeface.leading(theme.LABEL) + typeface.leading(theme.CAPTION)) / 2
        self._paint_owner(canvas, y)
        y += typeface.leading(theme.CAPTION) + 2
        self._paint_seats(canvas, y)
        self._paint_way(canvas, y + 2 + typeface.leading(theme.CAPTION))

    def _sign(self) -> tuple[str, str]:
        if self.facts.here:
            return "check", theme.GOOD_ON_PAPER
        return ("lock", theme.RUST) if self.facts.password else ("", "")

    def _paint_owner(self, canvas: Canvas, y: float) -> None:
        """Paint the game and the owner's name."""
        typeface, box, facts = self.style.typeface, self.box, self.facts
        line = facts.game
        if facts.owner:
            line = self.style.texts.line("lobby.card.line", game=facts.game, owner=facts.owner)
        line = fitted(typeface, line, box.width - 2 * _PAD, theme.CAPTION)
        typeface.line(canvas, line, box.left + _PAD, y, theme.CAPTION, colour=theme.TEXT_ON_PAPER_MUTED)

    def _paint_way(self, canvas: Canvas, y: float) -> None:
        """Paint the address and the latency."""
        typeface, box, facts = self.style.typeface, self.box, self.facts
        right = box.right - _PAD
        if facts.latency is not None:
            right = self._paint_latency(canvas, right, y, facts.latency) - 8
        host = fitted(typeface, facts.host, right - box.left - _PAD, theme.CAPTION)
        typeface.line(canvas, host, box.left + _PAD, y, theme.CAPTION, colour=theme.TEXT_ON_PAPER_MUTED)

    def _paint_latency(self, canvas: Canvas, right: float, y: float, latency: int) -> float:
        """Paint four bars and the milliseconds; return their left end."""
        typeface = self.style.typeface
        _, bars, colour = next(level for level in _LEVELS if latency < level[0])
        unit = typeface.grown(4) / 4
        for number in range(4):
            high = (4 + 3 * number) * unit
            x = right - (18 - 5 * number) * unit
            tone = colour if number < bars else _EMPTY_BAR
            canvas.put(_bar(canvas.px(3 * unit), canvas.px(high), tone), x, y + 6 * unit - high)
        words = self.style.texts.line("discovery.milliseconds", count=latency)
        x = right - 24 * unit
        typeface.line(canvas, words, x, y, theme.CAPTION, Weight.SEMIBOLD, theme.TEXT_ON_PAPER_MUTED, "right")
        return x - typeface.measure(words, theme.CAPTION, Weight.SEMIBOLD)

    def _paint_seats(self, canvas: Canvas, y: float) -> None:
        """Paint taken and free seats and the number of spectators; for this person's own match, only that
        it is theirs.
        """
        typeface, box, facts = self.style.typeface, self.box, self.facts
        if facts.seated:
            words, left = self.style.texts.line("lobby.card.seated"), box.left + _PAD
            typeface.line(canvas, words, left, y, theme.CAPTION, Weight.BOLD, theme.GOOD_ON_PAPER)
            return
        eyes = str(facts.spectators)
        wide = typeface.measure(eyes, theme.CAPTION, Weight.SEMIBOLD)
        right = box.right - _PAD
        muted = theme.TEXT_ON_PAPER_MUTED
        typeface.line(canvas, eyes, right, y, theme.CAPTION, Weight.SEMIBOLD, muted, "right")
        size = typeface.grown(15)
        faces.draw_icon(canvas, "eye", right - wide - 6 - size / 2, y, size, muted)
        words, colour = self._state()
        end = right - wide - 12 - size
        x = self._paint_shapes(canvas, y, end - typeface.measure(words, theme.CAPTION, Weight.BOLD))
        room = end - x
        words = fitted(typeface, words, room, theme.CAPTION)
        typeface.line(canvas, words, x, y, theme.CAPTION, Weight.BOLD, colour)

    def _state(self) -> tuple[str, str]:
        line, facts = self.style.texts.line, self.facts
        if facts.problem:
            return line("lobby.card.other"), theme.TEXT_ON_PAPER_MUTED
        if not facts.seats:
            return line("lobby.card.watch_playing" if facts.playing else "lobby.card.watch"), theme.RUST
        if facts.playing:
            return line("lobby.card.playing"), theme.TEXT_ON_PAPER_MUTED
        if facts.free:
            return line("lobby.card.free", count=facts.free), theme.RUST
        return line("lobby.card.full"), theme.TEXT_ON_PAPER_MUTED

    def _paint_shapes(self, canvas: Canvas, y: float, end: float) -> float:
        """Paint a shape for each seat, or a bar where they are many or would pass `end`; return where words begin."""
        typeface, facts = self.style.typeface, self.facts
        x = self.box.left + _PAD
        taken = facts.seats - facts.free
        size = typeface.grown(16)
        if facts.seats > MOST_SHAPES or x + facts.seats * (size + 6) + 4 > end:
            wide = 64.0
            canvas.put(_bar(canvas.px(wide), canvas.px(8), "#E4D2AC"), x, y - 4)
            if taken:
                canvas.put(_bar(canvas.px(max(8.0, wide * taken / facts.seats)), canvas.px(8), _FILLED), x, y - 4)
            return x + wide + 10
        for seat in range(facts.seats):
            middle = x + size / 2
            if seat < taken:
                tint = self._tints[seat % len(self._tints)]
                canvas.put_middle(badge(PATTERNS[tint.pattern].shape, tint.colour, canvas.px(size)), middle, y)
            else:
                canvas.put_middle(_hole(canvas.px(size)), middle, y)
            x += size + 6
        return x + 4


class OpenCard(Pressable):
    """The card that opens a room of one's own."""

    corner = theme.CORNER

    def __init__(self, style: Style, box: Box, on_press: Callable[[], None]) -> None:
        super().__init__(style, box, on_press=on_press)

    def draw(self, canvas: Canvas) -> None:
        """Draw a dashed outline, a tile with a plus, and words."""
        box, typeface, line = self.box, self.style.typeface, self.style.texts.line
        area = canvas.pixels(box)
        drop_shadow(canvas, box, theme.CORNER, 16, 60, 6)
        canvas.put(
            _dashed(area.width, area.height, canvas.px(theme.CORNER), canvas.px(2), self.warmth > 0.5),
            box.left,
            box.top,
        )
        words = line("lobby.card.open_help")
        room = box.width - 2 * _PAD
        high = typeface.height_of(words, room, theme.CAPTION)
        title_high = typeface.leading(theme.LABEL)
        size = min(64.0 if box.height < 260 else 112.0, box.height - title_high - high - 36)
        y = box.centery - (size + 12 + title_high + high) / 2 + size / 2
        shine(canvas, box.centerx, y, size, "#2BA7A0", 0.25 + 0.2 * self.warmth, 1.5)
        canvas.put_middle(khatam(canvas.px(size), "#1F8A84", "#9FE8DB"), box.centerx, y)
        faces.draw_icon(canvas, "plus", box.centerx, y, size * 0.5, PAPER, 3.0)
        y += size / 2 + 12 + title_high / 2
        title = line("lobby.card.open")
        typeface.line(canvas, title, box.centerx, y, theme.LABEL, Weight.BOLD, theme.TEXT_BRIGHT, "middle", room)
        place = Box(box.left + _PAD, y + title_high / 2, room, high + 2)
        typeface.paragraph(canvas, words, place, theme.CAPTION, colour=theme.TEXT, anchor="middle")


def _paint_unknown(canvas: Canvas, place: Box) -> None:
    """Paint a dark picture with a star, for a game that is not installed."""
    canvas.surface.fill(NIGHT)
    canvas.put_middle(khatam(canvas.px(72), "#3A2C68", "#8A74C0"), place.centerx, place.centery)


@sprite(kept=8)
def _top_corners(width_px: int, height_px: int, radius_px: int) -> pygame.Surface:
    mask = blank(width_px, height_px)
    mask.blit(svg(rect(0, 0, width_px, height_px + 2 * radius_px, radius_px, WHITE), width_px, height_px), (0, 0))
    return mask


@sprite(kept=8)
def _picture_shade(width_px: int, height_px: int, radius_px: int) -> pygame.Surface:
    """Render the shade at the foot of a card's picture."""
    defs = linear("dusk", [(0, INK, 0), (0.7, INK, 0), (1, INK, 0.35)])
    return svg(rect(0, 0, width_px, height_px + 2 * radius_px, radius_px, "url(#dusk)"), width_px, height_px, defs=defs)


@sprite(kept=64)
def _bar(width_px: int, height_px: int, colour: str) -> pygame.Surface:
    return svg(
        rect(0, 0, width_px, height_px, min(width_px, height_px) / 2.5, colour), width_px, height_px, oversample=3
    )


@sprite(kept=8)
def _hole(size_px: int) -> pygame.Surface:
    """Render the shape of a free seat."""
    ring = dashed_rect(12, 12, 76, 76, 38, "#A8916F", 10, 21)
    return svg(ring, size_px, size_px, box=(0, 0, 100, 100), oversample=4)


@sprite(kept=8)
def _dashed(width_px: int, height_px: int, radius_px: int, line_px: int, bright: bool) -> pygame.Surface:
    half = line_px / 2
    wide, high = width_px - line_px, height_px - line_px
    ground = rect(half, half, wide, high, radius_px, INK, fill_opacity=0.42)
    opacity = 0.95 if bright else 0.6
    line = dashed_rect(half, half, wide, high, radius_px, SAND, line_px, line_px * 4, stroke_opacity=opacity)
    return svg(ground + line, width_px, height_px)
