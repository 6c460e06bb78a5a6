"""Options: numbers to choose among, texts, lists of names, and the files that belong to a match."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from game.cabinets.listed import CABINETS
from game.cabinets.marrakech.cabinet import MARRAKECH
from game.commands.listing import describe_cabinet
from game.commands.shared.seats import options_for
from game.conformance.walks import random_match
from game.core import attachments
from game.core.attachments import AttachmentError, attach, attach_from, attach_own, keep_beside
from game.core.bot.loading import BuiltinSpec
from game.core.bot.seats import bot_session
from game.core.errors import SpokenError
from game.core.match.match import Match
from game.core.options import MOST_NAMES, OptionError, describe, joined, names_in, own_digest, parse, read
from game.core.recording.replay import Playback, ReplayError, SeatRecord, begin_recording, read_replay
from game.core.tournament.matches import ChunkPlayer
from game.core.tournament.plan import Contestant, Plan, TournamentConfig
from tests.games.wordy import WORDY, Options, Wordy

WORDS = "조개 게 새우 고래\n".encode()


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Called, nothing is attached any more: as in another process. Each test begins so."""

    def nothing_attached() -> None:
        monkeypatch.setattr(attachments, "_attached", {})

    nothing_attached()
    return nothing_attached


def option(name: str) -> Any:
    return next(option for option in describe(Options) if option.name == name)


def test_numbers_to_choose_among_are_sorted_as_numbers() -> None:
    assert (option("size").kind, option("size").choices, option("size").default) == ("choice", (6, 8, 10), 8)
    assert parse(Options, {"size": "10"}).size == 10
    with pytest.raises(OptionError) as refused:
        parse(Options, {"size": "7"})
    assert refused.value.values == {"name": "size", "value": "7", "allowed": "6, 8, 10"}


def test_words_to_choose_among_stay_in_their_order() -> None:
    assert option("pace").choices == ("slow", "fast", "even")


@pytest.mark.parametrize(
    "kind",
    [
        Literal[6, "eight"],
        Literal[None, "one"],
        int,
        str,
        Annotated[int, msgspec.Meta(ge=1)],
        tuple[str, ...],
    ],
)
def test_what_cannot_be_shown_cannot_be_declared(kind: Any) -> None:
    default = 6 if kind == Literal[6, "eight"] else "one" if kind == Literal[None, "one"] else kind()
    declared = msgspec.defstruct("Declared", [("odd", kind, default)])
    with pytest.raises(TypeError, match="option 'odd': declare"):
        describe(declared)


def test_an_option_says_with_how_many_seats_it_matters() -> None:
    region, cover, *_ = describe(MARRAKECH.info.options)
    assert [region.matters(seats) for seats in (2, 3, 4)] == [True, False, False]
    assert cover.matters(2) and cover.matters(4)


def test_an_option_needs_a_default() -> None:
    with pytest.raises(TypeError):
        describe(msgspec.defstruct("Declared", [("odd", bool)]))


def test_a_text_is_bounded_and_may_be_refused_by_the_game() -> None:
    assert (option("opening").kind, option("opening").longest) == ("text", 12)
    assert option("opening").examples == ("h8 i9",)
    assert parse(Options, {"opening": "h8 i9 j10"}).opening == "h8 i9 j10"
    with pytest.raises(OptionError, match=r"option_value.*≤ 12"):
        parse(Options, {"opening": "h8 i9 j10 k11"})
    for refuse in (lambda: parse(Options, {"opening": "h8 h8"}), lambda: read(Options, {"opening": "h8 h8"})):
        with pytest.raises(OptionError) as refused:
            refuse()
        assert (refused.value.key, refused.value.values) == ("wordy.refuse.opening", {"word": "h8"})
    with pytest.raises(OptionError, match=r"options\.error\.invalid"):
        read(Options, {"opening": "x" * 13})


def test_names_are_written_in_one_way() -> None:
    assert (option("lists").kind, option("lists").choices) == ("names", ("sea", "fruit"))
    assert parse(Options, {"lists": " sea, fruit,sea"}).lists == "fruit,sea"
    own = "우리 반@0123456789abcdef"
    assert own_digest(own) == "0123456789abcdef"
    assert names_in(read(Options, {"lists": f"sea,{own}"}).lists) == ("sea", own)
    for wrong, key in (
        ("sea,fruit", "order"),
        ("sea,sea", "order"),
        ("mud", "option_value"),
        ("x@0123", "option_value"),
        ("../x@0123456789abcdef", "option_value"),
        (joined([f"n{number:02}@0123456789abcdef" for number in range(MOST_NAMES + 1)]), "too_many"),
    ):
        with pytest.raises(OptionError, match=key):
            read(Options, {"lists": wrong})


