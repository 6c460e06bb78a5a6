"""The text format of graph grammars, finding a rule in a graph and applying it.

    kinds = ["entrance", "task", "goal"]
    start = "e:entrance > t:task > g:goal"

    [[rule]]
    name = "lengthen"
    find = "a > b"
    put = "a > t:task > b"
    weight = 4        # how often, compared with other rules; default 1
    most = 12         # how many times; by default as often as there is room

A graph is a list of chains separated by commas. `a:task/bonus` is a node named a, of either kind; later `a` alone is
the same node. In `find` a node without a kind may be of any kind. Ways are `>` open, `=>` locked, `~>` one way, `?>`
secret. What `find` names and `put` does not is removed. A new lock needs a new node of kind `key` in the same rule.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from game.core.errors import SpokenError
from game.core.forge.grammar.web import LOCK, ONE_WAY, OPEN, SECRET, Way, WayKind, Web
from game.core.forge.model.chance import Chance
from game.core.given import TextError, toml_of

MOST_NODES = 4
"""Most nodes of a graph in a rule."""
MOST_RULES = 64
MOST_LETTERS = 1 << 16
WAYS: Mapping[str, WayKind] = {">": OPEN, "=>": LOCK, "~>": ONE_WAY, "?>": SECRET}
KEY = "key"
_TOKEN = re.compile(r"\s*(=>|~>|\?>|>|[a-z][a-z0-9_-]*(?::[a-z][a-z0-9_/-]*)?)\s*")
_KNOWN = {"name", "find", "put", "weight", "most"}


class GrammarError(SpokenError):
    """A text is not a valid grammar; the error names the line and the reason."""


@dataclass(frozen=True)
class Pattern:
    """A small graph with named nodes: the kinds each may have (empty: any), and the ways between them."""

    nodes: Mapping[str, frozenset[str]]
    ways: Mapping[tuple[str, str], WayKind]

    @cached_property
    def plan(self) -> Sequence[tuple[frozenset[str], Sequence[tuple[int, bool, WayKind]]]]:
        """For each node its kinds and its ways to earlier nodes, in the order to search for them.

        A way is (place of the earlier node, whether it leads from there to here, kind).
        """
        places = {name: place for place, name in enumerate(self.nodes)}
        return [
            (
                kinds,
                [
                    (places[a if name == b else b], name == b, kind)
                    for (a, b), kind in self.ways.items()
                    if name == (a if places[a] > places[b] else b)
                ],
            )
            for name, kinds in self.nodes.items()
        ]


@dataclass(frozen=True)
class Rule:
    """A graph to find, and the graph to put in its place."""

    name: str
    find: Pattern
    put: Pattern
    weight: int = 1
    most: int | None = None

    @cached_property
    def growth(self) -> int:
        """How many nodes the rule adds."""
        return len(self.put.nodes) - len(self.find.nodes)


@dataclass(frozen=True)
class Grammar:
    """A grammar: the graph to begin with, and the rules that rewrite it."""

    start: Pattern
    rules: Sequence[Rule] = field(default_factory=tuple)


def read_grammar(text: str) -> Grammar:
    """Return the grammar of a text. Raises GrammarError, which names the line."""
    lines = text.splitlines()
    if len(text) > MOST_LETTERS:
        raise GrammarError("forge.error.grammar.long", letters=len(text), most=MOST_LETTERS)
    try:
        data = toml_of(text)
    except TextError as error:
        raise GrammarError("forge.error.grammar.toml", line=error.line) from error
    kinds, rules = data.get("kinds"), data.get("rule", [])
    if not isinstance(kinds, list) or not all(isinstance(kind, str) for kind in kinds):
        raise GrammarError("forge.error.grammar.kinds", line=_line(lines, "kinds"))
    if not isinstance(rules, list) or not 1 <= len(rules) <= MOST_RULES:
        raise GrammarError("forge.error.grammar.rules", line=len(lines), most=MOST_RULES)
    known = frozenset(kinds)
    start = _pattern(data.get("start"), known, _line(lines, "start"), most=64)
    if any(len(each) != 1 for each in start.nodes.values()):
        raise GrammarError("forge.error.grammar.kindless", line=_line(lines, "start"))
    return Grammar(start, tuple(_rule(rule, known, lines, place) for place, rule in enumerate(rules)))


def read_own_grammar(text: str) -> Grammar:
    """Return a person's own grammar, whose start must be playable from an entrance to a goal.

    Raises GrammarError.
    """
    grammar = read_grammar(text)
    start = web_of(grammar.start)
    if not start.can_be_laid_out() or any(way.kind == LOCK for way in start.ways.values()):
        raise GrammarError("forge.error.grammar.start", line=_line(text.splitlines(), "start"))
    return grammar


def _line(lines: Sequence[str], key: str, rule: int = -1) -> int:
    """Return the line number, from 1, of a key in a rule, or of the rule's first line where it lacks the key."""
    heads = [number for number, line in enumerate(lines) if line.strip().startswith("[[rule]]")]
    first = heads[rule] if 0 <= rule < len(heads) else 0
    end = heads[rule + 1] if 0 <= rule < len(heads) - 1 else len(lines)
    for number in range(first, end):
        if re.match(rf"\s*{key}\s*=", lines[number]):
            return number + 1
    return first + 1


