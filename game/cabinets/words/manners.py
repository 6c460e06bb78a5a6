"""Manners: what a word must leave to the next player. Strict manners demand a word that is itself allowed.

The allowed words are the largest set of unused words each of which leaves another word of the set: what remains when
words that leave nothing are crossed out again and again. Words that answer and ask for the same texts are counted
together. When a chain grows, only what depends on its used words is examined again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import TypeAlias

from game.cabinets.words.book import Book, book
from game.cabinets.words.state import RIDDLES, Options

Key: TypeAlias = tuple[str, int]
"""A text that is asked for, and the length that a word must have."""
Node: TypeAlias = tuple[tuple[str, ...], int]
"""What a player is given: the texts that are asked for, and the length that a word must have."""
Edge: TypeAlias = tuple[tuple[Key, ...], Node]
"""What a word answers, and what it gives to the next player."""
_PIECE = 4_000
"""Words that are examined between two frames."""


def _keys(node: Node) -> frozenset[Key]:
    """Return the keys of a node so that no word answers two of them: `aa` stands for `aaa` too."""
    texts, length = node
    return frozenset((text, length) for text in texts if not any(text[:-1] == other for other in texts))


class Graph:
    """All words of a book as edges between nodes, with the nodes crossed out that lead nowhere."""

    def __init__(self, rules: Book) -> None:
        self._rules = rules
        self._giving: defaultdict[Node, defaultdict[str, int]] = defaultdict(partial(defaultdict, int))
        """For each node: how many words lead to it, by the keys they answer."""
        self._keys: dict[str, tuple[Key, ...]] = {}
        self._ways: Counter[Key] = Counter()
        """For each key: how many words answer it and lead to a node that is not crossed out."""
        self._asking: defaultdict[Key, list[Node]] = defaultdict(list)
        """For each key: the nodes that ask for it."""
        self._loops: Counter[Node] = Counter()
        """For each node: how many words answer it and lead back to it."""
        self._crossed: set[Node] = set()
        self._building = self._build()

    def pieces(self) -> Iterator[None]:
        """Return an iterator that builds the rest of the graph; each step takes some milliseconds."""
        return self._building

    def _build(self) -> Iterator[None]:
        rules, words = self._rules, self._rules.lexicon.words
        nodes: dict[str, Node] = {}
        answering = Counter[str]()
        for begin in range(0, len(words), _PIECE):
            for number in range(begin, min(begin + _PIECE, len(words))):
                if not rules.counts(number):
                    continue
                word = words[number]
                length = str(len(word)) if rules.options.mode == "three" else ""
                start, end = (sign + length for sign in rules.ends(word))
                if start not in self._keys:
                    self._keys[start] = self.edge(word)[0]
                if end not in nodes:
                    nodes[end] = self.edge(word)[1]
                self._giving[nodes[end]][start] += 1
                answering[start] += 1
            yield
        for start, count in answering.items():
            for key in self._keys[start]:
                self._ways[key] += count
        for node, giving in self._giving.items():
            asked = _keys(node)
            for key in asked:
                self._asking[key].append(node)
            self._loops[node] = sum(n for start, n in giving.items() if not asked.isdisjoint(self._keys[start]))
        yield
        self._cross(self._giving, self._ways, self._crossed, Counter())

    def edge(self, word: str) -> Edge:
        """Return the edge of a word: the keys it answers and the node it leads to."""
        rules, length = self._rules, len(word) if self._rules.options.mode == "three" else 0
        texts = rules.keys_of(word)
        wanted = 5 - length if rules.options.alternate and length else length
        return tuple((text, length) for text in texts), (rules.asks(word), wanted)

    def allowed(self, word: str, used: Collection[str]) -> bool:
        """Return whether `word` leaves the next player an allowed word, once it is used as well."""
        for _ in self._building:
            pass
        ways: dict[Key, int] = {}
        crossed = set[Node]()
        gone: Counter[Edge] = Counter(map(self.edge, {*used, word}))
        for (keys, node), count in gone.items():
            if node not in self._crossed:
                for key in keys:
                    ways[key] = ways.get(key, self._ways[key]) - count
        touched = {other for key in ways if ways[key] <= 1 for other in self._asking[key]}
        self._cross(touched - self._crossed, ways, crossed, gone)
        node = self.edge(word)[1]
        return node not in self._crossed and node not in crossed and self._open(node, ways, gone)

    def _open(self, node: Node, ways: Mapping[Key, int], gone: Counter[Edge]) -> bool:
        """Return whether a word leads on from a node and, if it is the only one, does not lead back to it."""
        asked = _keys(node)
        found = sum(ways.get(key, self._ways[key]) for key in asked)
        if found != 1 or not self._loops[node]:
            return found > 0
        used = sum(count for (keys, end), count in gone.items() if end == node and not asked.isdisjoint(keys))
        return self._loops[node] == used

    def _cross(
        self, nodes: Iterable[Node], ways: dict[Key, int] | Counter[Key], crossed: set[Node], gone: Counter[Edge]
    ) -> None:
        """Cross out the nodes without a way on, and then the nodes that lose their last way by that."""
        queue = [node for node in nodes if not self._open(node, ways, gone)]
        crossed.update(queue)
        while queue:
            node = queue.pop()
            for start, count in self._giving[node].items() if node in self._giving else ():
                keys = self._keys[start]
                left = count - gone.get((keys, node), 0)
                for key in keys if left else ():
                    ways[key] = ways.get(key, self._ways[key]) - left
                    if ways[key] > 1:
                        continue
                    for other in self._asking[key]:
                        if other not in crossed and other not in self._crossed and not self._open(other, ways, gone):
                            crossed.add(other)
                            queue.append(other)


@lru_cache(maxsize=2)
def graph(options: Options) -> Graph:
    """Return the graph of a match with these options, before any word is said."""
    return Graph(book(options))


def prepared(options: Options) -> Iterator[None]:
    """Prepare, step by step, what the first turns of a match need and what takes long."""
    rules = book(options)
    yield
    if options.mode in ("front", "consonants"):
        rules.fitting("")
        yield
    if options.mode not in (*RIDDLES, "consonants"):
        rules.titles(options.rounds)
        yield
    if options.manner == "strict" and options.mode not in RIDDLES:
        yield from graph(options).pieces()


def polite(rules: Book, word: str, words: int, used: Collection[str]) -> bool:
    """Return whether manners allow `word` after `words` words in the chain; `used` may not be said again."""
    match rules.options.manner:
        case "strict":
            return graph(rules.options).allowed(word, used)
        case "off" if words:
            return True
    return rules.leaves(word, words, used)


def playable(rules: Book) -> bool:
    """Return whether any word of the chosen themes may begin a round, because another one can follow it.

    With strict manners this builds the graph of the match.
    """
    known = rules.lexicon
    counting = (word for word in rules.themed if (number := known.find(word)) is not None and rules.counts(number))
    return any(polite(rules, word, 0, ()) for word in counting)


def suggested(rules: Book, asked: tuple[str, ...], words: int, used: Collection[str]) -> Iterator[str]:
    """Yield the words that may be said after `words` others, the most ordinary first."""
    lexicon = rules.lexicon
    order = sorted(rules.candidates(asked, words), key=lambda number: lexicon.ranks[number] or 1 << 16)
    for word in map(lexicon.words.__getitem__, order):
        if word not in used and polite(rules, word, words, used):
            yield word
