"""Rewrites a graph until it is large enough: random rules at random places; steps after which it cannot be played are
undone.

It always ends, because uses of each rule, nodes and trials are all limited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.core.forge.grammar.rules import Grammar, Rule, applied, place_of
from game.core.forge.grammar.web import MOST_KEYS, Web
from game.core.forge.model.chance import Chance
from game.core.forge.model.method import NoteT

MOST_NODES, MOST_TRIALS = 64, 2000
PATIENCE = 40
"""How many trials in a row may fail before a rule is given up."""
WeighT = Callable[[Web, Rule], int]
"""Returns the weight of a rule for a graph, relative to other rules."""


def by_weight(_web: Web, rule: Rule) -> int:
    return rule.weight


def rewrite(
    grammar: Grammar,
    web: Web,
    chance: Chance,
    nodes: int,
    wishes: Mapping[str, int],
    tell: Callable[[str, Rule, Web, Web, Mapping[str, int]], None],
    *,
    weigh: WeighT = by_weight,
    allowed: Callable[[Web], bool] = Web.is_sound,
) -> Web:
    """Return the graph after rewriting it until no rule can be used any more.

    `wishes` says by name how often a rule is to be used, in place of its `most`; other rules leave enough nodes free
    for these. `nodes` is the most nodes of the graph. `tell` is called for each step, with the graph before and after
    it. `weigh` gives the weight of a rule, and `allowed` says whether a graph may stand.
    """
    left = {rule.name: wishes.get(rule.name, MOST_NODES if rule.most is None else rule.most) for rule in grammar.rules}
    failed = dict.fromkeys(left, 0)
    nodes = min(nodes, MOST_NODES)
    wished = [rule for rule in grammar.rules if rule.name in wishes and rule.growth > 0]
    for _ in range(MOST_TRIALS):
        free = nodes - len(web.kinds)
        unowed = free - sum(left[rule.name] * rule.growth for rule in wished)
        rules = [
            rule
            for rule in grammar.rules
            if left[rule.name]
            and rule.growth <= (free if rule.name in wishes else unowed)
            and failed[rule.name] < PATIENCE
        ]
        if not rules:
            break
        rule = _drawn(rules, web, chance, weigh)
        place = place_of(web, rule.find, chance)
        after = applied(web, rule, place) if place is not None else None
        if place is None or after is None or after.keys > MOST_KEYS or not allowed(after):
            failed[rule.name] += 1
            if failed[rule.name] == PATIENCE:
                left[rule.name] = 0
            continue
        tell("done", rule, web, after, place)
        web = after
        left[rule.name] -= 1
        failed = dict.fromkeys(left, 0) if rule.growth else failed | {rule.name: 0}
    return web


def _drawn(rules: list[Rule], web: Web, chance: Chance, weigh: WeighT) -> Rule:
    weights = [weigh(web, rule) for rule in rules]
    draw = chance.below(sum(weights))
    for rule, weight in zip(rules, weights, strict=True):
        draw -= weight
        if draw < 0:
            return rule
    return rules[-1]


def tell_change(note: NoteT, line: int, before: Web, after: Web, place: Mapping[str, int]) -> None:
    """Note a rewriting step in three parts: the nodes that were found, what was removed, what was added."""
    note("find", (line, *place.values()))
    for ends in before.ways:
        if ends not in after.ways:
            note("unedge", (line, *ends))
    for node in before.kinds:
        if node not in after.kinds:
            note("unnode", (line, node))
    for node, kind in after.kinds.items():
        if before.kinds.get(node) != kind:
            note(f"node:{kind}", (line, node))
    for ends, way in after.ways.items():
        if before.ways.get(ends) != way:
            note(f"edge:{way.kind}", (line, *ends, max(0, way.key)))
    note("nodes", (len(after.kinds),))


def tell_start(note: NoteT, line: int, web: Web) -> None:
    """Note the graph that a grammar begins with."""
    tell_change(note, line, Web(), web, {})
