"""Reads and writes matches of stones on a square board as SGF, with variations, comments and setup stones.

Points are numbered `x + size * y` from the top left. No move is left out in silence: what cannot be read is refused
with its line, and what was done beyond the file's letter is noted. Source: the SGF specification, FF[4].
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from game.core.encodings import encoding_named
from game.core.errors import SpokenError
from game.core.given import TextError, text_of
from game.core.language.written import whole_number

PASS: Final = -1
MOST_BYTES: Final = 1 << 20
MOST_MOVES: Final = 2_000
"""Most moves on one line of the tree, passes included: five times the points of the largest board."""
_TOKEN: Final = re.compile(
    r"(?:(?P<name>[A-Za-z]++)\s*+)?+\[(?P<value>(?:\\.|[^\]\\])*+)(?P<closed>\]?)"
    r"|(?P<bracket>[()]++)|(?P<node>;)|(?P<bare>[A-Za-z]++)",
    re.DOTALL,
)
"""A property value with or without its name, a run of brackets, or the beginning of a node. Possessive quantifiers
prevent backtracking, so that each character is read at most twice."""
_PAIR: Final = re.compile("[A-Za-z]{2}")
_BEGIN: Final = re.compile(r"\(\s*;")
_ENCODING: Final = re.compile(rb"\bCA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
_GUESSED: Final = ("latin-1", "shift_jis", "big5", "gb18030", "euc_kr")
"""Encodings that a file without a known one is tried in, the standard's first."""
_SEVERAL_GAMES: Final = 19
"""Lines of a board on which other games are played as well, so that the number of the game decides."""
_TOLD: Final = ("PB", "PW", "BR", "WR", "EV", "RO", "PC", "DT", "RE", "RU", "GN", "AN", "SO", "US", "GC")
"""Properties of a match that are kept when a file is read: players, event, place, date, result, rules …"""


class FileError(SpokenError):
    """A file does not hold a readable match of the game."""


@dataclass(slots=True)
class Node:
    """A move in a tree of variations and the moves that may follow it; the root has no point."""

    point: int | None = None
    comment: str = ""
    following: list[Node] = field(default_factory=list)

    def main_line(self) -> tuple[int, ...]:
        """Return the points of the main line: the first variation at every branch."""
        points, node = list[int](), self
        while node.following:
            node = node.following[0]
            assert node.point is not None
            points.append(node.point)
        return tuple(points)

    def beside(self) -> int:
        """Return how many moves of the tree are not on the main line."""
        count, waiting = 0, [self]
        while waiting:
            following = waiting.pop().following
            count += len(following)
            waiting += following
        return count - len(self.main_line())

    def add_line(self, points: Iterable[int], comment: str = "") -> None:
        """Add these moves as a line of the tree; the comment goes to the first move that is new."""
        node, said = self, comment
        for point in points:
            child = node.after(point)
            if child is None:
                child, said = Node(point, said), ""
                node.following.append(child)
            node = child

    def after(self, point: int) -> Node | None:
        """Return the following node that plays at `point`, or None."""
        for child in self.following:
            if child.point == point:
                return child
        return None


class Path:
    """The nodes from the root to the current one while a file is read, with the points that hold stones."""

    def __init__(self, root: Node) -> None:
        self._nodes = [root]
        self._taken = set[int]()

    def __len__(self) -> int:
        return len(self._nodes)

    @property
    def last(self) -> Node:
        """The last node of the path."""
        return self._nodes[-1]

    def takes(self, point: int) -> bool:
        """Return whether a stone lies on a point."""
        return point in self._taken

    def append(self, node: Node) -> None:
        """Extend the path by a following node."""
        self._nodes.append(node)
        if node.point is not None and node.point != PASS:
            self._taken.add(node.point)

    def back(self, length: int) -> None:
        """Shorten the path to `length` nodes and lift their stones."""
        if length == len(self._nodes):
            return
        for node in self._nodes[length:]:
            if node.point is not None:
                self._taken.discard(node.point)
        del self._nodes[length:]


def line_of(points: Iterable[int]) -> Node:
    """Return a tree without branches that plays these points in turn."""
    root = Node()
    root.add_line(points)
    return root


