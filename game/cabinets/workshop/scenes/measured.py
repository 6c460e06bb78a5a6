"""What is said of a level in numbers, and of its proof."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.workshop.scenes.desk import Desk
from game.core.forge.measures.measuring import MEASURES
from game.core.forge.physics.numbers import TICKS_A_SECOND
from game.texts import Texts


def measured_rows(texts: Texts, desk: Desk, others: Sequence[Desk]) -> list[tuple[str, str]]:
    """Names and values; of desks that are compared both, the one that was taken last first."""
    kind = desk.level.kind
    rows = []
    if kind == "platform":
        rows.append((texts.line("workshop.measure.proof"), _proof(texts, desk)))
    shown = [desk, *(other for other in others if other.level.kind == kind)]
    for name in MEASURES[kind]:
        if name == "par" and not any(each.level.way for each in shown):
            continue
        values = [str(each.measured.get(name, "…")) for each in shown]
        rows.append((texts.line(f"workshop.measure.{name}"), " · ".join(values)))
    return rows


def _proof(texts: Texts, desk: Desk) -> str:
    if desk.proof is None:
        return "…"
    proof = desk.proof.proof
    if not proof.proved:
        return texts.line("workshop.proof.none")
    return texts.line("workshop.proof.found", seconds=f"{proof.ticks / TICKS_A_SECOND:.1f}", jumps=proof.jumps)
