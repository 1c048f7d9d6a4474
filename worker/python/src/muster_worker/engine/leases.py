"""The leases of one phase in the order of their offers, and what is taken back of them; under the engine's lock."""

from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple


class Grant(NamedTuple):
    """Indexes to execute: block j (of `actions` indexes) starts at first + j * stride * actions."""

    lease: int
    first: int
    count: int  # type: ignore[assignment]
    stride: int
    first_intended_ns: int


class Covered(NamedTuple):
    """Positions within one lease as runs: skip, take, skip, take, ..."""

    lease: int
    runs: list[int]


class UnstartedRange(NamedTuple):
    """Blocks [start, end) of a lease that no client has started, and when the first of them is intended to start."""

    grant: Grant
    start: int
    end: int
    intended_ns: int


class LeaseSegment:
    """Blocks of one lease in the queue, claimed from the front. `whole`: a lease as offered, no part given back."""

    __slots__ = ("end", "grant", "intended_ns", "next", "offered_ns", "whole")

    def __init__(self, blocks: UnstartedRange, offered_ns: int, whole: bool) -> None:
        self.grant, self.next, self.end, self.intended_ns = blocks
        self.offered_ns, self.whole = offered_ns, whole

    def left(self) -> int:
        """Blocks that are not claimed."""
        return self.end - self.next


class LeaseQueue:
    """Closed clients claim from the first segment that has any; the pacer of the open model claims from each."""

    def __init__(self, actions: int) -> None:
        self._actions = actions
        self._segments: deque[LeaseSegment] = deque()
        self.used_up = 0
        self.outstanding = 0
        self._left = 0

    def offer(self, grant: Grant, now_ns: int) -> LeaseSegment:
        """One more lease at the end."""
        blocks = -(-grant.count // self._actions)
        self.outstanding += grant.count
        return self._append(LeaseSegment(UnstartedRange(grant, 0, blocks, grant.first_intended_ns), now_ns, True))

    def give_back(self, blocks: UnstartedRange, now_ns: int) -> LeaseSegment:
        """What a stopped client did not start goes to the end for others."""
        return self._append(LeaseSegment(blocks, now_ns, False))

    def _append(self, segment: LeaseSegment) -> LeaseSegment:
        self._segments.append(segment)
        self._left += segment.left()
        return segment

    def claim(self, most: int, clients: int) -> UnstartedRange | None:
        """Up to so many blocks of the first segment that has any, and no more than one client's part of all queued."""
        while self._segments:
            segment = self._segments[0]
            if segment.left():
                return self.claim_of(segment, min(most, max(1, self._left // max(1, clients))))
            self._segments.popleft()
        return None

    def claim_of(self, segment: LeaseSegment, most: int) -> UnstartedRange:
        """Up to so many blocks of this segment, which has some."""
        start = segment.next
        segment.next = min(start + most, segment.end)
        self._left -= segment.next - start
        if not segment.left():
            self.used_up += segment.whole
        return UnstartedRange(segment.grant, start, segment.next, segment.intended_ns)

    def close(self, which: Callable[[Grant], bool]) -> list[UnstartedRange]:
        """Takes back what is not claimed of such leases."""
        open_segments = [segment for segment in self._segments if segment.left() and which(segment.grant)]
        return [self.claim_of(segment, segment.left()) for segment in open_segments]

    def covered(self, unstarted: Iterable[UnstartedRange]) -> list[Covered]:
        """Their positions, by lease."""
        ranges: dict[int, list[tuple[int, int]]] = {}
        for grant, start, end, _ in unstarted:
            positions = (start * self._actions, min(end * self._actions, grant.count))
            ranges.setdefault(grant.lease, []).append(positions)
        return [Covered(lease, runs(sorted(of_lease))) for lease, of_lease in sorted(ranges.items())]


def runs(ranges: list[tuple[int, int]]) -> list[int]:
    """Sorted ranges [from, to) as skip, take, skip, take; touching ones are joined, overlapping ones are a bug."""
    joined: list[int] = []
    at = 0
    for start, end in ranges:
        if start < at:
            raise AssertionError(f"position {start} is covered twice")
        if joined and start == at:
            joined[-1] += end - start
        else:
            joined += [start - at, end - start]
        at = end
    return joined


def positions(covered: Iterable[Covered]) -> int:
    """How many there are."""
    return sum(sum(one.runs[1::2]) for one in covered)
