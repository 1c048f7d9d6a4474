"""A 64-bit mixer and draws built on it. Values are unsigned 64-bit integers that wrap; SplitMix64's finaliser."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_FIRST = 0xBF58476D1CE4E5B9
_SECOND = 0x94D049BB133111EB


def mix(value: int) -> int:
    """Hashes one value, signed or unsigned; the result is unsigned."""
    z = (value + _GOLDEN) & MASK
    z = ((z ^ (z >> 30)) * _FIRST) & MASK
    z = ((z ^ (z >> 27)) * _SECOND) & MASK
    return z ^ (z >> 31)


def mix2(first: int, second: int) -> int:
    """Hashes two values: the order matters."""
    return mix(mix(first) ^ (second & MASK))


def mix3(first: int, second: int, third: int) -> int:
    """Hashes three values: the order matters."""
    return mix(mix(mix(first) ^ (second & MASK)) ^ (third & MASK))


def below(bound: int, hashed: int) -> int:
    """A draw from [0, bound) by the high half of hashed * bound."""
    return ((hashed & MASK) * bound) >> 64


def text_digest(text: str) -> int:
    """h = 31 * h + b for each byte of UTF-8, then mixed."""
    hashed = 0
    for byte in text.encode():
        hashed = (hashed * 31 + byte) & MASK
    return mix(hashed)


def operation_digest(code: int, head: int, values: Sequence[int]) -> int:
    hashed = mix2(code, head)
    for value in values:
        hashed = mix2(hashed, value)
    return hashed


def signed(value: int) -> int:
    """The same 64 bits as Java's long."""
    return value - (1 << 64) if value >> 63 else value


def mix_array(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """As `mix`, of each element."""
    z = values + np.uint64(_GOLDEN)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(_FIRST)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_SECOND)
    return z ^ (z >> np.uint64(31))
