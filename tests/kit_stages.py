"""Three tiny stages that use what boards do not: tiles that turn, cards with gems, a line to write in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple

import pygame

from game.cabinets.gems.stage.market import BACK, CARD, CardKey, Market, card_back, card_front, deal, draw_deck
from game.cabinets.gems.stage.menus import Composed
from game.cabinets.gems.stage.stones.piles import draw_pile
from game.cabinets.volcano.stage.relief.layout import Raised
from game.cabinets.volcano.stage.relief.turning import Turned
from game.core.rules import Event, Seat
from game.core.space import SIXTHS, Hex, Hexes, Squares
from game.engine.canvas import Box, Canvas
from game.engine.colour import TEAL, TERRACOTTA
from game.engine.input import InputEvent
from game.engine.ornament import coin
from game.engine.sprites import sprite
from game.engine.stage import Surroundings
from game.engine.vector import circle, path, points, svg
from game.kit import marks
from game.kit.board import BoardStage
from game.kit.choosing import Chooser
from game.kit.entry import TextLine
from game.kit.handing import hand_over
from game.kit.layout import Layout, Spot, Together, round_shape, slots, squares
from game.kit.pieces import Piece, Pieces, Plan
from game.kit.stage import PictureStage


class Lay(NamedTuple):
    """A tile of two hexagons: one cell, and the one beside it in a direction."""

    cell: Hex
    turn: int


class Island(NamedTuple):
    huts: tuple[Hex, ...]


FIELD = Hexes.disc((0, 0), 6)
SIZE = 60.0


@sprite()
def hut(size_px: int) -> pygame.Surface:
    body = path(points([(50, 8), (92, 44), (80, 44), (80, 90), (20, 90), (20, 44), (8, 44)]), TERRACOTTA, "#2A1526", 5)
    return svg(body, size_px, size_px, box=(0, 0, 100, 100))


class IslandStage(BoardStage[Island, Lay, Hex]):
    """Huts on hexagons."""

    def layout_of(self, view: Island) -> Layout[Hex]:
        return Raised(dict.fromkeys(FIELD, 0), SIZE)

    def pieces(self, view: Island) -> Pieces[Hex]:
        return dict.fromkeys(view.huts, Piece("hut", 0))

    def path_of(self, action: Lay) -> tuple[Hex, ...]:
        return (action.cell,)

    def offer(self, view: Island, seat: Seat, legal: Sequence[Lay] | None) -> Chooser[Hex, Lay]:
        variants = [{(lay.cell,): lay for lay in legal or () if lay.turn == turn} for turn in range(6)]
        return Turned(self.layout(view), variants)

    def ghost(self, view: Island, path: tuple[Hex, ...]) -> Piece:
        return Piece("hut", 0)

    def draw_ground(self, canvas: Canvas) -> None:
        for spot in self.layout_of(self.view).spots.values() if self.view else ():
            marks.frame(canvas, spot, "#3F7F6A", 0.5, 0.97)

    def sprite_of(self, piece: Piece, size_px: int) -> pygame.Surface:
        return hut(size_px)


def free(view: Island) -> list[Lay]:
    """Every tile that fits beside the huts."""
    beside = {cell: list(Hexes.beside(cell)) for cell in FIELD if cell not in view.huts}
    return [Lay(cell, turn) for cell, others in beside.items() for turn in range(len(SIXTHS)) if others[turn] in beside]


class Bazaar(NamedTuple):
    rows: tuple[tuple[str | None, ...], ...]
    decks: tuple[int, ...]
    hand: tuple[str, ...]
    other: int
    gems: int


class Take(NamedTuple):
    gems: tuple[str, ...]


BUTTON: CardKey = ("button", 0, 0)
BANK = ("amber", "jade", "ruby")
TAKES = [Take(gems) for gems in (("amber", "jade"), ("amber", "ruby"), ("jade", "ruby"), ("ruby", "ruby"), ("jade",))]
COLOURS = ("#3B6EA5", "#8A4FA0", "#3F7F6A")


class BazaarStage(BoardStage[Bazaar, Take, CardKey]):
    """A market, two hands and a bank of gems."""

    piece_size = 1.0
    piece_corner = 0.1
    delays: ClassVar[Mapping[str, int]] = {**BoardStage.delays, "gem": 300}

    def layout_of(self, view: Bazaar) -> Layout[CardKey]:
        market = Market(view.rows, view.decks).layout(Box(20, 90, 480, 330))
        hands = [
            slots([("hand", 0, name) for name in view.hand], max(5, len(view.hand)), Box(60, 470, 500, 140)),
            slots([("hand", 1, number) for number in range(view.other)], max(5, view.other), Box(180, 0, 260, 70)),
        ]
        bank = slots([("bank", 0, gem) for gem in BANK], 1, Box(530, 110, 70, 240), 10)
        button: Layout[CardKey] = Layout({BUTTON: Spot(565, 390, round_shape(28))})
        return Together[CardKey](market, *hands, bank, button)

    def pieces(self, view: Bazaar) -> Pieces[CardKey]:
        return {
            **Market(view.rows, view.decks).pieces(),
            **{("hand", 0, name): Piece(CARD, 0, name) for name in view.hand},
            **{("hand", 1, number): Piece(BACK, 1) for number in range(view.other)},
        }

    def path_of(self, action: Take) -> tuple[CardKey, ...]:
        return tuple(("bank", 0, gem) for gem in action.gems)

    def offer(self, view: Bazaar, seat: Seat, legal: Sequence[Take] | None) -> Chooser[CardKey, Take]:
        return Composed(self.layout(view), {self.path_of(take): take for take in legal or ()}, BUTTON)

    def play(self, view: Bazaar, events: Sequence[Event]) -> None:
        if any(event.kind == "paid" for event in events):
            size, seconds = 40.0, self.script.seconds("gem")
            start, end = self.layout(view).middle(("bank", 0, "jade")), self.script.anchor(0)
            hand_over(self.script, [partial(coin, 5)] * 3, size, start, end, seconds)
        self.move_pieces(view, events)

    def tell(self, plan: Plan[CardKey], event: Event) -> None:
        if event.kind == "dealt":
            layout = self.layout(self.view) if self.view else None
            assert layout is not None
            for key in list(plan.came):
                deal(plan, layout, [key], ("deck", 0, 0))
            plan.gone = dict.fromkeys(plan.gone, self.anchor(1))

    def draw_ground(self, canvas: Canvas) -> None:
        if self.shown is None:
            return
        layout, typeface = self.layout_of(self.shown), self.surroundings.typeface
        for row, count in enumerate(self.shown.decks):
            draw_deck(canvas, typeface, layout.spots["deck", row, 0], count, COLOURS[row])
        for number, gem in enumerate(BANK):
            spot = layout.spots["bank", 0, gem]
            draw_pile(canvas, typeface, lambda size_px: coin(5, size_px), self.shown.gems + number, spot.x, spot.y, 44)
        marks.button(canvas, *layout.middle(BUTTON), 48, "check", lit=self.choice is not None)

    def sprite_of(self, piece: Piece, size_px: int) -> pygame.Surface:
        if piece.kind == BACK:
            return card_back(size_px, COLOURS[0])
        assert piece.kind == CARD
        return named_card(piece.name, size_px)


@sprite()
def named_card(name: str, size_px: int) -> pygame.Surface:
    made = card_front(size_px).copy()
    sign = svg(circle(20, 20, 6 + ord(name[0]) % 12, TEAL), size_px // 2, size_px // 2, box=(0, 0, 40, 40))
    made.blit(sign, (size_px // 4, size_px // 4), special_flags=pygame.BLEND_PREMULTIPLIED)
    return made


class Words(NamedTuple):
    said: tuple[str, ...]


class WordStage(PictureStage[Words, str, tuple[str, ...]]):
    """Somebody writes a word; the last one stands above the line."""

    def __init__(self, surroundings: Surroundings) -> None:
        super().__init__(surroundings)
        self.line = TextLine(surroundings, Box(112, 400, 400, 48), placeholder="…", limit=12)

    def still(self, view: Words) -> tuple[str, ...]:
        return view.said

    @property
    def wants_text(self) -> bool:
        return self.asked is not None and self.line.open

    @property
    def composing(self) -> bool:
        return self.line.composing

    @property
    def text_box(self) -> Box:
        return self.line.text_box

    def take(self, event: InputEvent) -> str | None:
        return self.line.handle(event)

    def update(self, seconds: float) -> None:
        super().update(seconds)
        self.line.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        word = (self.picture or ("",))[-1]
        self.surroundings.typeface.line(canvas, word, 312, 220, 72, anchor="middle")
        self.line.draw(canvas)


def stage_of(kind: type[Any], **more: object) -> Any:
    """A stage of that kind with two seats."""
    from tests import stage_bench as bench

    return kind(bench.surroundings(2, None, **more))


class Step(NamedTuple):
    start: int
    end: int


class Stones(NamedTuple):
    own: tuple[int, ...]
    other: tuple[int, ...]


GRID = Squares(5, 5)
GRID_LAYOUT = squares(GRID, Box(62, 62, 500, 500))


class StepStage(BoardStage[Stones, Step, int]):
    """Stones that go one square, and take what lies there."""

    def layout_of(self, view: Stones) -> Layout[int]:
        return GRID_LAYOUT

    def pieces(self, view: Stones) -> Pieces[int]:
        return {**dict.fromkeys(view.own, Piece("stone", 0)), **dict.fromkeys(view.other, Piece("stone", 1))}

    def path_of(self, action: Step) -> tuple[int, ...]:
        return action

    def unlisted(self, path: tuple[int, ...]) -> Step | None:
        return Step(*path) if len(path) == 2 else None

    def why_not(self, path: tuple[int, ...]) -> str | None:
        return "nullgame.refuse.number" if len(path) == 1 else None

    def tell(self, plan: Plan[int], event: Event) -> None:
        plan.gone = dict.fromkeys(plan.gone, self.anchor(0))

    def draw_ground(self, canvas: Canvas) -> None:
        for spot in GRID_LAYOUT.spots.values():
            marks.frame(canvas, spot, "#7A6A50", 0.1, 0.98)

    def sprite_of(self, piece: Piece, size_px: int) -> pygame.Surface:
        return coin(5 if piece.seat else 1, size_px)


def steps(view: Stones) -> list[Step]:
    """Every step of the first seat."""
    return [Step(start, end) for start in view.own for end in GRID.beside(start) if end not in view.own]
