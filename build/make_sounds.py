"""Make the sounds of the games and the music: python build/make_sounds.py [--uisfx FOLDER]

Game sounds are synthesised: short, woody, warm. Those of the interface are copied as they are from an unpacked
npm package uisfx (CC0), when its folder is given. Needs numpy and soundfile (the extra `assets`).
"""

from __future__ import annotations

import argparse
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import music
import numpy as np
import soundfile
import synth
from synth import RATE, Wave

SOUNDS = Path(__file__).resolve().parent.parent / "assets" / "sounds"

MUSIC = {"music": music.music, "music_playing": music.playing, "music_last": music.last}

INTERFACE = {
    "hover": "studio/hover",
    "click": "studio/press",
    "back": "studio/back",
    "toggle": "studio/toggle-on",
    "open": "studio/open",
    "page": "studio/swipe",
    "notice": "studio/notification",
    "refuse": "studio/blocked",
}
"""Name of an interface sound → its file in the package uisfx."""

D3, A3, D4, EB4, FS4, G4, A4, D5 = 146.83, 220.0, 293.66, 311.13, 369.99, 392.0, 440.0, 587.33


def dice_roll() -> Wave:
    """Sound of a die shaken in a wooden cup, then thrown."""
    choice = random.Random(3)
    moment, parts = 0.0, []
    for number in range(13):
        parts.append((moment, 0.45 + 0.5 * choice.random(), synth.knock(choice.uniform(620, 1150), number)))
        moment += choice.uniform(0.035, 0.075)
    return synth.in_room(synth.mixed(0.9, parts), 0.12, 1, 0.25)


def dice_land() -> Wave:
    """Sound of a die that falls on the table and comes to rest."""
    parts = [
        (0.0, 1.0, synth.knock(430, 1, 0.05)),
        (0.085, 0.55, synth.knock(610, 2)),
        (0.145, 0.35, synth.knock(540, 3)),
        (0.185, 0.2, synth.knock(580, 4)),
    ]
    return synth.in_room(synth.mixed(0.45, parts), 0.12, 2, 0.25)


def step() -> Wave:
    """Sound of a wooden foot on tiles, softened by a carpet."""
    soft = synth.band(synth.noise(0.2, 7), 120, 700) * synth.decay(0.2, 0.03)
    parts = [(0.0, 1.0, synth.knock(235, 1, 0.045)), (0.0, 0.5, soft), (0.012, 0.25, synth.knock(520, 2))]
    return synth.mixed(0.22, parts)


def turn() -> Wave:
    """Sound of a wooden foot that turns on the spot."""
    scrape = synth.band(synth.noise(0.2, 9), 300, 1300) * np.hanning(round(0.2 * RATE))
    parts = [(0.0, 0.35, scrape), (0.1, 0.8, synth.knock(330, 1, 0.04))]
    return synth.mixed(0.32, parts)


def coin() -> Wave:
    """Sound of one coin put down on another."""
    parts = [(0.0, 1.0, synth.coin(1720, 1)), (0.055, 0.45, synth.coin(1880, 2))]
    return synth.in_room(synth.mixed(0.55, parts), 0.08, 3, 0.25)


def purse() -> Wave:
    """Sound of a handful of coins poured out of a leather purse."""
    choice = random.Random(11)
    parts = [
        (0.02 + 0.045 * number + choice.uniform(0, 0.02), choice.uniform(0.4, 0.9), synth.coin(pitch, number))
        for number, pitch in enumerate(choice.uniform(1500, 2300) for _ in range(9))
    ]
    thud = synth.band(synth.noise(0.3, 5), 80, 420) * synth.decay(0.3, 0.05)
    return synth.in_room(synth.mixed(0.85, [*parts, (0.4, 1.4, thud)]), 0.08, 4, 0.25)


def rug() -> Wave:
    """Sound of a wool rug that unrolls over tiles and falls flat."""
    seconds = 0.62
    moment = synth.times(seconds)
    wool = synth.noise(seconds, 21)
    low, high = synth.band(wool, 180, 600), synth.band(wool, 700, 2400)
    share = np.clip(moment / 0.4, 0, 1)
    swell = np.sin(np.pi * np.clip(moment / 0.45, 0, 1)) ** 1.5
    rolls = 0.75 + 0.25 * np.sin(2 * np.pi * 14 * moment * (1 - 0.4 * share))
    swoosh = (low * (1 - share) * 1.6 + high * share * 0.8) * swell * rolls
    flat = synth.band(synth.noise(0.25, 22), 70, 380) * synth.decay(0.25, 0.045)
    return synth.mixed(seconds, [(0.0, 1.0, swoosh), (0.38, 1.6, flat)])


