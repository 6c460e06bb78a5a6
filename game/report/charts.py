"""Charts of a report as SVG: small, without frame, grid or legend, coloured by the page's style."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

NONE = Markup("")
"""The chart where there is nothing to show."""
_BARS_HIGH = 16
_BAR_WIDE, _BAR_STEP = 13, 15
_HISTOGRAM_WIDE, _HISTOGRAM_HIGH = 260, 52


def interval(low: float, mean: float, high: float, least: float, most: float) -> Markup:
    """Return a mean as a dot on a line from the page's least to its greatest value, its interval pale and thick."""
    wide = 124

    def at(value: float) -> float:
        share = (value - least) / (most - least) if most > least else 0.5
        return round(3 + (wide - 6) * min(1.0, max(0.0, share)), 1)

    left, right = at(low), at(high)
    return Markup(
        '<svg class="interval" viewBox="0 0 {wide} 10" width="{wide}" height="10" aria-hidden="true">'
        '<path class="axis" d="M0 5H{wide}"/><path class="span" d="M{left} 5H{right}"/>'
        '<circle class="dot" cx="{mean}" cy="5" r="3"/></svg>'
    ).format(wide=wide, left=left, right=right, mean=at(mean))


def small_bars(values: Sequence[float], means: Sequence[float], full: float) -> Markup:
    """Return a bar for each part of a grade, with a tick where the mean of all is."""
    shapes = []
    for place, (value, mean) in enumerate(zip(values, means, strict=True)):
        left = place * _BAR_STEP
        high = round(_BARS_HIGH * min(1.0, max(0.0, value / full)), 1)
        tick = round(_BARS_HIGH * (1 - min(1.0, max(0.0, mean / full))), 1)
        shapes.append(
            f'<path class="room" d="M{left} 0h{_BAR_WIDE}v{_BARS_HIGH}h-{_BAR_WIDE}z"/>'
            f'<path class="bar" d="M{left} {_BARS_HIGH - high:g}h{_BAR_WIDE}V{_BARS_HIGH}h-{_BAR_WIDE}z"/>'
            f'<path class="tick" d="M{left} {tick:g}h{_BAR_WIDE}"/>'
        )
    wide = _BAR_STEP * len(values) - (_BAR_STEP - _BAR_WIDE)
    return Markup(
        f'<svg class="bars" viewBox="0 0 {wide} {_BARS_HIGH}" width="{wide}" height="{_BARS_HIGH}" aria-hidden="true">'
        f"{''.join(shapes)}</svg>"
    )


def long_bar(value: float, mean: float, full: float) -> Markup:
    """Return one part of a grade as a bar across, with a tick where the mean of all is."""
    wide = round(200 * min(1.0, max(0.0, value / full)), 1)
    tick = round(200 * min(1.0, max(0.0, mean / full)), 1)
    return Markup(
        '<svg class="long" viewBox="0 0 200 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<path class="room" d="M0 0H200V10H0z"/><path class="bar" d="M0 0H{wide:g}V10H0z"/>'
        f'<path class="tick" d="M{tick:g} -2V12"/></svg>'
    )


def histogram(own: Sequence[int], everybody: Sequence[int], bar: int) -> Markup:
    """Return how often a program had which grade, and dashed how often all programs had."""
    bars_in_all = max(len(own), len(everybody), 1)
    step = _HISTOGRAM_WIDE / bars_in_all
    mine, all_of_them = _shares(own), _shares(everybody)
    top = max([*mine, *all_of_them, 1e-9])
    bars = "".join(
        f'<path class="bar" d="M{place * step:.1f} {_HISTOGRAM_HIGH}v-{_HISTOGRAM_HIGH * share / top:.1f}'
        f'h{max(1.0, step - 1):.1f}V{_HISTOGRAM_HIGH}z"/>'
        for place, share in enumerate(mine)
        if share
    )
    points = " ".join(
        f"{(place + 0.5) * step:.1f},{_HISTOGRAM_HIGH - _HISTOGRAM_HIGH * share / top:.1f}"
        for place, share in enumerate(all_of_them)
    )
    marks = [*range(0, bars_in_all * bar, _round_step(bars_in_all * bar))]
    numbers = "".join(
        f'<text x="{min(_HISTOGRAM_WIDE - 10, max(4, mark / bar * step)):.1f}" y="{_HISTOGRAM_HIGH + 13}">{mark}</text>'
        for mark in marks
    )
    return Markup(
        f'<svg class="histogram" viewBox="0 -3 {_HISTOGRAM_WIDE} {_HISTOGRAM_HIGH + 20}" aria-hidden="true">'
        f'{bars}<polyline class="all" points="{points}"/>'
        f'<path class="axis" d="M0 {_HISTOGRAM_HIGH}H{_HISTOGRAM_WIDE}"/>{numbers}</svg>'
    )


def _shares(counts: Sequence[int]) -> list[float]:
    whole = sum(counts) or 1
    return [times / whole for times in counts]


def _round_step(length: int) -> int:
    """Return a round distance of at most five marks on an axis.

    >>> _round_step(410), _round_step(20)
    (100, 5)
    """
    steps: Iterator[int] = (times * 10**power for power in range(12) for times in (1, 2, 5))
    return next(step for step in steps if length <= 5 * step)
