"""The bar below the map: what is being drawn, its cost, the cash left after it, and knobs to build or undo it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.cabinets.rails.building.plans import pieces_of
from game.cabinets.rails.contract.actions import Clear, Dock, Group, Platforms, Rail, Road, Signal, Signals, Span, Stop
from game.cabinets.rails.stage.cards.knobs import Card, Knob
from game.cabinets.rails.stage.cards.sheet import Drawn
from game.cabinets.rails.stage.person.play import Play
from game.engine import theme
from game.engine.canvas import Box, Canvas
from game.engine.text import Weight
from game.engine.widgets.parts.tree import Fill, Of, Part, Row

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

    def fit(self, left: float, right: float, bottom: float) -> None:
        """Place the bar at the foot between two edges, as wide as its content; empty it if nothing is planned."""
        play, builder = self.play, self.play.builder
        wanted = builder.drag is not None or builder.gathers or builder.may_undo or builder.may_redo
        if not (play.may_build and wanted):
            self.hide()
            self.laid = None
            return
        full, asked = self._full, play.asked is not None
        if self.stays(left, right, bottom, full, asked, builder.may_undo, builder.may_redo, builder.gathers):
            return
        high = max(_HIGH, self.typeface.leading(theme.BODY) + 20)
        wide = min(right - left, self.typeface.grown(330.0) + 330 if full else 2 * high + 10)
        box = Box(left if not full else (left + right - wide) / 2, bottom - high, wide, high)
        side = high - 2 * _PAD
        undo = self._knob("undo", self._undo, "undo-2", "U", builder.may_undo)
        redo = self._knob("redo", builder.redo, "rotate-cw", "^Y", builder.may_redo)
        parts: list[Part] = [Of(undo, wide=side + 4), Fill(6), Of(redo, wide=side + 4), Fill(16)]
        parts.append(Of(Drawn(self.style, self._draw_words), grow=1) if full else Fill())
        if builder.gathers:
            text = self.line("build")
            build = Knob(self.style, "build", builder.build, text, "check", lit=asked, enabled=asked)
            wide = self.typeface.measure(text, theme.BODY, Weight.BOLD) + 64
            parts += [Fill(14), Of(build, wide=wide)]
        else:
            parts.append(Fill(6))
        self.stand(box, Row(*parts, gap=0, high=side, fill=True), pad=_PAD)

    def _knob(self, name: str, press: Callable[[], None], sign: str, mark: str, enabled: bool) -> Knob:
        return Knob(self.style, name, press, sign=sign, enabled=enabled, mark=mark, tip=self.line(name))

    @property
    def _full(self) -> bool:
        builder = self.play.builder
        copies = builder.tool == "blueprint" and builder.shelf.copying
        return bool((builder.drag and not copies) or builder.question or builder.gathers)

    def words(self, groups: Sequence[Group]) -> str:
        """Return what groups cost, and of how many pieces they are if they build anything."""
        play = self.play
        count = sum(pieces_of(group) for group in groups if isinstance(group, _BUILT))
        price = play.builder.trial(play.sight, play.seat).price if play.sight else 0
        kind = ("plan_bought" if groups and not count else "plan") + "_free" * play.free
        return self.line(kind, pieces=count, price=f"{price:,}", after=f"{play.cash - price:,}")

    def _draw_words(self, canvas: Canvas, box: Box) -> None:
        play, builder, typeface = self.play, self.play.builder, self.typeface
        if play.sight is None:
            return
        groups = (*builder.draft.groups, *builder.groups)
        trial = builder.trial(play.sight, play.seat)
        words = self.line("thinking") if builder.thinking else self.words(groups)
        tone = theme.BAD if play.cash < trial.price and not play.free else theme.TEXT_BRIGHT
        fits = typeface.measure(words, theme.BODY, Weight.SEMIBOLD) <= box.width
        size = theme.BODY if fits else theme.CAPTION
        for number, one in enumerate(lines := typeface.wrap(words, box.width, size, Weight.SEMIBOLD)[:2]):
            y = box.centery + (number - (len(lines) - 1) / 2) * typeface.leading(size) * 0.9
            typeface.line(canvas, one, box.left, y, size, Weight.SEMIBOLD, tone)
