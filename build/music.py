"""The arcade's background music, in a loop: an oud in the scale hijaz over a drone and a frame drum."""

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
    dry = strings + drone + 0.5 * drum
    sides = [synth.in_room(dry, 0.4, seed, 1.6, True) for seed in (31, 32)]
    loudest: float = max(np.max(np.abs(side)) for side in sides)
    both: Wave = np.stack(sides, axis=1) * (0.6 / loudest)
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
