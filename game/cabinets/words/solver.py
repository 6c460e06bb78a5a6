"""Computes which player wins a chain between two: syllables are labelled backwards from the dead ends.

A *node* is what the next player is given: a syllable with its forms. An edge is a pair of first and last syllable that
some unused word has. A node is lost if every edge leads to a won node (or there is none), won if an edge leads to a
lost node, else open. This is exact although words are used up: depths fall strictly along a winning line, so no node
comes twice; a word leads to the same node from every node where it can be said, so a needed word cannot have been said
on the way; and a lost node can only lose edges.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple


class Label(NamedTuple):
    """What is known of a node: whether its player wins, and after how many words at the latest."""

    wins: bool
    depth: int


class Solver:
    """The labels of all nodes of one chain, updated as words are used.

    `forms` returns what may be said for a syllable. With `careful`, words that leave the next player no word are
    forbidden.
    """

    def __init__(
        self, words: Iterable[tuple[str, str]], forms: Callable[[str], Sequence[str]], *, careful: bool
    ) -> None:
        self._careful = careful
        self._counts: dict[str, dict[str, int]] = {}
        for first, last in words:
            lasts = self._counts.setdefault(first, {})
            lasts[last] = lasts.get(last, 0) + 1
        firsts = set(self._counts)
        nodes = firsts | {last for lasts in self._counts.values() for last in lasts}
        self._forms = {node: tuple(form for form in forms(node) if form in firsts) for node in nodes}
        self._givers: dict[str, list[str]] = {}
        for node, those in self._forms.items():
            for form in those:
                self._givers.setdefault(form, []).append(node)
        self._reached: dict[str, list[str]] = {node: [] for node in nodes}
        """For each node: the nodes from which it can be given while no pair is used up."""
        for node in self._forms:
            for last in self._lasts(node):
                self._reached[last].append(node)
        self._thinned = set[str]()
        """The nodes whose number of pairs leading to them has shrunk because a pair was used up."""
        self._labels: dict[str, Label] | None = None

    def copy(self) -> Solver:
        """Return an independent copy; what never changes is shared."""
        other = object.__new__(Solver)
        other._careful, other._forms, other._givers = self._careful, self._forms, self._givers
        other._reached, other._thinned = self._reached, set(self._thinned)
        other._counts = {first: dict(lasts) for first, lasts in self._counts.items()}
        other._labels = self._labels
        return other

    @property
    def labels(self) -> Mapping[str, Label]:
        """The labels of all nodes that are not open."""
        if self._labels is None:
            self._labels = self._labelled()
        return self._labels

    def label(self, node: str) -> Label | None:
        """Return the label of a node; None if it is open. A syllable that no word begins or ends with is lost."""
        return self.labels.get(node) if node in self._forms else Label(False, 0)

    def follows(self, node: str) -> int:
        """Return how many unused words follow a node, forbidden words too."""
        return sum(sum(self._counts[form].values()) for form in self._forms.get(node, ()))

    def use(self, first: str, last: str) -> None:
        """Mark a word with these ends as said."""
        lasts = self._counts[first]
        lasts[last] -= 1
        if lasts[last]:
            return
        del lasts[last]
        self._thinned.add(last)
        if self._labels is not None and self._changes(first, last):
            self._labels = None

    def back(self, first: str, last: str) -> None:
        """Mark a word with these ends as unused again."""
        lasts = self._counts[first]
        lasts[last] = lasts.get(last, 0) + 1
        if lasts[last] == 1:
            self._labels = None

    def edges(self, node: str) -> set[str]:
        """Return the nodes that may be given to the next player."""
        lasts = self._lasts(node)
        return set(filter(self._alive, lasts) if self._careful else lasts)

    def _lasts(self, node: str) -> Collection[str]:
        gives = [self._counts[form] for form in self._forms.get(node, ())]
        return gives[0] if len(gives) == 1 else set().union(*gives)

    def _alive(self, node: str) -> bool:
        return any(self._counts[form] for form in self._forms.get(node, ()))

    def _changes(self, first: str, last: str) -> bool:
        """Return whether labels may change now that no unused word leads from `first` to `last`."""
        if not self._counts[first]:
            return True
        labels = self._labels or {}
        for node in self._givers.get(first, ()):
            label = labels.get(node)
            if label is not None and not label.wins:
                continue
            others = [labels.get(other) for other in self.edges(node)]
            if label is None and all(other is not None and other.wins for other in others):
                return True
            gone = labels.get(last)
            if label is not None and gone is not None and not gone.wins and gone.depth == label.depth - 1:
                return True
        return False

    def _labelled(self) -> dict[str, Label]:
        """Return the labels, computed backwards from the nodes without an edge, the nearest first."""
        alive = {node: self._alive(node) for node in self._forms} if self._careful else None
        left: dict[str, int] = {}
        found: dict[str, Label] = {}
        queue: deque[str] = deque()
        for node in self._forms:
            lasts = self._lasts(node)
            left[node] = len(lasts) if alive is None else sum(map(alive.__getitem__, lasts))
            if not left[node]:
                found[node] = Label(False, 0)
                queue.append(node)
        while queue:
            node = queue.popleft()
            label = found[node]
            for giver in self._reached[node] if alive is None or alive[node] else ():
                if giver in found or (node in self._thinned and node not in self._lasts(giver)):
                    continue
                left[giver] -= 1
                if not label.wins or not left[giver]:
                    found[giver] = Label(not label.wins, label.depth + 1)
                    queue.append(giver)
        return found