def test_a_file_stands_for_a_list_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "우리, 반.txt"
    path.write_bytes(WORDS)
    options = parse(Options, {"lists": "sea,ours"}, lambda text: attach_own(path) if text == "ours" else None)
    own = names_in(options.lists)[1]
    assert own.startswith("우리  반@") and attachments.attachment(own_digest(own) or "") == WORDS
    read(Options, {"lists": options.lists})
    with pytest.raises(AttachmentError, match="list_read"):
        attach_own(tmp_path / "none.txt")
    path.write_bytes(b"x" * (attachments.MOST_BYTES + 1))
    with pytest.raises(AttachmentError, match="list_size"):
        attach_own(path)


def owned() -> Options:
    return Options(lists=f"our class@{attach(WORDS)}")


def test_a_match_does_not_begin_without_its_lists(forget: Callable[[], None]) -> None:
    options = owned()
    assert random_match(WORDY, 2, 1, options).over
    forget()
    with pytest.raises(AttachmentError) as missing:
        Match(Wordy(), 2, options, 1)
    assert missing.value.values["name"] == "our class"


def record(path: Path, options: Options) -> None:
    writer = begin_recording(path, Wordy.info, 1, options, [SeatRecord("A"), SeatRecord("B")])
    match = random_match(WORDY, 2, 1, options)
    for step in match.steps:
        writer.append(step)
    writer.finish(match)


def test_lists_lie_beside_a_recording_and_are_found_there(tmp_path: Path, forget: Callable[[], None]) -> None:
    options = owned()
    record(tmp_path / "a.souk", options)
    forget()
    Playback(read_replay(tmp_path / "a.souk"), Wordy()).verify()
    forget()
    (kept,) = (tmp_path / "lists").iterdir()
    kept.write_bytes(WORDS + b"!")
    with pytest.raises(ReplayError) as missing:
        Playback(read_replay(tmp_path / "a.souk"), Wordy())
    assert (missing.value.key, missing.value.values["name"]) == ("replay.error.no_list", "our class")


def test_a_list_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    (tmp_path / "lists").write_bytes(b"")
    with pytest.raises(SpokenError, match="list_write"):
        keep_beside(tmp_path, owned())


def test_only_what_a_list_says_it_is_gets_attached(tmp_path: Path, forget: Callable[[], None]) -> None:
    options = owned()
    keep_beside(tmp_path, options)
    forget()
    attach_from(tmp_path, options)
    assert random_match(WORDY, 2, 1, options).over


def test_a_bots_process_has_the_lists_of_its_match(tmp_path: Path) -> None:
    match = Match(Wordy(), 2, owned(), 1, undo=False)
    bots = {seat: BuiltinSpec("reader") for seat in range(2)}
    session = bot_session(WORDY, match, bots, logs=tmp_path, inline=False)
    try:
        session.run()
    finally:
        session.close()
    assert session.troubles == []
    assert [move.action.amount for step in match.steps[2:] for move in step.moves] == [4] * 6


def test_a_worker_has_the_lists_of_its_tournament(forget: Callable[[], None]) -> None:
    options = owned()
    entry = Contestant("reader", BuiltinSpec("reader"))
    config = TournamentConfig(WORDY, options, (entry, entry), 2, 1, (), lists=attachments.attached(options))
    sent = pickle.dumps(ChunkPlayer(config))
    forget()
    done = pickle.loads(sent)((Plan(0, 1, (0, 1)),), 0)
    assert len(done.matches) == 1 and done.failures == ()


def test_a_program_is_told_of_every_kind_of_option() -> None:
    told = {option["name"]: option for option in describe_cabinet(WORDY)["options"]}
    assert told["size"] == {"name": "size", "type": "choice", "default": 8, "choices": [6, 8, 10]}
    assert told["opening"] == {"name": "opening", "type": "text", "default": "", "longest": 12}
    assert told["lists"] == {
        "name": "lists", "type": "names", "default": "", "choices": ["sea", "fruit"], "longest": 1024,
    }  # fmt: skip


def test_a_list_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(AttachmentError) as refusal:
        options_for(CABINETS["words"], [f"extra={tmp_path / 'mine.txt'}"])
    assert refusal.value.key == "options.error.list_read"
    with pytest.raises(OptionError):
        options_for(CABINETS["words"], ["extra=mine"])
