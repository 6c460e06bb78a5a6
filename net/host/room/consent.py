"""Proposals to which all people who play must agree."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from net.messages import Decided, Proposed
from net.parts import Matter


@dataclass
class Proposal:
    """One proposal, and the numbers of the people who agreed to it."""

    number: int
    what: Matter
    by: int
    until: float
    agreed: set[int] = field(default_factory=set)

    def message(self, voters: Collection[int]) -> Proposed:
        """Return the proposal as told to people, with the voters whose answer is missing."""
        missing = tuple(sorted(person for person in voters if person not in self.agreed))
        return Proposed(self.number, self.what, self.by, tuple(sorted(self.agreed)), missing)


class Consent:
    """The open proposal of a room, at most one at a time, and who agreed to it."""

    def __init__(self) -> None:
        self.current: Proposal | None = None
        self._count = 0

    def propose(self, what: Matter, by: int, until: float) -> str | None:
        """Make a proposal, to which its maker agrees. Return the text key of why it may not be made, or None."""
        if self.current is not None:
            return "net.refuse.proposal_stands"
        self._count += 1
        self.current = Proposal(self._count, what, by, until, {by})
        return None

    def vote(self, proposal: int, person: int, agree: bool) -> Decided | None:
        """Take a vote; a no decides at once. Return the decision, if there is one. A vote on a closed proposal is
        ignored.
        """
        if self.current is None or self.current.number != proposal:
            return None
        if not agree:
            return self.decide(passed=False)
        self.current.agreed.add(person)
        return None

    def agrees(self, proposal: int, person: int) -> bool:
        """Return whether a person has already agreed to the open proposal of this number."""
        return self.current is not None and self.current.number == proposal and person in self.current.agreed

    def outcome(self, voters: Collection[int], now: float) -> Decided | None:
        """Return the decision once all of `voters` agree or the time is up; None before."""
        if self.current is None:
            return None
        if self.current.agreed.issuperset(voters):
            return self.decide(passed=True)
        return self.decide(passed=False) if now >= self.current.until else None

    def decide(self, *, passed: bool) -> Decided | None:
        """Close the open proposal and return the decision; None if there is none."""
        proposal, self.current = self.current, None
        return Decided(proposal.number, proposal.what, passed) if proposal else None
