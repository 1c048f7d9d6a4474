"""Draws from tables: weights, Zipf, out-degrees, gaps, permutations, arrivals. Each is the Java class of its name."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from muster_worker.workloads.fixed_point import MAX_BITS, log2, zipf_weights
from muster_worker.workloads.mix import below, mix, mix2

PROFILES = ("wikipedia-2011", "wikipedia-2004")


class WeightTable:
    """A choice among 0 .. size - 1 by integer weights: `up_to[i]` is the sum of the weights 0 .. i."""

    def __init__(self, up_to: Sequence[int]) -> None:
        self._up_to = up_to
        self.total = up_to[-1]

    @classmethod
    def of(cls, weights: NDArray[np.int64]) -> "WeightTable":
        """From weights >= 0 with a sum of 1 .. 2^62."""
        return cls(np.cumsum(weights).tolist())

    def draw(self, hashed: int) -> int:
        """The choice of this hash."""
        return bisect_right(self._up_to, below(self.total, hashed))

    def find(self, x: int) -> int:
        """The smallest i such that the sum of the weights 0 .. i is greater than x."""
        return bisect_right(self._up_to, x)

    def weights(self) -> NDArray[np.int64]:
        """All weights, in order."""
        up_to = np.array([0, *self._up_to], dtype=np.int64)
        return up_to[1:] - up_to[:-1]

    def __len__(self) -> int:
        return len(self._up_to)

    def start(self, i: int) -> int:
        """The sum of the weights before i."""
        return self._up_to[i - 1] if i else 0

    def weight(self, i: int) -> int:
        """The weight of i."""
        return self._up_to[i] - self.start(i)


def zipf(size: int, exponent_milli: int) -> WeightTable:
    """Rank r (from 1) has about the weight r^-s with s = exponent_milli / 1000."""
    bits = min(MAX_BITS, 62 - size.bit_length())
    return WeightTable.of(zipf_weights(size, exponent_milli, bits))


def milli(exponent: float) -> int:
    """An exponent of a plan, such as 0.75, in thousandths: the nearest, halves up."""
    return int(exponent * 1000 + 0.5)


@cache
def degree_table(profile: str) -> tuple[int, ...]:
    """At d: the probability, times 2^32, that a degree is d or less. Profile is one of PROFILES."""
    text = files(__package__).joinpath("tables", f"degrees-{profile}.txt").read_text("utf-8")
    weights = [int(weight) for line in text.splitlines() if not line.startswith("#") for weight in line.split()]
    return tuple(accumulate(weights))


def degree(profile: str, hashed: int) -> int:
    """The smallest d with more than the high 32 bits of the hash in the table."""
    return bisect_right(degree_table(profile), hashed >> 32)


def _gap_table() -> list[int]:
    ln2 = 2_977_044_471
    gaps = [0] + [(((17 << 32) - log2(2 * j + 1)) * ln2) >> 32 for j in range(1, 1 << 16)]
    gaps[0] = (1 << 48) - sum(gaps)
    return gaps


@cache
def gap_table() -> list[int]:
    """65,536 gaps of equal probability with a mean of 2^32; made when first used."""
    return _gap_table()


def gap(hashed: int) -> int:
    """A gap of the exponential distribution, in 2^-32 of its mean."""
    return gap_table()[hashed >> 48]


def scale(gap_units: int, mean: int, bits: int) -> int:
    """The gap with this mean, which has so many fraction bits; rounded to the nearest."""
    return (gap_units * mean + (1 << (31 + bits))) >> (32 + bits)


def gap_ns(hashed: int, mean_ns: int) -> int:
    """A gap with this mean, in ns."""
    return scale(gap(hashed), mean_ns << 10, 10)


class Permutation:
    """A seeded permutation of 0 .. size - 1 that needs no memory: a Feistel network of six rounds."""

    def __init__(self, size: int, key: int) -> None:
        bits = max(2, (size - 1).bit_length())
        self._size = size
        self._right = (bits + 1) // 2
        self._right_mask = (1 << self._right) - 1
        self._left_mask = (1 << (bits - self._right)) - 1
        self._keys = [key ^ (i << 56) for i in range(6)]

    def at(self, place: int) -> int:
        """The element at a place, 0 <= place < size."""
        value = self._forward(place)
        while value >= self._size:
            value = self._forward(value)
        return value

    def _forward(self, value: int) -> int:
        left, right = value >> self._right, value & self._right_mask
        keys = self._keys
        for i in (0, 2, 4):
            left ^= mix(keys[i] ^ right) & self._left_mask
            right ^= mix(keys[i + 1] ^ left) & self._right_mask
        return (left << self._right) | right


def shuffle(size: int, key: int) -> list[int]:
    """0 .. size - 1 in a seeded order."""
    elements = list(range(size))
    for i in range(size - 1, 0, -1):
        other = below(i + 1, mix2(key, i))
        elements[i], elements[other] = elements[other], elements[i]
    return elements


class Arrivals(Protocol):
    """When the operations of an open phase are meant to start, ns after its start."""

    def time_ns(self, from_index: int, from_ns: int, to_index: int) -> int:
        """t(to_index), where t(from_index) = from_ns and from_index <= to_index."""


class Constant:
    """t(i) = floor(i * period_ns / arrivals)."""

    def __init__(self, arrivals: int, period_ns: int) -> None:
        self._arrivals, self._period_ns = arrivals, period_ns

    def time_ns(self, from_index: int, from_ns: int, to_index: int) -> int:
        """Exact, whatever was before."""
        return to_index * self._period_ns // self._arrivals


class Poisson:
    """t(i) is the sum of the gaps 0 .. i - 1; gap j is drawn for mix(key, j)."""

    def __init__(self, arrivals: int, period_ns: int, key: int) -> None:
        self._mean, self._hashed = (period_ns << 20) // arrivals, mix(key)

    def time_ns(self, from_index: int, from_ns: int, to_index: int) -> int:
        """Costs about a microsecond for each index between them."""
        gaps = (scale(gap(mix(self._hashed ^ j)), self._mean, 20) for j in range(from_index, to_index))
        return from_ns + sum(gaps)
