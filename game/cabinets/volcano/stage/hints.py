"""Sentences about what is pointed at: why an action is refused, what a tile would bury, what could be built then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.cabinets.volcano.island import Island, covered, island_of, tried
from game.cabinets.volcano.stage.relief.choice import Key, RingChoice
from game.cabinets.volcano.stage.relief.stage import hex_of
from game.cabinets.volcano.stage.relief.turning import Turned
from game.cabinets.volcano.state import Action, Expand, Hut, Place, Temple, Tower, View, name_of
from game.cabinets.volcano.tiles import FIELDS
from game.cabinets.volcano.value import next_of
from game.core.compiled import array
from game.core.space import Hex
from game.ground.texts import Texts

_ORDER = (
    "not_there", "volcano", "taken", "out_of_huts", "too_few_huts", "other_kind", "too_small", "has_temple",
    "beside_own", "too_high",
)  # fmt: skip
"""Reasons in the order of priority: the first one that applies is shown."""


def kinds_to_try(view: View) -> list[int]:
    """Return tiles that a waiting person may try: the one in hand, their own next one, then all unseen kinds."""
    known = [view.hand, *(seat.held for seat in view.seats)]
    return list(dict.fromkeys([*(kind for kind in known if kind >= 0), *(k for k, n in enumerate(view.left) if n)]))


def causes(island: Island, place: Place) -> list[Hex]:
    """Return the hexagons that forbid laying a tile: gaps or uneven levels below it, the volcano, buildings."""
    why, cells = island.why_no_place(place), covered(place.q, place.r, place.way)
    match why:
        case None:
            return []
        case "half_at_sea":
            return [cell for cell in cells if cell not in island.hexes]
        case "uneven":
            highest = max(map(island.level, cells))
            return [cell for cell in cells if island.level(cell) < highest]
        case "on_temple" | "on_tower" | "whole_settlement":
            return [cell for cell in cells if cell in island.houses]
    return list(cells[:1])


def causes_of_build(island: Island, cell: Hex, seat: int, reason: str | None) -> list[Hex]:
    """Return the hexagons of settlements that forbid a build beside them; empty for any other reason."""
    if reason is None or reason.rpartition(".")[2] not in ("beside_own", "too_small", "has_temple", "has_tower"):
        return []
    return [own for settlement in island.beside(cell, seat) for own in sorted(settlement.cells)]


def why_nothing(island: Island, cell: Hex, seat: int, stock: Sequence[int], built: str) -> str | None:
    """Return why nothing can be built on a hexagon, as the last part of a text key; None if something can."""
    top = island.hexes.get(cell)
    whys = {island.why_no_build(make(*cell), seat, stock, built) for make in (Hut, Temple, Tower)}
    if top and top.field and cell not in island.houses:
        for settlement in island.beside(cell, seat):
            expand = Expand(*min(settlement.cells), FIELDS[top.field - 1])
            whys.add(island.why_no_build(expand, seat, stock, built))
    return next((why for why in _ORDER if why in whys), None)


def of_place(texts: Texts, view: View, seat: int, choice: Turned[Key, Action]) -> str:
    """Return the sentence about what laying the tile at the focus would do."""
    if choice.preview is None:
        return ""
    place = choice.paths[choice.preview]
    assert isinstance(place, Place)
    then = tried(view, place)
    parts = [texts.line("volcano.stage.level", level=then.level)]
    parts += [
        texts.line(f"volcano.stage.buries.{view.buried}", seat=owner, huts=huts) for owner, huts in then.buried.items()
    ]
    parts += [texts.line("volcano.stage.splits", seat=owner) for owner in then.split]
    island = island_of(then)
    parts.append(_possible(texts, "volcano.stage.then", island, seat, then.stock))
    other = next_of(array(int(each.out) for each in view.seats), seat)
    parts.append(_possible(texts, "volcano.stage.next", island, other, then.stock))
    return " · ".join(parts)


def _possible(texts: Texts, key: str, island: Island, seat: int, stock: Sequence[int]) -> str:
    """Return a sentence with how many builds of each kind are possible for a seat."""
    counts = Counter(name_of(build) for build in island.builds(seat, stock))
    if not counts:
        return texts.line("volcano.stage.nothing", seat=seat)
    words = ", ".join(f"{texts.line(f'volcano.stage.kind.{kind}')} {count}" for kind, count in counts.items())
    return texts.line(key, what=words, seat=seat)


def of_build(texts: Texts, view: View, seat: int, choice: RingChoice[Action]) -> str:
    """Return the sentence about what building at the focus takes, or how many huts it would need."""
    action = choice.aimed
    if action is None and isinstance(choice.focus, tuple):
        return _too_few(texts, view, seat, hex_of(choice.focus))
    if isinstance(action, Hut | Temple | Tower):
        return texts.line(f"volcano.stage.kind.{name_of(action)}")
    if not isinstance(action, Expand):
        return ""
    cells, has = choice.cells[action], view.seats[seat].huts
    needs = sum(map(island_of(view).level, cells))
    return texts.line("volcano.stage.expands", needs=needs, has=has, hexagons=len(cells))


def _too_few(texts: Texts, view: View, seat: int, cell: Hex) -> str:
    """Return the sentence on how many huts expanding onto a hexagon needs, if the seat has fewer; else ""."""
    island, has = island_of(view), view.seats[seat].huts
    top = island.hexes.get(cell)
    if top is None or not top.field or cell in island.houses:
        return ""
    fields = [island.grows_on(settlement, top.field) for settlement in island.beside(cell, seat)]
    needs = min((sum(map(island.level, each)) for each in fields), default=0)
    return texts.line("volcano.stage.needs", needs=needs, has=has) if needs > has else ""


def of_hexagon(texts: Texts, view: View, cell: Hex) -> str:
    """Return the sentence on a hexagon's level and the settlement on it."""
    island = island_of(view)
    line = texts.line("volcano.stage.level", level=island.level(cell))
    house = island.houses.get(cell)
    settlement = island.settlement_at(cell, house.owner) if house else None
    if settlement is None:
        return line
    kind = texts.line(f"volcano.stage.has.{_LACKS[settlement.temples > 0, settlement.towers > 0]}")
    told = texts.line("volcano.stage.settlement", seat=settlement.owner, hexagons=len(settlement.cells), has=kind)
    return f"{line} · {told}"


_LACKS = {(False, False): "none", (True, False): "temple", (False, True): "tower", (True, True): "both"}