def your_turn() -> Wave:
    """Sound for the start of a person's turn: two wooden bars, rising."""
    parts = [(0.0, 0.8, synth.marimba(D4)), (0.13, 1.0, synth.marimba(A4))]
    return synth.in_room(synth.mixed(1.1, parts), 0.2, 5)


def eliminated() -> Wave:
    """Sound for an eliminated seat: three falling notes and a drum."""
    parts = [
        (0.0, 0.8, synth.oud(A3)),
        (0.2, 0.8, synth.oud(EB4 / 2)),
        (0.42, 1.0, synth.oud(D3 / 2, 2.0)),
        (0.42, 0.9, synth.skin(82, 6, 0.3)),
    ]
    return synth.in_room(synth.mixed(1.6, parts), 0.2, 6)


def hop() -> Wave:
    """Sound of ten slimes that leave the ground and land on it."""
    seconds = 0.34
    choice = random.Random(13)
    parts = []
    for number in range(5):
        moment = synth.times(0.12)
        pitch = choice.uniform(150, 210) * (1 + 1.3 * moment / 0.12)
        blip = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * synth.decay(0.12, 0.035, 0.006)
        parts.append((0.012 * number, choice.uniform(0.3, 0.6), blip))
    pat = synth.band(synth.noise(0.12, 14), 120, 600) * synth.decay(0.12, 0.02)
    return synth.mixed(seconds, [*parts, (0.17, 0.5, pat)])


def splat() -> Wave:
    """Sound of a slime that bursts: a wet slap, then falling drops."""
    choice = random.Random(17)
    wet = synth.band(synth.noise(0.4, 18), 250, 1900) * synth.decay(0.4, 0.05, 0.004)
    moment = synth.times(0.3)
    plop = np.sin(2 * np.pi * np.cumsum(330 * np.exp(-moment / 0.05) + 85) / RATE) * synth.decay(0.3, 0.07, 0.003)
    parts = [(0.0, 1.1, wet), (0.0, 0.9, plop)]
    for number in range(5):
        drop_moment = synth.times(0.09)
        pitch = choice.uniform(520, 900) * (1 + 0.8 * drop_moment / 0.09)
        drop = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * synth.decay(0.09, 0.02, 0.004)
        parts.append((0.11 + 0.05 * number + choice.uniform(0, 0.02), 0.16, drop))
    return synth.in_room(synth.mixed(0.6, parts), 0.1, 8, 0.25)


def grow() -> Wave:
    """Sound of a flood of land: swelling water with rising bubbles."""
    seconds = 0.95
    choice = random.Random(19)
    moment = synth.times(seconds)
    swell = np.sin(np.pi * np.clip(moment / 0.8, 0, 1)) ** 1.3
    water = synth.band(synth.noise(seconds, 20), 160, 900) * swell * (0.8 + 0.2 * np.sin(2 * np.pi * 11 * moment))
    parts = [(0.0, 0.8, water)]
    for number in range(9):
        bubble_moment = synth.times(0.11)
        pitch = (260 + 55 * number) * choice.uniform(0.94, 1.06) * (1 + 0.9 * bubble_moment / 0.11)
        bubble = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * synth.decay(0.11, 0.035, 0.008)
        parts.append((0.06 + 0.075 * number, 0.34, bubble))
    return synth.in_room(synth.mixed(seconds, parts), 0.14, 9, 0.3)


def brush() -> Wave:
    """Sound of a wet brush put down on paper and drawn along."""
    seconds = 0.42
    moment = synth.times(seconds)
    bristles = synth.noise(seconds, 41)
    swell = np.sin(np.pi * np.clip(moment / seconds, 0, 1)) ** 0.8
    grain = 0.8 + 0.2 * np.sin(2 * np.pi * 23 * moment)
    stroke = synth.band(bristles, 900, 3800) * swell * grain
    tap = synth.band(synth.noise(0.06, 42), 200, 900) * synth.decay(0.06, 0.012)
    return synth.mixed(seconds, [(0.0, 0.7, tap), (0.02, 1.0, stroke)])