def _rule(data: Any, kinds: frozenset[str], lines: Sequence[str], place: int) -> Rule:
    def line(key: str) -> int:
        return _line(lines, key, place)

    if not isinstance(data, dict):
        raise GrammarError("forge.error.grammar.rules", line=line("name"), most=MOST_RULES)
    for key in data:
        if key not in _KNOWN:
            raise GrammarError("forge.error.grammar.unknown", line=line(re.escape(key)), name=key)
    for key, low, high in (("weight", 1, 100), ("most", 0, 64)):
        value = data.get(key, low)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise GrammarError("forge.error.grammar.number", line=line(key), name=key, low=low, high=high)
    find, put = _pattern(data.get("find"), kinds, line("find")), _pattern(data.get("put"), kinds, line("put"))
    fresh = [name for name in put.nodes if name not in find.nodes]
    if any(len(put.nodes[name]) != 1 for name in fresh) or any(len(each) > 1 for each in put.nodes.values()):
        raise GrammarError("forge.error.grammar.kindless", line=line("put"))
    locks = list(put.ways.values()).count(LOCK) - list(find.ways.values()).count(LOCK)
    keys = sum(put.nodes[name] == {KEY} for name in fresh)
    if locks != keys:
        raise GrammarError("forge.error.grammar.keys", line=line("put"), locks=max(0, locks), keys=keys)
    name = data.get("name")
    if not isinstance(name, str) or not name or len(name) > 40:
        raise GrammarError("forge.error.grammar.name", line=line("name"))
    return Rule(name, find, put, data.get("weight", 1), data.get("most"))


def _pattern(text: Any, kinds: frozenset[str], line: int, most: int = MOST_NODES) -> Pattern:
    if not isinstance(text, str):
        raise GrammarError("forge.error.grammar.graph", line=line, text=str(text)[:40])
    nodes: dict[str, frozenset[str]] = {}
    ways: dict[tuple[str, str], WayKind] = {}
    for chain in text.split(","):
        before, way = "", None
        for number, token in enumerate(_tokens(chain, line)):
            if number % 2:
                way = WAYS.get(token)
                if way is None:
                    raise GrammarError("forge.error.grammar.graph", line=line, text=chain.strip()[:40])
                continue
            name, _, kind = token.partition(":")
            if name in WAYS or (number and way is None) or name == before:
                raise GrammarError("forge.error.grammar.graph", line=line, text=chain.strip()[:40])
            wanted = frozenset(kind.split("/")) if kind else nodes.get(name, frozenset())
            if wanted - kinds:
                raise GrammarError("forge.error.grammar.kind", line=line, kind=min(wanted - kinds))
            nodes[name] = wanted
            if way is not None:
                ways[before, name] = way
            before, way = name, None
        if way is not None or not before:
            raise GrammarError("forge.error.grammar.graph", line=line, text=chain.strip()[:40])
    if len(nodes) > most:
        raise GrammarError("forge.error.grammar.large", line=line, count=len(nodes), most=most)
    return Pattern(nodes, ways)


def _tokens(chain: str, line: int) -> list[str]:
    found, place = [], 0
    while place < len(chain):
        match = _TOKEN.match(chain, place)
        if match is None:
            if not chain[place:].strip():
                break
            raise GrammarError("forge.error.grammar.graph", line=line, text=chain.strip()[:40])
        found.append(match[1])
        place = match.end()
    return found


def web_of(start: Pattern) -> Web:
    """Return the graph that a grammar begins with."""
    web = Web()
    numbers = {name: web.add(min(kinds)) for name, kinds in start.nodes.items()}
    for (a, b), way in start.ways.items():
        web.ways[numbers[a], numbers[b]] = Way(way)
    return web


def place_of(web: Web, pattern: Pattern, chance: Chance) -> dict[str, int] | None:
    """Return a random place of a graph where a pattern is found, as node numbers by name; None where there is none."""
    found: list[int] = []
    ways, below, plan = web.ways, chance.below, pattern.plan

    def find(depth: int) -> bool:
        if depth == len(plan):
            return True
        kinds, joins = plan[depth]
        nodes = [node for node, kind in web.kinds.items() if (not kinds or kind in kinds) and node not in found]
        while nodes:
            node = nodes.pop(below(len(nodes)))
            for other, leads_here, wanted in joins:
                way = ways.get((found[other], node) if leads_here else (node, found[other]))
                if way is None or way.kind != wanted:
                    break
            else:
                found.append(node)
                if find(depth + 1):
                    return True
                found.pop()
        return False

    return dict(zip(pattern.nodes, found, strict=True)) if find(0) else None


def applied(web: Web, rule: Rule, place: Mapping[str, int]) -> Web | None:
    """Return the graph after a rule was applied at a place; new locks get new keys.

    None where the rule would add a second way between two nodes.
    """
    after, numbers = web.copy(), dict(place)
    freed = [after.ways.pop((place[a], place[b])) for a, b in rule.find.ways]
    kept = [way.key for way in freed if way.kind == LOCK]
    for name in rule.find.nodes:
        if name not in rule.put.nodes:
            after.remove(place[name])
    keys: list[int] = []
    for name, kinds in rule.put.nodes.items():
        if name not in numbers:
            numbers[name] = after.add(min(kinds))
            if kinds == {KEY}:
                after.holds[numbers[name]] = after.keys
                keys.append(after.keys)
                after.keys += 1
        elif kinds:
            after.kinds[numbers[name]] = min(kinds)
    unused = [*kept, *keys]
    for (a, b), kind in rule.put.ways.items():
        if (numbers[a], numbers[b]) in after.ways or (numbers[b], numbers[a]) in after.ways:
            return None
        after.ways[numbers[a], numbers[b]] = Way(kind, unused.pop(0) if kind == LOCK else -1)
    return after
