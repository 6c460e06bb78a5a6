"""Sounds: every one is there and playable; what is missing is silence and a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.cabinets.stages import PRESENTATIONS
from game.core.errors import SpokenError
from game.engine.audio import FADE, Audio, Mood, Sound
from game.ground import paths
from game.ground.settings import Settings
from game.ground.texts import LANGUAGES, Texts


@pytest.fixture(autouse=True)
def device(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("SOUK_HOME", str(tmp_path))
    yield
    pygame.mixer.quit()


def spoken(problems: list[SpokenError]) -> list[str]:
    return [Texts(language).line(problem.key, problem.values) for problem in problems for language in LANGUAGES]


def test_every_sound_has_its_file_its_name_and_plays() -> None:
    audio = Audio(Settings())
    for sound in Sound:
        audio.play(sound)
        for language in LANGUAGES:
            assert Texts(language).has(f"settings.sound.{sound}")
    audio.follow(Mood.WAITING, 0.0)
    assert audio.problems() == [] and pygame.mixer.music.get_busy()
    files = {file.stem for file in (paths.assets() / "sounds").glob("*.ogg")}
    declared = {sound for presentation in PRESENTATIONS.values() for sound in presentation.sounds}
    assert files == {*Sound, *declared, *Mood}


def test_every_sound_of_a_game_has_its_name_and_plays() -> None:
    audio = Audio(Settings())
    for game, presentation in PRESENTATIONS.items():
        for sound in presentation.sounds:
            audio.play(sound)
            assert all(Texts(language).has(f"{game}.sound.{sound}") for language in LANGUAGES)
    assert audio.problems() == []


def test_sounds_are_short_and_neither_silent_nor_cut() -> None:
    Audio(Settings())
    for sound in sorted({*Sound, *(sound for shown in PRESENTATIONS.values() for sound in shown.sounds)}):
        loaded = pygame.mixer.Sound(paths.assets() / "sounds" / f"{sound}.ogg")
        assert 0.1 < loaded.get_length() < 2.5, sound
        samples = memoryview(loaded.get_raw()).cast("h")
        loudest = max(max(samples), -min(samples))
        assert 8_000 < loudest < 32_000, sound
        assert abs(samples[-1]) < 1_500, sound


def test_a_name_that_is_no_sound_is_a_mistake_of_the_caller() -> None:
    for audible in (True, False):
        with pytest.raises(ValueError, match="gong"):
            Audio(Settings(), audible).play("gong")


def test_without_a_device_it_is_silent_and_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    audio = Audio(Settings())
    assert audio.silent
    for sound in Sound:
        audio.play(sound)
    audio.follow(Mood.WAITING, 0.0)
    audio.apply(Settings())
    problems = audio.problems()
    assert [problem.key for problem in problems] == ["audio.no_device"]
    assert all(spoken(problems)) and audio.problems() == []
    audio.close()


def test_volumes_apply_at_once() -> None:
    settings = Settings()
    audio = Audio(settings)
    audio.play(Sound.CLICK)
    audio.follow(Mood.WAITING, 0.0)
    loaded = audio.loaded[Sound.CLICK]
    assert loaded is not None
    before = loaded.get_volume()
    settings.volume.master = 40
    settings.volume.music = 0
    audio.apply(settings)
    assert loaded.get_volume() == pytest.approx(before / 4, abs=0.02)
    assert pygame.mixer.music.get_volume() == 0


def test_muted_effects_play_nothing() -> None:
    settings = Settings()
    settings.volume.effects = 0
    audio = Audio(settings)
    audio.play(Sound.WIN)
    assert not pygame.mixer.get_busy()


def test_an_own_file_is_played_in_place_of_ours(tmp_path: Path) -> None:
    own = tmp_path / "own.ogg"
    own.write_bytes((paths.assets() / "sounds" / "win.ogg").read_bytes())
    audio = Audio(Settings(sounds={"click": str(own)}))
    audio.play(Sound.CLICK)
    loaded = audio.loaded[Sound.CLICK]
    assert loaded is not None and loaded.get_length() > 1.5
    assert audio.problems() == []


def test_an_own_file_may_lie_beside_the_settings() -> None:
    paths.config().mkdir(parents=True)
    (paths.config() / "own.ogg").write_bytes((paths.assets() / "sounds" / "win.ogg").read_bytes())
    audio = Audio(Settings(sounds={"click": "own.ogg"}))
    audio.play(Sound.CLICK)
    assert audio.problems() == []


@pytest.mark.parametrize("content", [None, b"", b"no sound at all" * 50])
def test_a_broken_own_file_gives_way_to_ours_with_a_sentence(tmp_path: Path, content: bytes | None) -> None:
    own = tmp_path / "own.ogg"
    if content is not None:
        own.write_bytes(content)
    audio = Audio(Settings(sounds={"click": str(own)}))
    audio.play(Sound.CLICK)
    audio.play(Sound.CLICK)
    assert audio.loaded[Sound.CLICK] is not None
    problems = audio.problems()
    assert [problem.key for problem in problems] == ["audio.broken_own_sound"]
    assert all(str(own) in line for line in spoken(problems))


def test_other_own_files_are_taken_over_while_it_runs(tmp_path: Path) -> None:
    audio = Audio(Settings(sounds={"click": str(tmp_path / "missing.ogg")}))
    audio.play(Sound.CLICK)
    assert len(audio.problems()) == 1
    audio.apply(Settings())
    audio.play(Sound.CLICK)
    assert audio.problems() == []


def test_a_sound_that_does_not_exist_in_the_settings_is_named() -> None:
    problems = Audio(Settings(sounds={"gong": "a.ogg"})).problems()
    assert [problem.key for problem in problems] == ["audio.unknown_sound"]
    assert all("gong" in line for line in spoken(problems))


def test_missing_files_of_ours_are_silence_and_a_sentence(tmp_path: Path) -> None:
    audio = Audio(Settings(), folder=tmp_path)
    audio.play(Sound.STEP)
    audio.play(Sound.STEP)
    audio.follow(Mood.WAITING, 0.0)
    assert [problem.key for problem in audio.problems()] == ["audio.broken_sound"] * 2


class Played:
    """The mixer's music, with what it was told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.loops: list[str] = []
        self.volume = 0.0
        monkeypatch.setattr(pygame.mixer.music, "load", lambda file: self.loops.append(Path(file).stem))
        monkeypatch.setattr(pygame.mixer.music, "play", lambda loops: None)
        monkeypatch.setattr(pygame.mixer.music, "set_volume", self._set)

    def _set(self, volume: float) -> None:
        self.volume = volume


