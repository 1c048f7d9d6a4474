"""HdrHistogram functions for sqlite3, with the definitions of `./muster sql`: the same figures, to the nanosecond."""

import math
import sqlite3
from collections.abc import Callable
from typing import Any

import numpy as np

from muster_results import histogram
from muster_results.histogram import Counts


def register(connection: sqlite3.Connection) -> None:
    """Adds hdr_merge(blob), an aggregate that makes one blob of many, and hdr_percentile(blob, percentile),
    hdr_count, hdr_mean, hdr_min and hdr_max of a blob. Values are nanoseconds. NULL gives NULL; so does a percentile
    of too few samples (docs/semantics.md rule 12). A blob that is no histogram of Muster's configuration is an
    error."""
    connection.create_aggregate("hdr_merge", 1, _Merge)  # type: ignore[arg-type]
    connection.create_function("hdr_percentile", 2, _percentile, deterministic=True)
    for name, figure in _FIGURES.items():
        connection.create_function(name, 1, _of_blob(figure), deterministic=True)


class _Merge:
    """Sums of counts; NULLs are left out, and without any blob the result is NULL."""

    # Bytes that are added up together: each of numpy's arrays, some six times as large, should stay in the processor's
    # cache.
    _MOST_WAITING = 1 << 16

    def __init__(self) -> None:
        self._counts: Counts | None = None
        self._waiting: list[bytes] = []
        self._bytes = 0

    def step(self, blob: bytes | None) -> None:
        if blob is not None:
            payload = histogram.payload(blob)
            self._waiting.append(payload)
            self._bytes += len(payload)
            if self._bytes >= self._MOST_WAITING:
                self._add()

    def _add(self) -> None:
        counts = histogram.sum_of(self._waiting)
        self._counts = counts if self._counts is None else self._counts + counts
        self._waiting, self._bytes = [], 0

    def finalize(self) -> bytes | None:
        if self._waiting:
            self._add()
        return None if self._counts is None else histogram.encode(self._counts)


def _of_blob(figure: Callable[[Counts], Any]) -> Callable[[bytes | None], Any]:
    return lambda blob: None if blob is None else figure(histogram.decode(blob))


def _percentile(blob: bytes | None, percent: float | None) -> int | None:
    if blob is None or percent is None:
        return None
    counts = histogram.decode(blob)
    return histogram.percentile(counts, percent) if int(counts.sum()) >= needed(percent) else None


def needed(percent: float) -> int:
    """Samples without which a percentile is not told: ceil(ln 0.05 / ln q)."""
    q = percent / 100
    return 1 if q <= 0 or q >= 1 else math.ceil(math.log(0.05) / math.log(q))


def _mean(counts: Counts) -> float | None:
    used = np.flatnonzero(counts)
    if not len(used):
        return None
    lowest, highest = histogram.lowest_of(used), histogram.highest_of(used)
    middles = lowest + (highest - lowest + 1) // 2
    return float((middles.astype(np.float64) * counts[used]).sum() / counts.sum())


def _min(counts: Counts) -> int | None:
    used = np.flatnonzero(counts)
    return int(histogram.lowest_of(used[:1])[0]) if len(used) else None


def _max(counts: Counts) -> int | None:
    used = np.flatnonzero(counts)
    return int(histogram.highest_of(used[-1:])[0]) if len(used) else None


_FIGURES: dict[str, Callable[[Counts], Any]] = {
    "hdr_count": lambda counts: int(counts.sum()),
    "hdr_mean": _mean,
    "hdr_min": _min,
    "hdr_max": _max,
}