def count() -> Wave:
    """Sound of the countdown to a vote: three, two, one on wood, then all hands."""
    parts = [(0.52 * number, 0.7, synth.knock(520, number, 0.05)) for number in range(3)]
    hands = synth.band(synth.noise(0.2, 44), 300, 2600) * synth.decay(0.2, 0.03)
    return synth.in_room(synth.mixed(1.9, [*parts, (1.56, 1.2, hands), (1.56, 0.9, synth.skin(110, 45))]), 0.15, 8)


def gasp() -> Wave:
    """Sound of a surprised crowd that breathes in."""
    seconds = 0.7
    moment = synth.times(seconds)
    parts = []
    for number, (low, high) in enumerate(((500, 900), (1000, 1700), (2300, 3200))):
        breath = synth.band(synth.noise(seconds, 46 + number), low, high)
        late = np.clip((moment - 0.05 * number) / 0.35, 0, 1)
        parts.append((0.0, 1.0 - 0.25 * number, breath * late**2 * np.clip((0.52 - moment) / 0.05, 0, 1)))
    return synth.in_room(synth.mixed(seconds, parts), 0.2, 9)


def win() -> Wave:
    """Sound of a win: oud, bars and drum climb to the octave."""
    climb = [(0.0, D4), (0.16, FS4), (0.32, A4), (0.48, FS4), (0.64, G4), (0.8, A4), (1.05, D5)]
    parts = [(when, 0.8, synth.oud(pitch / 2, 1.6, 0.8)) for when, pitch in climb]
    parts += [(when, 0.5, synth.marimba(pitch)) for when, pitch in climb]
    parts += [(1.05, 0.6, synth.marimba(pitch)) for pitch in (D4, FS4, A4)]
    parts += [(when, 0.7, synth.skin(98, 8)) for when in (0.0, 0.32, 0.64, 1.05)]
    parts += [(when, 0.25, synth.knock(700, 9)) for when in (0.16, 0.48, 0.72, 0.8, 0.96)]
    return synth.in_room(synth.mixed(2.4, parts), 0.25, 7)


def hammer() -> Wave:
    """Sound of two blows on a spike in a wooden sleeper; the second sets it."""
    rail = synth.modes(1480, [(1, 0.5, 0.11), (2.76, 0.35, 0.06), (5.4, 0.15, 0.03)], 0.4)
    parts = [(0.0, 0.7, synth.knock(300, 51, 0.04)), (0.0, 0.3, rail)]
    parts += [(0.13, 1.0, synth.knock(250, 52, 0.05)), (0.13, 0.45, rail)]
    return synth.in_room(synth.mixed(0.6, parts), 0.1, 10, 0.3)


def wheels() -> Wave:
    """Sound of a train setting out: steam, then rail joints under two bogies, faster and faster."""
    choice = random.Random(53)
    steam = synth.band(synth.noise(0.5, 54), 1400, 5200) * np.hanning(round(0.5 * RATE))
    parts = [(0.0, 0.35, steam)]
    for number, when in enumerate((0.22, 0.36, 0.66, 0.78, 1.02, 1.12)):
        clack = synth.knock(410 + 30 * (number % 2), 55 + number, 0.03)
        parts.append((when + choice.uniform(0, 0.01), 0.55 + 0.06 * number, clack))
        parts.append((when, 0.4, synth.skin(72, 56 + number, 0.08)))
    return synth.in_room(synth.mixed(1.45, parts), 0.12, 11, 0.3)


def chime() -> Wave:
    """Sound of a station's chime: three rising bars."""
    notes = [(0.0, D4), (0.17, FS4), (0.34, A4)]
    parts = [(when, 0.8, synth.marimba(2 * pitch, 1.3)) for when, pitch in notes]
    return synth.in_room(synth.mixed(1.5, parts), 0.2, 12)


def bell() -> Wave:
    """Sound of one low bell, for a train that stands where it should not."""
    partials = [(1, 1, 0.9), (2.0, 0.5, 0.6), (2.4, 0.45, 0.5), (3.0, 0.3, 0.35), (4.2, 0.2, 0.2)]
    body = synth.modes(D3, partials, 2.0)
    return synth.in_room(synth.mixed(2.0, [(0.0, 1.0, body), (0.0, 0.3, synth.knock(180, 58, 0.05))]), 0.22, 13)