def test_one_loop_fades_out_before_another_fades_in(monkeypatch: pytest.MonkeyPatch) -> None:
    audio, played = Audio(Settings()), Played(monkeypatch)
    audio.follow(Mood.WAITING, 0.0)
    assert played.loops == ["music"] and played.volume == 0
    audio.follow(Mood.WAITING, FADE)
    loud = played.volume
    assert 0 < loud < 0.2, "music is quiet unless somebody makes it louder"
    audio.follow(Mood.PLAYING, FADE / 2)
    assert played.loops == ["music"] and played.volume == pytest.approx(loud / 2)
    audio.follow(Mood.PLAYING, FADE / 2)
    audio.follow(Mood.PLAYING, 0.0)
    assert played.loops == ["music", "music_playing"] and played.volume == 0
    audio.follow(Mood.PLAYING, FADE)
    assert played.volume == pytest.approx(loud)


def test_a_drum_beats_over_the_music_of_the_match_in_its_last_seconds() -> None:
    audio = Audio(Settings())
    audio.follow(Mood.PLAYING, 0.0)
    drum = pygame.mixer.Channel(0)
    assert not drum.get_busy()
    audio.follow(Mood.LAST, FADE)
    audio.follow(Mood.LAST, FADE)
    assert drum.get_busy() and pygame.mixer.music.get_busy() and audio.problems() == []
    quiet = Settings()
    quiet.volume.music = 0
    audio.apply(quiet)
    assert pygame.mixer.music.get_volume() == 0 and drum.get_sound().get_volume() == 0


def test_volumes_may_change_after_the_device_is_released() -> None:
    audio = Audio(Settings())
    audio.play(Sound.CLICK)
    audio.follow(Mood.LAST, FADE)
    audio.close()
    audio.apply(Settings())


def test_effects_leave_the_channel_of_the_drum_alone() -> None:
    audio = Audio(Settings())
    for _ in range(40):
        audio.play(Sound.WIN)
    assert not pygame.mixer.Channel(0).get_busy()


def test_music_is_small() -> None:
    sizes = [(paths.assets() / "sounds" / f"{mood}.ogg").stat().st_size for mood in Mood]
    assert sum(sizes) < 800_000
