"""Makes a graph and lays it out: a new graph until one fits, then one with fewer and fewer nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from game.core.forge.grammar.rewriting import tell_change, tell_start
from game.core.forge.grammar.rules import GrammarError, Rule
from game.core.forge.grammar.space import LEAST_CELL, MOST_CELL, Layout, lattice_for, lay_out, spread
from game.core.forge.grammar.web import Way, Web
from game.core.forge.model.chance import Chance
from game.core.forge.model.level import Recipe
from game.core.forge.model.method import NoteT, silent

ATTEMPTS = 3


class Told(NamedTuple):
    """A rewriting step, kept until it is certain that its graph is used."""

    rule: Rule
    before: Web
    after: Web
    place: Mapping[str, int]


def heard(told: list[Told]) -> Callable[[str, Rule, Web, Web, Mapping[str, int]], None]:
    """Return a listener that appends each rewriting step to a list."""

    def hear(_what: str, rule: Rule, before: Web, after: Web, place: Mapping[str, int]) -> None:
        told.append(Told(rule, before, after, place))

    return hear


class Draft(NamedTuple):
    """A graph with the steps that made it, its layout, and how many nodes and ways were left out."""

    web: Web
    told: list[Told]
    layout: Layout
    left_out: int = 0


def draft(recipe: Recipe, grow: Callable[[Chance, list[Told]], Web]) -> Draft:
    """Return a graph made by `grow` that fits the ground.

    A new graph is made up to three times; if none fits, ever more nodes of the last one are left out. Raises
    GrammarError.
    """
    web, told = Web(), list[Told]()
    chance = Chance(recipe.number, recipe.method, "space")
    for attempt in range(ATTEMPTS):
        told = []
        web = grow(Chance(recipe.number, recipe.method, f"layout{attempt or ''}"), told)
        lattice = lattice_for(recipe.width, recipe.height, len(web.kinds), LEAST_CELL if attempt else MOST_CELL)
        layout = lay_out(web, lattice, chance)
        if layout is not None and not layout.missing:
            return Draft(web, told, spread(layout, recipe.width, recipe.height))
    left_out = 0
    while True:
        layout = lay_out(web, lattice_for(recipe.width, recipe.height, len(web.kinds), LEAST_CELL), chance)
        if layout is not None:
            for ends in layout.missing:
                del web.ways[ends]
            return Draft(web, told, spread(layout, recipe.width, recipe.height), left_out + len(layout.missing))
        _leave_out_last(web)
        left_out += 1


def _leave_out_last(web: Web) -> None:
    """Remove the newest bonus on which nothing depends; else the newest such task; else a key, whose lock is then open.

    Raises GrammarError where nothing can be left out.
    """
    parents = web.parents()
    inner = {parent for node, parent in parents.items() if node != parent}
    leaves = [node for node, kind in web.kinds.items() if node not in inner and kind != "goal"]
    ranks = {"bonus": 2, "key": 0}
    if not leaves:
        raise GrammarError("forge.error.grammar.no_room", count=len(web.kinds))
    leaf = max(leaves, key=lambda node: (ranks.get(web.kinds[node], 1), node))
    key = web.holds.get(leaf)
    web.remove(leaf)
    if key is not None:
        web.ways = {ends: Way() if way.key == key else way for ends, way in web.ways.items()}


def tell(
    note: NoteT,
    drafted: Draft,
    start: Web,
    lines: Mapping[str, int],
    usual: int,
    judge: Callable[[Web], None] = lambda _web: None,
) -> None:
    """Note the steps by which a graph was made, unless `note` is `silent`.

    `lines` has the line of each rule by name, `usual` the line for all others; `judge` notes how good a graph is.
    """
    if note is silent:
        return
    tell_start(note, usual, start)
    web = start
    for each in drafted.told:
        tell_change(note, lines.get(each.rule.name, usual), each.before, each.after, each.place)
        web = each.after
        judge(web)
    if drafted.left_out:
        tell_change(note, usual, web, drafted.web, {})
        note("left_out", (drafted.left_out,))
