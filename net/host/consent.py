"""Proposals that all people who play must agree to."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from net.messages import Decided, Proposed
from net.parts import Matter


@dataclass
class Proposal:
    """One proposal and who agreed to it."""

    number: int
    what: Matter
    by: int
    until: float
    agreed: set[int] = field(default_factory=set)

    def message(self, voters: Collection[int]) -> Proposed:
        """The proposal as guests are told it, with those who have not voted."""
        missing = tuple(sorted(person for person in voters if person not in self.agreed))
        return Proposed(self.number, self.what, self.by, tuple(sorted(self.agreed)), missing)


class Consent:
    """The proposal that stands, at most one at a time, and who agreed to it."""

    def __init__(self) -> None:
        self.current: Proposal | None = None
        self._count = 0

    def propose(self, what: Matter, by: int, until: float) -> str | None:
        """Make a proposal; whoever makes it agrees to it. Returns why it may not be made, as a text key, or None."""
        if self.current is not None:
            return "net.refuse.proposal_stands"
        self._count += 1
        self.current = Proposal(self._count, what, by, until, {by})
        return None

    def vote(self, proposal: int, person: int, agree: bool) -> Decided | None:
        """Take a vote; a no decides at once. A vote on a proposal that no longer stands is ignored."""
        if self.current is None or self.current.number != proposal:
            return None
        if not agree:
            return self.decide(passed=False)
        self.current.agreed.add(person)
        return None

    def agrees(self, proposal: int, person: int) -> bool:
        """Whether somebody agreed already to the proposal that stands."""
        return self.current is not None and self.current.number == proposal and person in self.current.agreed

    def outcome(self, voters: Collection[int], now: float) -> Decided | None:
        """The decision, if it has fallen: all of `voters` agree, or the time is up."""
        if self.current is None:
            return None
        if self.current.agreed.issuperset(voters):
            return self.decide(passed=True)
        return self.decide(passed=False) if now >= self.current.until else None

    def decide(self, *, passed: bool) -> Decided | None:
        """Close the proposal that stands, if there is one."""
        proposal, self.current = self.current, None
        return Decided(proposal.number, proposal.what, passed) if proposal else None
