"""The bar below the map: what is being drawn, its cost, the cash left after it, and knobs to build or undo it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.cabinets.rails.building.plans import pieces_of
from game.cabinets.rails.contract.actions import Clear, Dock, Group, Platforms, Rail, Road, Signal, Signals, Span, Stop
from game.cabinets.rails.stage.cards.knobs import CORNER, Card, Hover, Knob, draw_knob
from game.cabinets.rails.stage.person.play import Play
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.light import drop_shadow
from game.engine.text import Weight
from game.kit.drawing.sheet import draw_sheet

_HIGH = 50.0
_BUILT = Rail, Road, Platforms, Span, Signal, Signals, Stop, Dock, Clear
"""Groups that a plan's pieces are counted in; what is bought or ordered is none."""
_PAD = 8.0


class PlanBar(Card):
    """The card of the plan being drawn; visible while something is drawn, and always in sealed rounds."""

    def __init__(self, play: Play, undo: Callable[[], None]) -> None:
        super().__init__(play.surroundings)
        self.play = play
        self._undo = undo

    def lay(self, left: float, right: float, bottom: float) -> None:
        """Place the bar at the foot between two edges, as wide as its content; empty it if nothing is planned."""
        play = self.play
        builder = play.builder
        wanted = play.may_build and (
            builder.drag is not None or builder.gathers or builder.may_undo or builder.may_redo
        )
        if not wanted:
            self.box = Box(0, 0, 0, 0)
            return
        full = self._full
        high = max(_HIGH, self.typeface.leading(theme.BODY) + 20)
        wide = min(right - left, self.typeface.grown(330.0) + 330 if full else 2 * high + 10)
        self.box = Box(left if not full else (left + right - wide) / 2, bottom - high, wide, high)

    @property
    def _full(self) -> bool:
        builder = self.play.builder
        copies = builder.tool == "blueprint" and builder.shelf.copying
        return bool((builder.drag and not copies) or builder.question or builder.gathers)

    def knobs(self) -> Sequence[Knob]:
        box, builder = self.box, self.play.builder
        side = box.height - 2 * _PAD
        undo = Knob("undo", Box(box.left + _PAD, box.top + _PAD, side + 4, side), self._undo, sign="undo-2")
        undo.enabled, undo.tip, undo.mark = builder.may_undo, self.line("undo"), "U"
        redo = Knob("redo", Box(undo.box.right + 6, box.top + _PAD, side + 4, side), builder.redo, sign="rotate-cw")
        redo.enabled, redo.tip, redo.mark = builder.may_redo, self.line("redo"), "^Y"
        if not builder.gathers:
            return (undo, redo)
        text = self.line("build")
        wide = self.typeface.measure(text, theme.BODY, Weight.BOLD) + 64
        build = Knob("build", Box(box.right - _PAD - wide, box.top + _PAD, wide, side), builder.build, text, "check")
        build.lit = build.enabled = self.play.asked is not None
        return (undo, redo, build)

    def words(self, groups: Sequence[Group]) -> str:
        """Return what groups cost, and of how many pieces they are if they build anything."""
        play = self.play
        count = sum(pieces_of(group) for group in groups if isinstance(group, _BUILT))
        price = play.builder.trial(play.sight, play.seat).price if play.sight else 0
        kind = ("plan_bought" if groups and not count else "plan") + "_free" * play.free
        return self.line(kind, pieces=count, price=f"{price:,}", after=f"{play.cash - price:,}")

    def draw(self, canvas: Canvas, hover: Hover) -> None:
        play, builder, typeface = self.play, self.play.builder, self.typeface
        drop_shadow(canvas, self.box, CORNER, 6, 120, 3)
        draw_sheet(canvas, self.box, CORNER)
        knobs = self.knobs()
        for knob in knobs:
            draw_knob(canvas, typeface, knob, hover)
        if not self._full or play.sight is None:
            return
        groups = (*builder.draft.groups, *builder.groups)
        trial = builder.trial(play.sight, play.seat)
        left = knobs[1].box.right + 16
        right = (knobs[2].box.left if len(knobs) > 2 else self.box.right) - 14
        words = self.line("thinking") if builder.thinking else self.words(groups)
        tone = theme.BAD if play.cash < trial.price and not play.free else theme.TEXT_BRIGHT
        wide = right - left
        fits = typeface.measure(words, theme.BODY, Weight.SEMIBOLD) <= wide
        size = theme.BODY if fits else theme.CAPTION
        for number, one in enumerate(lines := typeface.wrap(words, wide, size, Weight.SEMIBOLD)[:2]):
            y = self.box.centery + (number - (len(lines) - 1) / 2) * typeface.leading(size) * 0.9
            typeface.line(canvas, one, left, y, size, Weight.SEMIBOLD, tone)
