"""The arcade's background music, in loops: an oud in the scale hijaz over a drone and a frame drum while people wait;
few low strings while a match is played; and a drum alone, over those, in its last seconds.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import synth
from synth import Wave

Note: TypeAlias = tuple[float, str, float]
"""A note: its beat, its name such as "F#3", its loudness."""

BEAT = 60 / 78
BARS = 12
SECONDS = BARS * 4 * BEAT

_STEPS = {"D": 0, "Eb": 1, "F#": 4, "G": 5, "A": 7, "Bb": 8, "C": 10}  # hijaz on D, in semitones
_D3 = 146.83

MELODY: tuple[Note, ...] = (
    *((0, "D3", 0.9), (1.5, "Eb3", 0.6), (2, "F#3", 0.8), (3, "G3", 0.7)),
    *((4, "F#3", 0.8), (5, "Eb3", 0.6), (5.5, "D3", 0.8)),
    *((8, "A2", 0.7), (9, "D3", 0.7), (10, "F#3", 0.7), (10.5, "G3", 0.6), (11, "A3", 0.9)),
    *((12, "Bb3", 0.7), (12.5, "A3", 0.6), (13, "G3", 0.6), (14, "A3", 0.8)),
    *((16, "A3", 0.8), (17, "C4", 0.7), (17.5, "Bb3", 0.6), (18, "A3", 0.8), (19, "G3", 0.6)),
    *((20, "F#3", 0.8), (20.5, "G3", 0.5), (21, "A3", 0.7), (22, "F#3", 0.7)),
    *((24, "G3", 0.8), (25, "F#3", 0.7), (26, "Eb3", 0.7), (26.5, "F#3", 0.5), (27, "G3", 0.6)),
    *((28, "F#3", 0.7), (28.5, "Eb3", 0.6), (29, "D3", 0.9)),
    *((32, "D4", 0.9), (33, "C4", 0.7), (33.5, "Bb3", 0.6), (34, "A3", 0.8), (35, "Bb3", 0.6)),
    *((36, "A3", 0.7), (36.5, "G3", 0.5), (37, "F#3", 0.7), (38, "G3", 0.7)),
    *((40, "A3", 0.8), (40.5, "G3", 0.5), (41, "F#3", 0.7), (42, "Eb3", 0.7), (43, "F#3", 0.6)),
    *((44, "D3", 0.9), (46, "A2", 0.5), (46.5, "D3", 0.5)),
)


PLAYING_BEAT = 60 / 66
PLAYING_BARS = 8
PLAYING_SECONDS = PLAYING_BARS * 4 * PLAYING_BEAT

PLAYING_MELODY: tuple[Note, ...] = (
    *((0, "D2", 0.7), (2, "A2", 0.4), (3.5, "D3", 0.35)),
    *((6, "Eb3", 0.35), (7, "D3", 0.4)),
    *((8, "D2", 0.6), (10.5, "F#3", 0.35), (11, "Eb3", 0.3), (12, "D3", 0.4)),
    *((16, "G2", 0.6), (18, "D3", 0.4), (19.5, "Bb3", 0.3), (20, "A3", 0.4)),
    *((24, "A2", 0.6), (26, "G3", 0.35), (27, "F#3", 0.35), (28, "Eb3", 0.35), (30, "D3", 0.4)),
)
"""Sparse and low, so that it disturbs nobody who thinks."""

LAST_BEAT = 60 / 96
LAST_SECONDS = 8 * LAST_BEAT


def pitch(note: str) -> float:
    """Return the frequency in Hz of a note such as "F#3".

    >>> round(pitch("D4"), 1), round(pitch("A2"), 1)
    (293.7, 110.0)
    """
    return float(_D3 * 2 ** (int(note[-1]) - 3 + _STEPS[note[:-1]] / 12))


def music() -> Wave:
    """Return the loop in two channels; its end runs into its beginning."""
    strings = synth.mixed(
        SECONDS, [(beat * BEAT, loud, synth.oud(pitch(note), 3.0, 0.35)) for beat, note, loud in MELODY], True
    )
    drone = synth.mixed(
        SECONDS,
        [
            (bar * 4 * BEAT, 0.5, synth.oud(pitch("D2") if bar % 2 == 0 else pitch("A2") / 2, 4.0, 0.1))
            for bar in range(BARS)
        ],
        True,
    )
    drum = synth.mixed(SECONDS, _drum(), True)
    return _in_room(strings + drone + 0.5 * drum, 0.6)


def playing() -> Wave:
    """Return the loop for a match: few strings, and a soft stroke of the drum every other bar."""
    strings = synth.mixed(
        PLAYING_SECONDS,
        [(beat * PLAYING_BEAT, loud, synth.oud(pitch(note), 3.5, 0.15)) for beat, note, loud in PLAYING_MELODY],
        True,
    )
    low = synth.skin(84, 43, 0.3)
    strokes = [(bar * 4 * PLAYING_BEAT, 0.35, low) for bar in range(0, PLAYING_BARS, 2)]
    return _in_room(strings + 0.5 * synth.mixed(PLAYING_SECONDS, strokes, True), 0.42)


def last() -> Wave:
    """Return the drum of the last seconds, in one channel: a heart that beats, and an answer that comes closer."""
    low, high = synth.skin(92, 44, 0.2), synth.band(synth.skin(260, 45, 0.05), 200, 2500)
    beats = [(0, 0.9, low), (0.5, 0.5, low), (2, 0.9, low), (2.5, 0.5, low), (3.5, 0.3, high)]
    again = [(beat + 4, loud, stroke) for beat, loud, stroke in beats] + [(7, 0.3, high), (7.25, 0.2, high)]
    wave = synth.mixed(LAST_SECONDS, [(beat * LAST_BEAT, loud, one) for beat, loud, one in [*beats, *again]], True)
    whole: Wave = wave * (0.5 / np.max(np.abs(wave)))
    return whole


def _in_room(dry: Wave, peak: float) -> Wave:
    """Return a loop as it sounds in a room, in two channels."""
    sides = [synth.in_room(dry, 0.4, seed, 1.6, True) for seed in (31, 32)]
    loudest: float = max(np.max(np.abs(side)) for side in sides)
    both: Wave = np.stack(sides, axis=1) * (peak / loudest)
    return both


def _drum() -> list[tuple[float, float, Wave]]:
    """Return the drum of the rhythm maqsum: doum tek – tek doum – tek, lighter in every other bar."""
    low, high = synth.skin(92, 41, 0.22), synth.band(synth.skin(260, 42, 0.05), 200, 2500)
    parts = []
    for bar in range(BARS):
        weight = 1.0 if bar % 2 == 0 else 0.6
        for beat, loudness, stroke in (
            (0, 0.8, low),
            (0.5, 0.3, high),
            (1.5, 0.35, high),
            (2, 0.6, low),
            (3, 0.35, high),
        ):
            parts.append(((bar * 4 + beat) * BEAT, loudness * weight, stroke))
    return parts
