"""What stands on a seat's panel: squares in sight, coins, rugs left, points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.cabinets.marrakech.rules import SeatView
from game.cabinets.marrakech.stage.board import Cloth
from game.engine import theme
from game.engine.colour import LANTERN, MUTED, PAPER, ROSE, SAND
from game.engine.ornament import coin
from game.engine.sprites import sprite
from game.engine.text import Weight
from game.engine.textile import rug
from game.engine.vector import rect, svg
from game.ground.texts import Texts
from game.kit.panel.forms import Form, Panel, Row
from game.kit.panel.items import Beside, Item, Note, Pips, Sign, Stack

_OUT = 0.45
"""Opacity of what belongs to a seat that is out."""


def panel_of(texts: Texts, owned: SeatView, cloths: Sequence[Cloth], slots: int) -> Panel:
    """Return the forms of a seat's panel, the roomiest first: three lines, two, or two with its rugs as numbers.

    `cloths` are those of the seat's colours and `slots` how many rugs of each it began with.
    """
    opacity = _OUT if owned.out else 1.0
    points = owned.squares + owned.dirhams
    total = texts.line("marrakech_stage.total", points=points)
    in_sight = texts.line(f"marrakech_stage.{'out' if owned.out else 'in_sight'}", squares=owned.squares)
    left = Note(str(sum(owned.left)), theme.LABEL, Weight.SEMIBOLD, least="24", opacity=opacity)
    trophy = Sign("trophy", 14, tone=LANTERN)
    cup = Beside((trophy, Note(str(points), theme.CAPTION, Weight.SEMIBOLD, least="124", opacity=opacity)))
    said = Row([Note(in_sight, tone=ROSE if owned.out else MUTED)], [Note(total, theme.CAPTION, Weight.BOLD, LANTERN)])
    coins, tight = _coins(owned, "×", opacity), _coins(owned, "", opacity)
    rugs = [_rugs(owned, cloths, slots)]
    counted = [_counted(owned, cloths, opacity)]
    forms: list[Form] = [[said, coins, Row(rugs, [left])], [said, tight, Row(rugs, [left])]]
    forms += [[coins, Row(rugs, [cup])], [tight, Row(rugs, [cup])]]
    return [*forms, [coins, Row(counted, [cup])], [tight, Row(counted, [cup])]]


def _coins(owned: SeatView, times: str, opacity: float) -> Row:
    """Return a row with the number of fives and ones, and at the right what all coins are worth."""
    size, letters = (28, theme.BODY) if times else (24, theme.CAPTION)
    items = [
        Beside(
            (
                Sign(partial(coin, value, pile=2), size, opacity=opacity),
                Note(f"{times}{count}", letters, Weight.SEMIBOLD, least=f"{times}10", opacity=opacity),
            ),
            3.0,
        )
        for value, count in ((5, owned.fives), (1, owned.ones))
    ]
    worth = Note(str(owned.dirhams), theme.HEADING, Weight.BOLD, PAPER, opacity=opacity)
    return Row(items, [worth], gap=8.0)


def _rugs(owned: SeatView, cloths: Sequence[Cloth], slots: int) -> Item:
    """Return a row of little rugs for each colour; rugs that are used up appear as empty places."""
    wide, high = (10.0, 22.0) if len(cloths) == 1 else (6.0, 14.0)
    return Stack(
        [
            Pips(partial(rug, *cloth, upright=True), _empty, left, slots, wide, high, 12.0)
            for cloth, left in zip(cloths, owned.left, strict=True)
        ]
    )


def _counted(owned: SeatView, cloths: Sequence[Cloth], opacity: float) -> Item:
    """Return a little rug of each colour beside the number of rugs left of that colour."""
    items: list[Item] = []
    for cloth, left in zip(cloths, owned.left, strict=True):
        items.append(Sign(partial(rug, *cloth, upright=True), 7, 14))
        items.append(Note(str(left), theme.CAPTION, Weight.SEMIBOLD, SAND, least="12", opacity=opacity))
    return Beside(items)


@sprite(kept=16)
def _empty(width_px: int) -> pygame.Surface:
    """Return the empty place of a rug that is used up."""
    edge = max(1.0, width_px / 10)
    inside = (edge / 2, edge / 2, width_px - edge, 2 * width_px - edge, 2 * edge)
    return svg(rect(*inside, PAPER, PAPER, edge, fill_opacity=0.05, stroke_opacity=0.17), width_px, 2 * width_px)