def leap() -> Wave:
    """Sound of soft shoes that leave a roof."""
    moment = synth.times(0.16)
    pitch = 240 * (1 + 1.5 * moment / 0.16)
    voice = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * synth.decay(0.16, 0.05, 0.008)
    push = synth.band(synth.noise(0.1, 61), 200, 900) * synth.decay(0.1, 0.015)
    return synth.mixed(0.18, [(0.0, 0.7, voice), (0.0, 0.35, push)])


def land() -> Wave:
    """Sound of soft shoes that land on a roof."""
    soft = synth.band(synth.noise(0.18, 62), 80, 520) * synth.decay(0.18, 0.03)
    return synth.mixed(0.2, [(0.0, 1.0, soft), (0.0, 0.4, synth.knock(180, 63, 0.03))])


def spring() -> Wave:
    """Sound of an awning that throws a runner up."""
    moment = synth.times(0.4)
    pitch = 130 + 330 * moment / 0.4 + 26 * np.sin(2 * np.pi * 19 * moment)
    twang = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * synth.decay(0.4, 0.14, 0.004)
    return synth.mixed(0.42, [(0.0, 1.0, twang), (0.0, 0.5, synth.skin(120, 64))])


def stomp() -> Wave:
    """Sound of an opponent being jumped on."""
    return synth.mixed(0.3, [(0.0, 1.0, synth.skin(96, 65)), (0.01, 0.7, synth.knock(360, 66, 0.04))])


def fall() -> Wave:
    """Sound of a runner falling between the roofs."""
    moment = synth.times(0.5)
    pitch = 520 * np.exp(-moment / 0.28) + 70
    voice = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * synth.decay(0.5, 0.2, 0.01)
    return synth.mixed(0.6, [(0.0, 0.8, voice), (0.34, 0.7, synth.skin(74, 67))])


def flag() -> Wave:
    """Sound of reaching the goal flag: two bars and a flutter of cloth."""
    cloth = synth.band(synth.noise(0.25, 68), 500, 2200) * np.hanning(round(0.25 * RATE))
    parts = [(0.0, 0.8, synth.marimba(A4)), (0.09, 0.9, synth.marimba(D5)), (0.0, 0.15, cloth)]
    return synth.in_room(synth.mixed(0.8, parts), 0.15, 10)


def jewel() -> Wave:
    """Sound of a collected jewel: glass on metal."""
    parts = [(0.0, 0.7, synth.coin(2100, 4)), (0.07, 0.7, synth.coin(2640, 5)), (0.14, 0.6, synth.coin(3150, 6))]
    return synth.in_room(synth.mixed(0.7, parts), 0.15, 11)


def _tone(step: int) -> Wave:
    """Return the sound of a coin, `step` steps of a scale higher."""
    pitch = 1320 * (1.0, 9 / 8, 5 / 4, 3 / 2, 5 / 3)[step]
    return synth.mixed(0.4, [(0.0, 1.0, synth.coin(pitch, 70 + step))])


def tone1() -> Wave:
    """Sound of the first coin in a row."""
    return _tone(0)


def tone2() -> Wave:
    """Sound of the second coin in a row."""
    return _tone(1)


def tone3() -> Wave:
    """Sound of the third coin in a row."""
    return _tone(2)


def tone4() -> Wave:
    """Sound of the fourth coin in a row."""
    return _tone(3)


def tone5() -> Wave:
    """Sound of the fifth coin in a row, and of each after it."""
    return _tone(4)


def strike() -> Wave:
    """Sound of a blade that hits something soft."""
    edge = synth.band(synth.noise(0.16, 81), 1400, 4200) * synth.decay(0.16, 0.02)
    return synth.mixed(
        0.3, [(0.0, 0.5, edge), (0.02, 1.0, synth.skin(130, 82, 0.1)), (0.02, 0.5, synth.knock(420, 83))]
    )


def bite() -> Wave:
    """Sound of somebody being hit."""
    parts = [
        (0.0, 1.0, synth.skin(88, 84, 0.2)),
        (0.0, 0.6, synth.knock(150, 85, 0.06)),
        (0.05, 0.4, synth.oud(D3, 0.6)),
    ]
    return synth.mixed(0.6, parts)


def warn() -> Wave:
    """Sound of an announced attack: two low taps."""
    parts = [(0.0, 0.8, synth.knock(300, 86, 0.05)), (0.1, 1.0, synth.knock(240, 87, 0.07))]
    return synth.in_room(synth.mixed(0.4, parts), 0.2, 14)


