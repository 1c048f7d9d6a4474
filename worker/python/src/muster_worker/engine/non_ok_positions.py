"""What the oracle must know of a snapshot: positions whose outcome was not simply ok, and some feeds as they came."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from muster_worker.engine.block_result import ABSENT, DUPLICATE, MAX_FEEDS, Extra
from muster_worker.engine.leases import runs
from muster_worker.wire import muster_pb2 as wire

_CLASSES = {ABSENT: "absent", DUPLICATE: "duplicate"}


def non_ok_positions(actions: NDArray[np.uint64], extras: Iterable[Extra]) -> list[wire.NonOkPositions]:
    """By class: few, as long as the database works.

    `actions` has a row each for outcome, lease and position of actions that were not ok; what was, after an answer that
    was lost, is among the extras."""
    positions: dict[str, dict[int, list[int]]] = {}
    for outcome, lease, position in actions.T.tolist():
        of_class = positions.setdefault(_CLASSES.get(outcome, "uncertain"), {})
        of_class.setdefault(lease, []).append(position)
    for extra in extras:
        if extra.again and extra.again.positions:
            of_class = positions.setdefault("again", {})
            of_class.setdefault(extra.again.lease, []).extend(extra.again.positions)
    return [
        wire.NonOkPositions(outcome=name, positions=_coverage(leases)) for name, leases in sorted(positions.items())
    ]


def _coverage(leases: dict[int, list[int]]) -> list[wire.Coverage]:
    return [
        wire.Coverage(lease=lease, runs=runs([(position, position + 1) for position in sorted(positions)]))
        for lease, positions in sorted(leases.items())
    ]


def feeds(extras: Iterable[Extra]) -> list[wire.FeedSample]:
    """The first few."""
    read = [extra.feed for extra in extras if extra.feed]
    return [wire.FeedSample(index=index, posts=posts) for index, posts in read[:MAX_FEEDS]]
