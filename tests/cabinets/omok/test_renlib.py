"""RenLib's libraries: trees with comments, and files that are none."""

from __future__ import annotations

from random import Random

import pytest

from game.cabinets.omok.formats.files import read_sgf, write_tree
from game.cabinets.omok.formats.renlib import MOST_NODES, read_lib
from game.cabinets.omok.notation import read
from game.core.sgf import FileError, Node

HEAD = b"\xffRenLib\xff\x03\x04" + b"\xff" * 10


def place(word: str) -> int:
    (point,) = read(word, 15)
    return point // 15 * 16 + point % 15 + 1


def written(node: Node, *, last: bool = True) -> bytes:
    """A tree as RenLib writes it, without the root."""
    data = b""
    if node.point is not None:
        bits = (0 if last else 0x80) | (0 if node.following else 0x40) | (0x08 if node.comment else 0)
        data = bytes([node.point // 15 * 16 + node.point % 15 + 1, bits])
        if node.comment:
            text = node.comment.encode() + b"\0"
            data += text + b"\0" * (len(text) % 2)
    for number, child in enumerate(node.following, 1):
        data += written(child, last=number == len(node.following))
    return data


def tree(*lines: str) -> Node:
    root = Node()
    for line in lines:
        node = root
        for point in read(line, 15):
            known = next((child for child in node.following if child.point == point), None)
            if known is None:
                known = Node(point)
                node.following.append(known)
            node = known
    return root


def test_a_tree_with_comments_is_read_as_it_was_written() -> None:
    root = tree("h8 h9 i10 j11", "h8 h9 i10 g7", "h8 i9 j10", "h8 i9 g8 f8", "g7")
    root.following[0].comment = "가운데 첫 수"
    root.following[0].following[1].following[0].comment = "odd"
    library = read_lib(HEAD + written(root))
    assert library.root == root
    assert library.left_out == 0
    assert library.root.main_line() == read("h8 h9 i10 j11", 15)


@pytest.mark.parametrize("seed", range(20))
def test_random_trees(seed: int) -> None:
    chance = Random(seed)
    words = [f"{letter}{number}" for letter in "cdefg" for number in range(3, 8)]
    root = tree(*(" ".join(chance.sample(words, chance.randrange(1, 9))) for _ in range(chance.randrange(1, 12))))
    assert read_lib(HEAD + written(root)).root == root
    assert read_sgf(write_tree(root, 15)).points == root.main_line()


def test_what_extends_a_node_is_passed_over() -> None:
    text = b"A\0"
    data = bytes([place("h8"), 0x01, 0x00, 0x01]) + text + bytes([place("i9"), 0x40])
    assert read_lib(HEAD + data).root.main_line() == read("h8 i9", 15)


def test_variations_and_comments_go_into_an_sgf() -> None:
    root = tree("h8 h9", "h8 i9")
    root.following[0].comment = "a ] and \\"
    text = write_tree(root, 15)
    assert text == "(;FF[4]GM[4]CA[UTF-8]SZ[15];B[hh]C[a \\] and \\\\](;W[hg])(;W[ig]))\n"


def test_what_is_no_library_is_told() -> None:
    for data, key in (
        (b"", "omok.file.lib_head"),
        (HEAD[:-1], "omok.file.lib_head"),
        (b"\xffRenLib\xff\x04\x00" + b"\xff" * 10, "omok.file.lib_head"),
        (HEAD + b"\x78", "omok.file.lib_byte"),
        (HEAD + bytes([0xF8, 0x40]), "omok.file.lib_byte"),
        (HEAD + bytes([place("h8"), 0, place("h8"), 0x40]), "omok.file.lib_byte"),
        (HEAD + bytes([place("h8"), 0x48]) + b"never ending", "omok.file.lib_byte"),
    ):
        with pytest.raises(FileError) as error:
            read_lib(data)
        assert error.value.key == key


def test_broken_libraries_are_told_or_read() -> None:
    chance = Random(5)
    whole = HEAD + written(tree("h8 h9 i10 j11", "h8 i9 j10", "h8 i9 g8 f8"))
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(HEAD), len(data))] = chance.randrange(256)
        try:
            read_lib(bytes(data))
        except FileError as error:
            assert error.key.startswith("omok.file.lib")


def test_more_than_the_limit_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.cabinets.omok.formats.renlib.MOST_NODES", 5)
    library = read_lib(HEAD + written(tree("h8 h9 i10 j11 j12 j13 j14", "h8 h10")))
    assert MOST_NODES == 200_000
    assert library.left_out == 6
    assert len(library.root.main_line()) == 5
