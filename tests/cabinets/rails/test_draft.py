"""What is drawn and not built can be taken back and put again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from game.cabinets.rails.contract.actions import MOST_GROUPS, Group, Plan, Rail
from game.cabinets.rails.stage.hand.builder import Builder


@given(st.lists(st.sampled_from(["add", "undo", "redo"]), max_size=40))
def test_undo_and_redo_walk_one_line_of_gestures(steps: list[str]) -> None:
    draft, at = Builder(gathers=True), 0
    known: list[tuple[Group, ...]] = [()]
    for number, step in enumerate(steps):
        if step == "add":
            draft.add([Rail(number, 0, "W", "E"), Rail(number, 1, "W", "E")])
            known[at + 1 :] = [draft.drafted]
            at += 1
        elif step == "undo" and draft.may_undo:
            draft.undo()
            at -= 1
        elif step == "redo" and draft.may_redo:
            draft.redo()
            at += 1
        assert draft.drafted == known[at]
        assert (draft.may_undo, draft.may_redo) == (at > 0, at < len(known) - 1)


def test_a_plan_takes_all_and_leaves_nothing() -> None:
    draft, rail = Builder(gathers=True), Rail(1, 2, "W", "E3")
    draft.add([rail])
    draft.build()
    assert list(draft.outbox) == [Plan(1, (rail,))]
    assert not (draft.drafted or draft.may_undo or draft.may_redo)


def test_a_full_plan_takes_no_more() -> None:
    draft = Builder(gathers=True)
    for n in range(MOST_GROUPS + 1):
        draft.add([Rail(n, 0, "W", "E")])
    assert draft.drafted == tuple(Rail(n, 0, "W", "E") for n in range(MOST_GROUPS))