def creak() -> Wave:
    """Sound of a bolt and an old door."""
    moment = synth.times(0.4)
    pitch = 190 + 60 * moment / 0.4 + 14 * np.sin(2 * np.pi * 23 * moment)
    hinge = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * np.hanning(round(0.4 * RATE))
    return synth.in_room(synth.mixed(0.6, [(0.0, 1.0, synth.knock(520, 88, 0.05)), (0.08, 0.35, hinge)]), 0.18, 15)


def gulp() -> Wave:
    """Sound of drinking: three swallows."""
    moment = synth.times(0.1)
    parts = []
    for number in range(3):
        pitch = (170 + 30 * number) * (1 + 0.9 * moment / 0.1)
        drop = np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * synth.decay(0.1, 0.03, 0.01)
        parts.append((0.13 * number, 0.8, drop))
    return synth.mixed(0.5, parts)


def blast() -> Wave:
    """Sound of a bomb in a vault."""
    rumble = synth.band(synth.noise(1.1, 89), 40, 320) * synth.decay(1.1, 0.28, 0.004)
    crack = synth.band(synth.noise(0.2, 90), 300, 3000) * synth.decay(0.2, 0.03)
    return synth.in_room(
        synth.mixed(1.2, [(0.0, 1.4, rumble), (0.0, 0.7, crack), (0.0, 0.9, synth.skin(52, 91, 0.4))]), 0.3, 16
    )


def splash() -> Wave:
    """Sound of water rising by a step."""
    choice = random.Random(92)
    wash = synth.band(synth.noise(0.7, 92), 250, 1800) * np.hanning(round(0.7 * RATE))
    drops = [
        (choice.uniform(0.1, 0.6), choice.uniform(0.15, 0.3), synth.marimba(choice.uniform(700, 1300), 0.2))
        for _ in range(5)
    ]
    return synth.in_room(synth.mixed(0.9, [(0.0, 0.8, wash), *drops]), 0.2, 17)


GAMES: dict[Callable[[], Wave], float] = {
    dice_roll: 0.5,
    dice_land: 0.6,
    step: 0.5,
    turn: 0.4,
    coin: 0.4,
    purse: 0.5,
    rug: 0.55,
    your_turn: 0.5,
    eliminated: 0.6,
    hop: 0.3,
    splat: 0.5,
    grow: 0.45,
    brush: 0.32,
    count: 0.5,
    gasp: 0.35,
    hammer: 0.45,
    wheels: 0.4,
    chime: 0.4,
    bell: 0.5,
    leap: 0.25,
    land: 0.3,
    spring: 0.4,
    stomp: 0.5,
    fall: 0.4,
    flag: 0.45,
    jewel: 0.4,
    tone1: 0.3,
    tone2: 0.3,
    tone3: 0.3,
    tone4: 0.3,
    tone5: 0.3,
    strike: 0.4,
    bite: 0.5,
    warn: 0.35,
    creak: 0.4,
    gulp: 0.35,
    blast: 0.6,
    splash: 0.35,
    win: 0.7,
}
"""Each game sound, named like its file, and the peak it is scaled to."""


def write(name: str, wave: Wave, quality: float) -> None:
    """Write a wave as OGG: mono, or one column per channel."""
    channels = 1 if wave.ndim == 1 else wave.shape[1]
    path = SOUNDS / f"{name}.ogg"
    with soundfile.SoundFile(
        path, "w", RATE, channels, format="OGG", subtype="VORBIS", compression_level=1 - quality
    ) as file:
        for start in range(0, len(wave), RATE):  # libsndfile overflows its stack on long writes
            file.write(wave[start : start + RATE])


def main() -> None:
    """Write every sound into assets/sounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--uisfx", type=Path, help="folder of the unpacked npm package uisfx")
    folder = parser.parse_args().uisfx
    SOUNDS.mkdir(parents=True, exist_ok=True)
    for make, peak in GAMES.items():
        write(make.__name__, synth.finished(make(), peak), 0.5)
    for name, loop in MUSIC.items():
        write(name, loop(), 0.35)
    if folder:
        for name, source in INTERFACE.items():
            shutil.copyfile(folder / "sounds" / f"{source}.ogg", SOUNDS / f"{name}.ogg")
        shutil.copyfile(folder / "LICENSE-AUDIO", SOUNDS / "LICENSE-uisfx.txt")


if __name__ == "__main__":
    main()
