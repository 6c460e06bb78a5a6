"""Small instruments of wood, string, skin and metal, as arrays of samples between -1 and 1.

Everything is a function of its arguments: noise comes from generators with a fixed seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

RATE = 44_100
"""Samples per second."""

Wave: TypeAlias = NDArray[np.float64]


def times(seconds: float) -> Wave:
    """Return the time of each sample, in seconds."""
    return np.arange(round(seconds * RATE)) / RATE


def silence(seconds: float) -> Wave:
    """Return silence, to mix into."""
    return np.zeros(round(seconds * RATE))


def noise(seconds: float, seed: int) -> Wave:
    """Return white noise."""
    return np.random.default_rng(seed).uniform(-1, 1, round(seconds * RATE))


def band(wave: Wave, low: float, high: float) -> Wave:
    """Filter a wave to the frequencies between `low` and `high` in Hz, with soft shoulders."""
    spectrum = np.fft.rfft(wave)
    frequency = np.maximum(np.fft.rfftfreq(len(wave), 1 / RATE), 1e-3)
    gain = 1 / (1 + (low / frequency) ** 4) / (1 + (frequency / high) ** 4)
    filtered: Wave = np.fft.irfft(spectrum * gain, len(wave))
    return filtered


def decay(seconds: float, fall: float, attack: float = 0.001) -> Wave:
    """Return an envelope that rises within `attack` seconds and falls to a third every `fall` seconds."""
    moment = times(seconds)
    envelope: Wave = np.minimum(moment / attack, 1) * np.exp(-moment / fall)
    return envelope


def modes(pitch: float, partials: Sequence[tuple[float, float, float]], seconds: float) -> Wave:
    """Return the sound of a struck body: for each partial a multiple of the pitch, its loudness, and how
    long it rings.
    """
    wave = silence(seconds)
    for multiple, loudness, fall in partials:
        if pitch * multiple < RATE / 2:
            wave += loudness * np.sin(2 * np.pi * pitch * multiple * times(seconds)) * decay(seconds, fall)
    return wave


def knock(pitch: float, seed: int = 1, ring: float = 0.035) -> Wave:
    """Return a short knock on wood."""
    partials = [(1, 1, ring), (2.57, 0.5, ring * 0.6), (4.3, 0.25, ring * 0.4), (6.1, 0.12, ring * 0.25)]
    click = band(noise(0.25, seed), 900, 4200) * decay(0.25, 0.006)
    return modes(pitch, partials, 0.25) + 0.5 * click


def marimba(pitch: float, seconds: float = 1.2) -> Wave:
    """Return the sound of a wooden bar over a tube."""
    return modes(pitch, [(1, 1, 0.35), (3.93, 0.28, 0.08), (9.2, 0.08, 0.03)], seconds) + _padded(
        0.15 * knock(pitch * 2), seconds
    )


def skin(pitch: float, seed: int, ring: float = 0.16) -> Wave:
    """Return the sound of a frame drum: its pitch drops a little as the skin settles."""
    seconds = 0.7
    moment = times(seconds)
    swept = 2 * np.pi * np.cumsum(pitch * (1 + 0.35 * np.exp(-moment / 0.03))) / RATE
    slap = band(noise(seconds, seed), 250, 1800) * decay(seconds, 0.018)
    drum: Wave = np.sin(swept) * decay(seconds, ring, 0.002) + 0.35 * slap
    return drum


def coin(pitch: float, seed: int) -> Wave:
    """Return the sound of a small brass coin on others."""
    partials = [(1, 0.7, 0.09), (1.51, 0.9, 0.13), (2.23, 0.6, 0.10), (2.91, 0.4, 0.07), (4.07, 0.2, 0.04)]
    click = band(noise(0.5, seed), 1500, 6000) * decay(0.5, 0.004)
    return modes(pitch, partials, 0.5) + 0.4 * click


def oud(pitch: float, seconds: float = 1.6, bright: float = 0.5) -> Wave:
    """Return the sound of a plucked double course: two strings slightly out of tune, and the knock of the body."""
    wave = silence(seconds)
    moment = times(seconds)
    for detune in (0.9993, 1.0009):
        for number in range(1, 28):
            tone = pitch * detune * number * (1 + 0.00006 * number**2)
            if tone > 7000:
                break
            loudness = abs(np.sin(np.pi * number * 0.17)) / number ** (1.65 - 0.6 * bright)
            fall = 0.75 / (1 + 0.28 * number) * (220 / pitch) ** 0.3
            wave += loudness * np.sin(2 * np.pi * tone * moment) * np.exp(-moment / fall)
    body = _padded(0.12 * knock(210, 5, 0.05), seconds)
    plucked: Wave = wave * np.minimum(moment / 0.003, 1) * 0.5 + body
    return plucked


def mixed(seconds: float, parts: Sequence[tuple[float, float, Wave]], around: bool = False) -> Wave:
    """Mix waves: (time, loudness, wave), each ending softly.

    `around`: sound past the end continues at the start, for loops.
    """
    total = silence(seconds)
    for when, loudness, wave in parts:
        start, sound = round(when * RATE), loudness * released(wave)
        if around:
            np.add.at(total, (np.arange(len(sound)) + start) % len(total), sound)
        else:
            room = total[start : start + len(sound)]
            room += sound[: len(room)]
    return total


def released(wave: Wave, fade: float = 0.03) -> Wave:
    """Fade the last moment of a wave to silence, so that its end does not click."""
    end = min(len(wave), round(fade * RATE))
    soft = wave.copy()
    soft[len(wave) - end :] *= np.linspace(1, 0, end)
    return soft


def in_room(wave: Wave, share: float, seed: int, length: float = 0.5, around: bool = False) -> Wave:
    """Put a wave into a tiled room: add a tail of soft echoes as loud as `share` of it."""
    tail = band(noise(length, seed), 150, 3200) * np.exp(-times(length) / (length / 4))
    tail /= np.sqrt(np.sum(tail**2))
    size = len(wave) if around else len(wave) + len(tail)
    echo = np.fft.irfft(np.fft.rfft(wave, size) * np.fft.rfft(tail, size), size)[: len(wave)]
    roomy: Wave = wave + share * echo
    return roomy


def finished(wave: Wave, peak: float) -> Wave:
    """Scale a wave to its peak, ending in silence."""
    shaped = released(wave)
    loudest: float = np.max(np.abs(shaped))
    return shaped * (peak / loudest)


def _padded(wave: Wave, seconds: float) -> Wave:
    return mixed(seconds, [(0, 1, wave)])