@dataclass(frozen=True)
class Note:
    """What a reader did beyond the letter of a file: a text key and its values."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)


def left_out(root: Node) -> tuple[Note, ...]:
    """Return the note on the moves that are lost where the main line alone is kept; none if it is all there is."""
    count = root.beside()
    return (Note("stones.note.beside", {"count": count}),) if count else ()


@dataclass(frozen=True)
class Game:
    """A match that was read."""

    size: int
    root: Node
    about: Mapping[str, str] = field(default_factory=dict)
    """Players, event, result and others, by the name of the property."""
    notes: tuple[Note, ...] = ()


def read_file(data: bytes, game: int, sizes: Collection[int]) -> Game:
    """Return the match in the content of a file, in whatever encoding it is. Raises FileError with the line.

    The encoding is the one that `CA` names, else UTF-8. Where that does not fit, the first of a few is taken in which
    no move is lost, since the bytes of some hide a bracket.
    """
    if len(data) > MOST_BYTES:
        raise FileError("stones.long")
    named = _ENCODING.search(data)
    if named and (encoding := encoding_named(named[1].decode())):
        try:
            return read_sgf(data.decode(encoding), game, sizes)
        except UnicodeDecodeError:
            pass
    try:
        return read_sgf(text_of(data), game, sizes)
    except TextError:
        return _guessed(data, game, sizes)


def _guessed(data: bytes, game: int, sizes: Collection[int]) -> Game:
    """Read a file of an unknown encoding: by the first one in which its moves alternate, else by the standard's."""
    refused: FileError | None = None
    found: Game | None = None
    for encoding in _GUESSED:
        try:
            read = read_sgf(data.decode(encoding), game, sizes)
        except UnicodeDecodeError:
            continue
        except FileError as error:
            refused = refused or error
            continue
        if not any(note.key == "stones.note.passes" for note in read.notes):
            return read
        found = found or read
    if found is None:
        assert refused is not None, "every byte is a letter of latin-1"
        raise refused
    return found


def read_sgf(text: str, game: int, sizes: Collection[int]) -> Game:
    """Return the first match in a text. A file without a size has 15 lines. Raises FileError with the line.

    `game` is the number that GM should have; another one is noted, and refused on a board on which that game is played
    as well. Setup stones become moves, black and white by turns. Where a colour moves out of turn, a pass is added
    before its move. What stands before the first game is passed over, further games are noted.
    """
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise FileError("stones.long")
    begin = _BEGIN.search(text)
    if begin is None:
        raise FileError("stones.head", line=1)
    reader = _Reader(game, sizes)
    try:
        for token in _TOKEN.finditer(text, begin.start()):
            if not reader.take(token):
                break
        else:
            reader.finish()
    except FileError as error:
        error.values["line"] = text.count("\n", 0, token.start()) + 1
        raise
    return reader.game(more=_BEGIN.search(text, token.start()) is not None)


class _Reader:
    """Builds a tree token by token. Its errors lack the line number, which `read_sgf` adds."""

    def __init__(self, game: int, sizes: Collection[int]) -> None:
        self._size, self._root = 15, Node()
        self._number, self._sizes = game, sizes
        self._path = Path(self._root)
        self._branches: list[int] = []
        self._about: dict[str, str] = {}
        self._notes: list[Note] = []
        self._name = ""
        """The property that a further value without a name belongs to."""
        self._moved = False
        """Whether the current node has a move."""
        self._values: dict[str, list[str]] = {"AB": [], "AW": []}
        """Setup stones of the root that are no moves yet."""
        self._next = ""
        self._other_game = ""
        self._passes = 0
        self._points: dict[str, int] = {}
        """Points by the text that the file writes for them."""

    def game(self, *, more: bool) -> Game:
        """Return what was read; `more`: another game follows in the file."""
        if self._passes:
            self._notes.append(Note("stones.note.passes", {"count": self._passes}))
        if more:
            self._notes.append(Note("stones.note.games"))
        return Game(self._size, self._root, self._about, tuple(self._notes))

    def take(self, token: re.Match[str]) -> bool:
        """Take one token. Returns whether the tree continues after it. Raises FileError."""
        name, value, closed, brackets, node, bare = token.groups()
        if value is not None:
            if not closed:
                raise FileError("stones.open")
            self._name = _capitals(name) if name is not None else self._name
            self._property(self._name, value)
        elif brackets:
            return all(map(self._bracket, brackets))
        elif node:
            self._begin_node()
        elif _capitals(bare) in ("B", "W"):
            raise FileError("stones.no_point")
        return True

    def finish(self) -> None:
        """Take the setup of a file that ends after its first node. Raises FileError."""
        self._set_up()

    def _begin_node(self) -> None:
        self._set_up()
        self._moved, self._name = False, ""

    def _property(self, name: str, value: str) -> None:
        if name in ("B", "W"):
            self._set_up()
            if self._moved:
                raise FileError("stones.two_moves")
            self._moved = True
            self._move(name, self._point(value))
        elif name in ("AB", "AW", "AE"):
            if self._root.following or name == "AE":
                raise FileError("stones.setup", name=name)
            self._values[name].append(value)
        elif name == "PL" and not self._root.following:
            self._next = value.strip()[:1].upper()
        elif name == "C":
            self._path.last.comment = _plain(value)
        elif name == "GM" and value.strip() != str(self._number):
            self._other_game = value.strip()[:10]
        elif name == "SZ" and not self._root.following:
            self._size = _size(value.strip(), self._sizes)
        elif name in _TOLD and len(self._path) == 1 and value.strip():
            self._about[name] = " ".join(_plain(value).split())[:200]

    def _set_up(self) -> None:
        """Make moves of the setup stones, and judge the number of the game, once the root is complete."""
        if self._other_game:
            if self._size == _SEVERAL_GAMES:
                raise FileError("stones.game", number=self._number, found=self._other_game)
            self._notes.append(Note("stones.note.number", {"number": self._number, "found": self._other_game}))
            self._other_game = ""
        black, white = (
            [point for value in self._values[name] for point in self._points_of(value)] for name in ("AB", "AW")
        )
        self._values = {"AB": [], "AW": []}
        if black or white:
            self._notes.append(Note("stones.note.setup", {"count": len(black) + len(white)}))
        for number in range(max(len(black), len(white))):
            for name, points in (("B", black), ("W", white)):
                if number < len(points):
                    self._move(name, points[number])
        if self._next in ("B", "W") and (black or white) and (self._next == "B") != (len(self._path) % 2 == 1):
            self._pass()
        self._next = ""

    def _points_of(self, value: str) -> Iterator[int]:
        """Yield the point of a value, or each point of a rectangle such as `aa:cc`."""
        first, colon, last = value.strip().partition(":")
        if not colon:
            yield self._point(first)
            return
        one, other = self._point(first), self._point(last)
        (top, left), (bottom, right) = divmod(one, self._size), divmod(other, self._size)
        for y in range(min(top, bottom), max(top, bottom) + 1):
            for x in range(min(left, right), max(left, right) + 1):
                yield y * self._size + x

    def _point(self, value: str) -> int:
        point = self._points.get(value)
        if point is None:
            point = _point(value.strip(), self._size)
            if len(value) < 3:
                self._points[value] = point
        return point

    def _move(self, colour: str, point: int) -> None:
        if (colour == "B") == (len(self._path) % 2 == 0):
            self._pass()
        self._go_on(point)

    def _pass(self) -> None:
        """Add a pass that the file does not have."""
        last = self._path.last
        if not any(child.point == PASS for child in last.following):
            self._passes += 1
        self._go_on(PASS)

    def _bracket(self, sign: str) -> bool:
        """Take one bracket. Returns whether the tree continues after it."""
        if sign == "(":
            self._branches.append(len(self._path))
            return True
        self._set_up()
        self._path.back(self._branches.pop() if self._branches else 1)
        return bool(self._branches)

    def _go_on(self, point: int) -> None:
        """Add a move after the path's last node, or follow the existing child that plays there. Raises FileError."""
        path = self._path
        if path.takes(point):
            raise FileError("stones.taken")
        if len(path) > MOST_MOVES:
            raise FileError("stones.moves", most=MOST_MOVES)
        last = path.last
        node = last.after(point) if last.following else None
        if node is None:
            node = Node(point)
            last.following.append(node)
        path.append(node)


