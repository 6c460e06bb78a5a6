"""Settings: defaults, ranges, broken files, and a person's own comments."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from game.cabinets.stages import PRESENTATIONS
from game.ground.settings import (
    DEFAULT_KEYS,
    DEFAULT_PLAY_KEYS,
    EVERYWHERE,
    CommandName,
    PlayKey,
    Settings,
    SettingsError,
    load,
    save,
    system_language,
)
from game.ground.texts import LANGUAGES, Texts


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.toml"


def spoken(problem: SettingsError) -> list[str]:
    return [Texts(language).line(problem.key, problem.values) for language in LANGUAGES]


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_without_a_file_the_defaults_hold_and_nothing_is_written(path: Path) -> None:
    assert load(path) == (Settings(), None)
    assert not path.parent.exists()


def test_defaults_are_within_their_own_ranges() -> None:
    assert msgspec.convert(msgspec.to_builtins(Settings()), Settings) == Settings()
    for names, bindings in ((CommandName, DEFAULT_KEYS), (PlayKey, DEFAULT_PLAY_KEYS)):
        assert set(bindings) == set(names)
        keys = [key for keys in bindings.values() for key in keys]
        assert len(keys) == len(set(keys))
    leading_out = {key for command in EVERYWHERE for key in DEFAULT_KEYS[command]}
    assert not leading_out & {key for keys in DEFAULT_PLAY_KEYS.values() for key in keys}


def test_a_delay_is_that_of_the_game_unless_another_was_chosen(path: Path) -> None:
    written(path, "[delays]\nrug = 900\n[delays.chess]\nstep = 70\n")
    settings, problem = load(path)
    assert problem is None
    assert settings.delay("chess", "step", 200) == 70 and settings.delay("draughts", "step", 200) == 200
    assert settings.delay("marrakech", "rug", 400) == 900, "as older versions wrote it"
    settings.delays["marrakech.rug"] = 500
    del settings.delays["chess.step"]
    save(settings, path)
    assert load(path) == (settings, None)
    text = path.read_text(encoding="utf-8")
    assert "[delays.marrakech]" in text and "chess" not in text


def test_colours_are_read_by_the_name_they_had(path: Path) -> None:
    colours = ("#111111", "#222222", "#333333", "#444444")
    settings, problem = load(written(path, f"rug_colours = {list(colours)}\n"))
    assert problem is None and settings.seat_colours == colours
    save(settings, path)
    assert load(path) == (settings, None)


@pytest.mark.parametrize("game", sorted(PRESENTATIONS))
def test_every_delay_of_a_game_has_its_name(game: str) -> None:
    for name in PRESENTATIONS[game].delays:
        assert all(Texts(language).has(f"{game}.delay.{name}") for language in LANGUAGES)


def test_what_is_saved_is_loaded(path: Path) -> None:
    settings = Settings(language="ko", names=("수아", "Ben"), sounds={"step": "/tmp/a b.ogg"})
    settings.volume.music = 0
    settings.keys[CommandName.HINT] = ()
    settings.play_keys[PlayKey.SECOND_ACT] = ("right shift", "+")
    settings.delays["marrakech.assam_step"] = 5000
    save(settings, path)
    assert load(path) == (settings, None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fresh_file_explains_itself(path: Path, language: Literal["ko", "en"]) -> None:
    save(Settings(language=language), path)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert Texts(language).line("settings_file.comment.delays.about") in text


def test_comments_order_and_unknown_keys_survive(path: Path) -> None:
    mine = '# mine\nlater = 3\n[volume]\n# quiet at night\nmusic = 40 # soft\nfuture = "x"\n[keys]\ndance = ["d"]\n'
    written(path, mine)
    settings, problem = load(path)
    assert problem is None
    settings.volume.music = 10
    save(settings, path)
    text = path.read_text(encoding="utf-8")
    for line in ("# mine", "later = 3", "# quiet at night", "music = 10 # soft", 'future = "x"', 'dance = ["d"]'):
        assert line in text
    assert load(path) == (settings, None)


@pytest.mark.parametrize("found", ["", "no toml ["])
def test_a_window_that_was_begun_before_there_were_settings_undoes_none_of_another(path: Path, found: str) -> None:
    if found:
        written(path, found)
    mine, _ = load(path)
    written(path, 'language = "ko"\n[volume]\nmusic = 7\n[delays]\nthinking = 1234\n')  # what the other window chose
    mine.names = ("Mia",)
    save(mine, path)
    told, trouble = load(path)
    assert trouble is None and told.names == ("Mia",)
    assert (told.language, told.volume.music, told.delays["thinking"]) == ("ko", 7, 1234)


def test_an_own_sound_taken_away_leaves_the_file(path: Path) -> None:
    save(Settings(sounds={"step": "a.ogg", "coin": "b.ogg"}), path)
    save(Settings(sounds={"coin": "b.ogg"}), path)
    assert load(path)[0].sounds == {"coin": "b.ogg"}


@pytest.mark.parametrize(
    "text", ["volume = [", "a = 1\na = 2\n", "[x]\ny =\n", "\x00", "a = " + "[" * 5000], ids=range(5)
)
def test_no_toml_is_set_aside_whole(path: Path, text: str) -> None:
    written(path, text)
    settings, problem = load(path)
    assert settings == Settings()
    assert problem is not None and problem.key == "settings_file.no_toml"
    assert (path.parent / "settings.broken-1.toml").read_text(encoding="utf-8") == text
    assert all("settings.broken-1.toml" in line for line in spoken(problem))
    assert load(path) == (Settings(), None)


def test_the_sentence_names_the_line(path: Path) -> None:
    _, problem = load(written(path, 'language = "ko"\n\n[volume]\nmusic = 4 0\n'))
    assert problem is not None and problem.values["line"] == 4


def test_bytes_that_are_no_text_are_set_aside(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"\xff\xfe\x00language")
    settings, problem = load(path)
    assert settings == Settings() and problem is not None
    assert (path.parent / "settings.broken-1.toml").read_bytes() == b"\xff\xfe\x00language"


WRONG = """
language = "fr"
rug_colours = ["red", "#000000", "#111111", "#222222"]
names = 3
[display]
text_size = 300
fullscreen = true
[motion]
pace = "quick"
[volume]
master = 1.0
music = 7
[keys]
next = [5]
hint = ["x"]
[delays]
die = true
[sounds]
step = 4
coin = "mine.ogg"
"""


def test_good_values_of_a_wrong_file_are_kept(path: Path) -> None:
    settings, problem = load(written(path, WRONG))
    expected = Settings(sounds={"coin": "mine.ogg"})
    expected.display.fullscreen = True
    expected.volume.music = 7
    expected.keys[CommandName.HINT] = ("x",)
    assert settings == expected
    assert problem is not None
    named = ("language", "seat_colours", "names", "display.text_size", "motion.pace")
    for field in (*named, "volume.master", "keys.next", "delays.die", "sounds.step"):
        assert f"{field} = " in problem.values["fields"]
    assert all("text_size = 300 (100…150)" in line for line in spoken(problem))


def test_a_wrong_file_is_kept_and_complained_of_once(path: Path) -> None:
    settings, _ = load(written(path, WRONG))
    assert (path.parent / "settings.broken-1.toml").read_text(encoding="utf-8") == WRONG
    assert load(path) == (settings, None)
    load(written(path, WRONG))
    assert (path.parent / "settings.broken-2.toml").exists()


@pytest.mark.parametrize("text", ["volume = 3\n", "volume = []\nkeys = 'x'\nsounds = 1\n"])
def test_a_value_in_the_place_of_a_section(path: Path, text: str) -> None:
    settings, problem = load(written(path, text))
    assert settings == Settings() and problem is not None
    assert load(path) == (Settings(), None)


def test_a_file_that_may_not_be_read_stays(path: Path) -> None:
    path.mkdir(parents=True)
    settings, problem = load(path)
    assert settings == Settings()
    assert problem is not None and problem.key == "settings_file.unreadable"
    assert path.is_dir()


def test_a_full_disk_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(Settings(), path)
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SettingsError) as raised:
        save(Settings(language="en"), path)
    assert raised.value.values["reason"] == os.strerror(errno.ENOSPC)
    assert all(str(path) in line for line in spoken(raised.value))
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == [".settings.toml.lock", "settings.toml"]


@pytest.mark.parametrize(
    ("name", "language"),
    [("ko_KR.UTF-8", "ko"), ("ko", "ko"), ("en_GB", "en"), ("Korean_Korea.949", "ko"), ("C", "en"), ("", "en")],
)
def test_the_first_launch_speaks_the_systems_language(
    name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", name)
    monkeypatch.setattr("locale.getlocale", lambda: (None, None))
    assert system_language() == language
    assert Settings().resolved_language == language
    assert Settings(language="ko").resolved_language == "ko"


@pytest.mark.parametrize(("pace", "speed"), [("instant", 0), ("fast", 2), ("normal", 1), ("slow", 0.5)])
def test_pace_in_numbers(pace: str, speed: float) -> None:
    settings = msgspec.convert({"motion": {"pace": pace}}, Settings)
    assert settings.motion.speed == speed
