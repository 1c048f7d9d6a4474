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


class Remainder(NamedTuple):
    """Blocks [start, end) of a lease that nobody has started, and when the first of them is intended to start."""

    grant: Grant
    start: int
    end: int
    intended_ns: int


class Piece:
    """Blocks of one lease in the queue, claimed from the front. `whole`: a lease as offered, no part given back."""

    __slots__ = ("end", "grant", "intended_ns", "next", "offered_ns", "whole")

    def __init__(self, blocks: Remainder, offered_ns: int, whole: bool) -> None:
        self.grant, self.next, self.end, self.intended_ns = blocks
        self.offered_ns, self.whole = offered_ns, whole

    def left(self) -> int:
        """Blocks that are not claimed."""
        return self.end - self.next


class LeaseQueue:
    """Closed clients claim from the first piece that has any; the pacer of the open model claims from each."""

    def __init__(self, actions: int) -> None:
        self._actions = actions
        self._pieces: deque[Piece] = deque()
        self.used_up = 0
        self.outstanding = 0
        self._left = 0

    def offer(self, grant: Grant, now_ns: int) -> Piece:
        """One more lease at the end."""
        blocks = -(-grant.count // self._actions)
        self.outstanding += grant.count
        return self._append(Piece(Remainder(grant, 0, blocks, grant.first_intended_ns), now_ns, True))

    def give_back(self, blocks: Remainder, now_ns: int) -> Piece:
        """What a stopped client did not start goes to the end for others."""
        return self._append(Piece(blocks, now_ns, False))

    def _append(self, piece: Piece) -> Piece:
        self._pieces.append(piece)
        self._left += piece.left()
        return piece

    def claim(self, most: int, clients: int) -> Remainder | None:
        """Up to so many blocks of the first piece that has any, and no more than one client's part of all queued."""
        while self._pieces:
            piece = self._pieces[0]
            if piece.left():
                return self.claim_of(piece, min(most, max(1, self._left // max(1, clients))))
            self._pieces.popleft()
        return None

    def claim_of(self, piece: Piece, most: int) -> Remainder:
        """Up to so many blocks of this piece, which has some."""
        start = piece.next
        piece.next = min(start + most, piece.end)
        self._left -= piece.next - start
        if not piece.left():
            self.used_up += piece.whole
        return Remainder(piece.grant, start, piece.next, piece.intended_ns)

    def close(self, which: Callable[[Grant], bool]) -> list[Remainder]:
        """Takes back what is not claimed of such leases."""
        open_pieces = [piece for piece in self._pieces if piece.left() and which(piece.grant)]
        return [self.claim_of(piece, piece.left()) for piece in open_pieces]

    def covered(self, remainders: Iterable[Remainder]) -> list[Covered]:
        """Their positions, by lease."""
        ranges: dict[int, list[tuple[int, int]]] = {}
        for grant, start, end, _ in remainders:
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