def _capitals(name: str) -> str:
    """Return a property's name without the small letters that old files write in it."""
    return name if name.isupper() else "".join(filter(str.isupper, name))


def _plain(value: str) -> str:
    """Return a text without its escapes."""
    return re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL) if "\\" in value else value


def write_sgf(root: Node, game: int, size: int, about: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a tree as one line of SGF.

    `about` are properties of the root: players (PB, PW), result (RE), rules (RU), …
    """
    told = "".join(f"{name}[{_escaped(value)}]" for name, value in about.items() if value)
    return f"(;FF[4]GM[{game}]CA[UTF-8]SZ[{size}]{told}{_comment(root)}{_following(root, size)})\n"


def _following(root: Node, size: int) -> str:
    """Return what comes after the root: a sequence of moves, and each variation in brackets where there are several."""
    parts: list[str] = []
    waiting: list[tuple[Node, int] | str] = [(root, -1)]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            parts.append(each)
            continue
        node, number = each
        if node is not root:
            parts.append(_written(node, size, number))
        for child in reversed(node.following):
            one = len(node.following) == 1
            waiting += [(child, number + 1)] if one else [")", (child, number + 1), "("]
    return "".join(parts)


def _written(node: Node, size: int, number: int) -> str:
    assert node.point is not None
    x, y = node.point % size, node.point // size
    place = "" if node.point == PASS else chr(ord("a") + x) + chr(ord("a") + y)
    return f";{'BW'[number % 2]}[{place}]{_comment(node)}"


def _comment(node: Node) -> str:
    return f"C[{_escaped(node.comment)}]" if node.comment else ""


def _escaped(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", text)


def _size(value: str, sizes: Collection[int]) -> int:
    wide, _, high = value.partition(":")
    size = whole_number(wide)
    if size is None or (high or wide) != wide or size not in sizes:
        raise FileError("stones.size", size=value[:10], sizes=", ".join(map(str, sizes)))
    return size


def _point(value: str, size: int) -> int:
    if value == "" or (value == "tt" and size < 20):
        return PASS
    x, y = (ord(letter) - ord("a") for letter in value.lower()) if _PAIR.fullmatch(value) else (-1, -1)
    if not (0 <= x < size and 0 <= y < size):
        raise FileError("stones.outside")
    return y * size + x
