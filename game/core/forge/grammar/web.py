"""A graph of tasks or rooms that a grammar rewrites, and checks that it can be played to the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

WayKind: TypeAlias = Literal["open", "locked", "oneway", "secret"]
OPEN: WayKind = "open"
LOCK: WayKind = "locked"
ONE_WAY: WayKind = "oneway"
SECRET: WayKind = "secret"
MOST_WAYS, MOST_BOTH_WAYS = 4, 3
"""Most ways of a node, and most of them in both directions, because a cell of the lattice has four sides."""
MOST_KEYS = 8
PRIZES = frozenset(("goal", "bonus"))
"""Kinds of nodes; a key is useless unless it is needed to reach one of these."""


class Way(NamedTuple):
    """An edge of the graph: its kind, and the number of the key that opens it (-1 for none)."""

    kind: WayKind = OPEN
    key: int = -1


@dataclass
class Web:
    """A graph: nodes by number, and ways between them, each in the direction in which it is first walked.

    A number is never used for a second node.
    """

    kinds: dict[int, str] = field(default_factory=dict)
    ways: dict[tuple[int, int], Way] = field(default_factory=dict)
    holds: dict[int, int] = field(default_factory=dict)
    """The number of the key that lies at each node that has one."""
    given: int = 0
    """How many node numbers were given out."""
    keys: int = 0

    def copy(self) -> Web:
        return Web(dict(self.kinds), dict(self.ways), dict(self.holds), self.given, self.keys)

    def add(self, kind: str) -> int:
        """Add a node. Returns its number."""
        self.kinds[self.given] = kind
        self.given += 1
        return self.given - 1

    def remove(self, node: int) -> None:
        """Remove a node and its ways."""
        del self.kinds[node]
        self.holds.pop(node, None)
        self.ways = {ends: way for ends, way in self.ways.items() if node not in ends}

    def of_kind(self, kinds: Iterable[str]) -> list[int]:
        wanted = set(kinds)
        return [node for node, kind in self.kinds.items() if kind in wanted]

    @property
    def first(self) -> int:
        """The entrance, which is the node with the lowest number."""
        return min(self.kinds)

    def beside(self) -> Mapping[int, list[tuple[int, Way]]]:
        """Return for each node the nodes that can be reached directly from it, each with the way that leads there."""
        found: dict[int, list[tuple[int, Way]]] = {node: [] for node in self.kinds}
        for (a, b), way in self.ways.items():
            found[a].append((b, way))
            if way.kind != ONE_WAY:
                found[b].append((a, way))
        return found

    def reached(self, without: int = -1, beside: Mapping[int, list[tuple[int, Way]]] | None = None) -> set[int]:
        """Return the nodes that can be reached with the keys found on the way,
        without ever taking the key `without`."""
        beside = self.beside() if beside is None else beside
        found, held, waiting = {self.first}, {-1}, [self.first]
        closed: dict[int, list[int]] = {}
        while waiting:
            node = waiting.pop()
            key = self.holds.get(node, without)
            if key != without:
                held.add(key)
                waiting += [other for other in closed.pop(key, []) if other not in found]
                found.update(waiting)
            for other, way in beside[node]:
                if other in found:
                    continue
                if way.key in held:
                    found.add(other)
                    waiting.append(other)
                else:
                    closed.setdefault(way.key, []).append(other)
        return found

    def is_sound(self) -> bool:
        """Return whether every node can be reached, every key lies before its lock and is needed,
        and no node has too many ways."""
        beside = self.beside()
        ends = dict.fromkeys(self.kinds, 0)
        both = dict(ends)
        for (a, b), way in self.ways.items():
            ends[a] += 1
            ends[b] += 1
            if way.kind != ONE_WAY:
                both[a] += 1
                both[b] += 1
        if max(ends.values()) > MOST_WAYS or max(both.values()) > MOST_BOTH_WAYS:
            return False
        if len(self.reached(-1, beside)) < len(self.kinds):
            return False
        prizes = set(self.of_kind(PRIZES))
        return all(prizes - self.reached(key, beside) for key in self.holds.values())

    def can_be_laid_out(self) -> bool:
        """Return whether the graph is sound and has a goal, few enough keys, and a spanning tree of two-way ways."""
        goals = self.of_kind(("goal",))
        return bool(goals) and self.keys <= MOST_KEYS and len(self.parents()) == len(self.kinds) and self.is_sound()

    def parents(self) -> Mapping[int, int]:
        """Return the parent of each node in a spanning tree of two-way ways; the first node is its own parent."""
        found, waiting = {self.first: self.first}, [self.first]
        after: dict[int, list[int]] = {node: [] for node in self.kinds}
        for (a, b), way in self.ways.items():
            if way.kind != ONE_WAY:
                after[a].append(b)
        while waiting:
            node = waiting.pop(0)
            for other in after[node]:
                if other not in found:
                    found[other] = node
                    waiting.append(other)
        return found
