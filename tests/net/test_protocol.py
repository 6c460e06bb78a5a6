"""docs/lan-protocol.md tells the truth, and what is written from it works; frames and texts on the wire."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgpack
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from game.ground.texts import Texts
from net.host.room.people import People
from net.limits import FRAME_TO_HOST, NAME, HostLimits
from net.messages import Ping, Say
from net.parts import DropReason
from net.wire import FrameReader, UnknownTypeError, WireError, clean, clean_name, client_message, host_message, pack
from tests.commands.command_line import ROOT
from tests.net.house import Peer, begin, house, plan_of


def test_a_spectator_written_from_the_document_watches_a_match(tmp_path: Path) -> None:
    with house(plan_of(tmp_path, password="양탄자")) as running:
        one, other = Peer(running.port), Peer(running.port)
        one.enter("Mia", password="양탄자")
        other.enter("Omar", password="양탄자")
        script = ROOT / "examples" / "lan" / "spectator.py"
        with subprocess.Popen(
            [sys.executable, str(script), f"127.0.0.1:{running.port}", "양탄자"],
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as watcher:
            one.until_room(lambda room: room.watching == 1)
            begin([one, other], one)
            one.play_first(one.to_move())
            other.play_first(other.to_move())
            one.close()
            end = other.play_to_the_end()
            out, _ = watcher.communicate(timeout=240)
        assert watcher.returncode == 0
        assert f"over: {end.hash}" in out
        assert "at the table: Mia, Omar" in out
        assert "took {'seat': 0" in out


def test_the_example_uses_sockets_and_msgpack_only() -> None:
    source = (ROOT / "examples" / "lan" / "spectator.py").read_text(encoding="utf-8")
    imported = {line.split()[1].split(".")[0] for line in source.splitlines() if line.startswith(("import ", "from "))}
    assert imported - set(sys.stdlib_module_names) == {"msgpack"}


def test_every_reason_has_a_sentence_that_says_what_to_do() -> None:
    for language in ("ko", "en"):
        words = Texts(language)
        for why in get_args(DropReason):
            line = words.line(f"net.dropped.{why}", here=1, there=2, game="x", about="play", seconds=60)
            assert line.endswith(".")


@given(st.lists(st.integers(0, 1000), max_size=20), st.data())
@settings(max_examples=60)
def test_frames_come_whole_however_they_are_cut(stamps: list[int], data: st.DataObject) -> None:
    sent = b"".join(pack(Ping(stamp)) for stamp in stamps)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(sent)), max_size=10)))
    reader = FrameReader(FRAME_TO_HOST)
    parts = [sent[a:b] for a, b in zip([0, *cuts], [*cuts, len(sent)], strict=True)]
    read = [client_message(body) for part in parts for body in reader.feed(part)]
    assert read == [Ping(stamp) for stamp in stamps]
    assert not reader.partial


def test_a_frame_of_four_gigabytes_is_refused_by_its_length() -> None:
    with pytest.raises(WireError, match="too_long"):
        list(FrameReader(FRAME_TO_HOST).feed(b"\xff\xff\xff\xff"))


@given(st.binary(max_size=200))
@settings(max_examples=200)
def test_junk_is_a_message_or_a_wire_error(body: bytes) -> None:
    for read in (client_message, host_message):
        try:
            read(body)
        except WireError as error:
            assert error.why == "malformed"


def test_a_message_is_a_map_that_any_msgpack_reads() -> None:
    assert msgpack.unpackb(pack(Say("hello"))[4:]) == {"type": "say", "text": "hello"}
    assert client_message(msgpack.packb({"type": "say", "text": "hello", "later": 1})) == Say("hello")


def test_a_message_of_a_later_type_may_be_passed_over_and_a_broken_one_not() -> None:
    with pytest.raises(UnknownTypeError):
        host_message(msgpack.packb({"type": "sang", "song": [1, 2]}))
    for broken in ({"type": "pong"}, {"type": 7}, {"stamp": 1}, ["pong"]):
        with pytest.raises(WireError) as caught:
            host_message(msgpack.packb(broken))
        assert not isinstance(caught.value, UnknownTypeError)


@given(st.text())
@example("e\x07\u0301")
def test_a_cleaned_text_is_clean(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert clean(text).isprintable()


@given(st.text())
@example("\ufb2c" * NAME)
@example("a" * (NAME - 1) + " b")
def test_a_cleaned_name_is_short_enough_for_everybody(text: str) -> None:
    assert len(clean_name(text)) <= NAME
    assert clean_name(text) == clean(clean_name(text))


def test_the_second_player_1_is_player_2() -> None:
    people = People()
    for name in ("Player 1", "Player 1", "Mia", "Player 1", "Mia", "플레이어 1", "플레이어 1"):
        people.add(name, b"", HostLimits())
    shown = [person.name for person in people]
    assert shown == ["Player 1", "Player 2", "Mia", "Player 3", "Mia 2", "플레이어 1", "플레이어 2"]


def test_emoji_that_are_joined_are_one_in_a_name_and_whole_in_chat() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert clean_name(f"{family} Kim") == "\U0001f468 Kim"
    assert clean(f"{family}!", joined=True) == f"{family}!"
    assert clean("a\u200db \u200d", joined=True) == "ab", "a joiner hides nowhere else"


@given(
    st.lists(
        st.sampled_from(
            [
                "a" * (NAME - 3) + " b",
                "9" * (NAME - 3) + " 99",
                "a " + "9" * (NAME - 2),
                "a" * NAME,
                "\ufb2c" * NAME,
                "?",
            ]
        ),
        max_size=12,
    )
)
def test_names_that_were_made_different_are_clean(names: list[str]) -> None:
    people = People()
    for name in names:
        people.add(clean_name(name), b"", HostLimits())
    shown = [person.name for person in people]
    assert len(set(shown)) == len(shown)
    assert [clean_name(name) for name in shown] == shown
