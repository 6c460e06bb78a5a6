"""The measures of a level and the result of its proof, as text."""

from __future__ import annotations

from collections.abc import Sequence

from game.cabinets.workshop.scenes.desk import Desk
from game.core.forge.measures.measuring import MEASURES, written
from game.core.forge.physics.numbers import TICKS_A_SECOND
from game.core.forge.proof.dungeon import prove_dungeon
from game.ground.texts import Texts


def measured_rows(texts: Texts, desk: Desk, others: Sequence[Desk]) -> list[tuple[str, str]]:
    """Return names and values; for compared levels both values, that of the active desk first."""
    kind = desk.level.kind
    rows = [(texts.line("workshop.measure.proof"), _proof(texts, desk) if kind == "platform" else _flood(texts, desk))]
    if kind == "platform":
        rows += _of_way(texts, desk)
    shown = [desk, *(other for other in others if other.level.kind == kind)]
    for name in MEASURES[kind]:
        if name == "par" and not any(each.level.way for each in shown):
            continue
        values = [written(name, each.measured[name]) if name in each.measured else "…" for each in shown]
        rows.append((texts.line(f"workshop.measure.{name}"), " · ".join(values)))
    return rows


def _of_way(texts: Texts, desk: Desk) -> list[tuple[str, str]]:
    """Return rows about a proof's way: its most precise jump and what it collects; "…" before they are known."""
    exact = taken = "…" if desk.proof is None else "–"
    if desk.proof is not None and desk.proof.proof.proved:
        margin, measured = desk.proof.margin, desk.measured
        if margin is not None:
            exact = texts.line("workshop.proof.within", ticks=margin.ticks, column=margin.column)
        if measured:
            there = measured["coins"] + measured["gem"]
            taken = texts.line("workshop.proof.taken", taken=desk.proof.proof.coins, all=there)
    return [(texts.line("workshop.measure.margin"), exact), (texts.line("workshop.measure.taken"), taken)]


def _flood(texts: Texts, desk: Desk) -> str:
    """Return the text on whether all of a dungeon can be reached."""
    if not desk.measured or desk.tree is not None:
        return "…"
    proof = prove_dungeon(desk.level)
    if proof.proved:
        return texts.line("workshop.proof.whole")
    return texts.line("workshop.proof.exit" if not proof.exit else "workshop.proof.apart", count=proof.unreached)


def _proof(texts: Texts, desk: Desk) -> str:
    if desk.proof is None:
        return "…"
    proof = desk.proof.proof
    if not proof.proved:
        return texts.line("workshop.proof.none")
    return texts.line("workshop.proof.found", seconds=f"{proof.ticks / TICKS_A_SECOND:.1f}", jumps=proof.jumps)
