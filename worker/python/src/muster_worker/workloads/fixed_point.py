"""Powers and logarithms in fixed point by integer arithmetic only; the Javadoc of FixedPoint defines the tables."""

from math import isqrt

import numpy as np
from numpy.typing import NDArray

FRACTION_BITS = 32
MAX_BITS = 42
_STEP_BITS = 12
_STEPS = 1 << _STEP_BITS
_REST_BITS = FRACTION_BITS - _STEP_BITS
_REST_MASK = (1 << _REST_BITS) - 1
_FRACTION_MASK = (1 << FRACTION_BITS) - 1
_ROOT_BITS = 62


def log2(value: int) -> int:
    """log2(value) * 2^32, for value >= 1."""
    exponent = value.bit_length() - 1
    fraction = ((value << (63 - exponent)) >> 31) & _FRACTION_MASK
    return (exponent << FRACTION_BITS) + _interpolate(LOG, fraction)


def exp2_negative(y: int, bits: int) -> int:
    """floor(2^(-y / 2^32) * 2^bits), for y >= 0 and bits <= 42."""
    z = -y
    shift = -(z >> FRACTION_BITS) + MAX_BITS - bits
    return 0 if shift > 62 else _interpolate(POW, z & _FRACTION_MASK) >> shift


def zipf_weights(size: int, exponent_milli: int, bits: int) -> NDArray[np.int64]:
    """max(1, exp2_negative(log2(i + 1) * exponent_milli // 1000, bits)) for i below size, all at once."""
    rank = np.arange(1, size + 1, dtype=np.int64)
    exponent = np.frexp(rank.astype(np.float64))[1].astype(np.int64) - 1
    fraction = (rank << (63 - exponent - 31)) & _FRACTION_MASK
    y = ((exponent << FRACTION_BITS) + _interpolate_all(LOG, fraction)) * exponent_milli // 1000
    shift = -(-y >> FRACTION_BITS) + MAX_BITS - bits
    power = _interpolate_all(POW, -y & _FRACTION_MASK) >> np.minimum(shift, 62)
    weights: NDArray[np.int64] = np.maximum(1, np.where(shift > 62, 0, power))
    return weights


def _interpolate(table: list[int], fraction: int) -> int:
    i = fraction >> _REST_BITS
    return table[i] + (((table[i + 1] - table[i]) * (fraction & _REST_MASK)) >> _REST_BITS)


def _interpolate_all(table: list[int], fraction: NDArray[np.int64]) -> NDArray[np.int64]:
    entries = np.array(table, dtype=np.int64)
    i = fraction >> _REST_BITS
    between: NDArray[np.int64] = entries[i] + (((entries[i + 1] - entries[i]) * (fraction & _REST_MASK)) >> _REST_BITS)
    return between


def _logarithm(mantissa: int) -> int:
    m, result = mantissa, 0
    for _ in range(FRACTION_BITS):
        m = (m * m) >> 64
        top = m >> 63
        result = (result << 1) | top
        m = m if top else m << 1
    return result


def _power(roots: list[int], i: int) -> int:
    product = 1 << _ROOT_BITS
    for k in range(1, len(roots)):
        if (i >> (len(roots) - 1 - k)) & 1:
            product = (product * roots[k]) >> _ROOT_BITS
    return product


def _roots(count: int) -> list[int]:
    roots = [2 << _ROOT_BITS]
    for _ in range(count):
        roots.append(isqrt(roots[-1] << _ROOT_BITS))
    return roots


LOG = [_logarithm((_STEPS + i) << (63 - _STEP_BITS)) for i in range(_STEPS)] + [1 << FRACTION_BITS]
POW = [_power(_ROOTS, i) >> (_ROOT_BITS - MAX_BITS) for _ROOTS in (_roots(_STEP_BITS),) for i in range(_STEPS)]
POW.append(1 << (MAX_BITS + 1))
