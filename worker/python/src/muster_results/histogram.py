"""HdrHistogram, V2 compressed, in Muster's one configuration: nanoseconds, 3 digits, up to one hour.

A worker keeps raw values during an interval and counts them at its end, all at once: `record_value` of the package
hdrhistogram takes a microsecond a value, as much as the rest of a fast operation (docs/decisions/0016).
"""

import math
import struct
import zlib

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]

HIGHEST_NS = 3_600_000_000_000
DIGITS = 3
_SUB_BUCKET_BITS = 11
_SUB_BUCKETS = 1 << _SUB_BUCKET_BITS
_HALF = _SUB_BUCKETS // 2
_BUCKETS = HIGHEST_NS.bit_length() - _SUB_BUCKET_BITS + 1
LENGTH = (_BUCKETS + 1) * _HALF
_COOKIE = 0x1C849313
_COMPRESSED_COOKIE = 0x1C849314
_HEADER = struct.Struct(">iiiiqqd")
_OUTER = struct.Struct(">ii")
_LARGEST_BLOB = 320_000
_FEW_SAMPLES = 100
# Bytes of a count: 2^52 takes eight, and Java refuses more.
_LONGEST = 8


class BadHistogram(ValueError):
    """A blob that is no histogram of Muster's configuration."""


def index_of(values_ns: NDArray[np.int64]) -> NDArray[np.int64]:
    """The bucket of each value from 0 to HIGHEST_NS."""
    # frexp's exponent of a float is the bit length of the integer: exact, since the values are below 2^53.
    bits = np.frexp((values_ns | (_SUB_BUCKETS - 1)).astype(np.float64))[1].astype(np.int64)
    bucket = bits - _SUB_BUCKET_BITS
    index: NDArray[np.int64] = (bucket << (_SUB_BUCKET_BITS - 1)) + (values_ns >> bucket)
    return index


def lowest_of(index: NDArray[np.int64]) -> NDArray[np.int64]:
    """The lowest value that counts in each bucket, ns."""
    bucket = np.maximum((index >> (_SUB_BUCKET_BITS - 1)) - 1, 0)
    lowest: NDArray[np.int64] = (index - (bucket << (_SUB_BUCKET_BITS - 1))) << bucket
    return lowest


def highest_of(index: NDArray[np.int64]) -> NDArray[np.int64]:
    """The highest value that counts in each bucket, ns: the value that is shown for a percentile in it."""
    bucket = np.maximum((index >> (_SUB_BUCKET_BITS - 1)) - 1, 0)
    highest: NDArray[np.int64] = ((index - (bucket << (_SUB_BUCKET_BITS - 1)) + 1) << bucket) - 1
    return highest


def count(values_ns: NDArray[np.int64]) -> Counts:
    """How many values are in each bucket; they must be from 0 to HIGHEST_NS."""
    counts: Counts = np.bincount(index_of(values_ns), minlength=LENGTH).astype(np.int64)
    return counts


def encode(counts: Counts) -> bytes:
    """V2 compressed, readable by every HdrHistogram library; few samples are not deflated (Java: SnapshotEncoder)."""
    payload = bytearray()
    before = -1
    used = np.flatnonzero(counts)
    for index, number in zip(used.tolist(), counts[used].tolist(), strict=True):
        gap = index - before - 1
        if gap:
            _append(payload, -gap)
        _append(payload, number)
        before = index
    content = _HEADER.pack(_COOKIE, len(payload), 0, DIGITS, 1, HIGHEST_NS, 1.0) + payload
    deflated = zlib.compress(content, 0 if counts.sum() <= _FEW_SAMPLES else 1)
    return _OUTER.pack(_COMPRESSED_COOKIE, len(deflated)) + deflated


def _append(payload: bytearray, value: int) -> None:
    """ZigZag, then seven bits a byte; the ninth byte would hold eight, but no count is that large."""
    rest = (value << 1) ^ (value >> 63)
    while rest > 0x7F:
        payload.append(rest & 0x7F | 0x80)
        rest >>= 7
    payload.append(rest)


def decode(blob: bytes) -> Counts:
    """The counts of a blob; raises BadHistogram. Memory is bounded whatever the blob says."""
    return sum_of([payload(blob)])


def payload(blob: bytes) -> bytes:
    """What a blob says about its buckets, for `sum_of`; raises BadHistogram. Memory is bounded, as for `decode`."""
    _require(8 < len(blob) <= _LARGEST_BLOB, "a blob of a size that no histogram has")
    cookie, length = _OUTER.unpack_from(blob)
    _require(cookie == _COMPRESSED_COOKIE, "no V2 compressed histogram")
    _require(length == len(blob) - _OUTER.size, "its length field does not fit its size")
    content = _inflated(blob[_OUTER.size :])
    _require(len(content) >= _HEADER.size, "it ends too early")
    cookie, size, shift, digits, lowest, highest, _ = _HEADER.unpack_from(content)
    _require(cookie == _COOKIE and shift == 0, "no V2 histogram inside")
    _require((digits, lowest, highest) == (DIGITS, 1, HIGHEST_NS), "another configuration than Muster's")
    _require(size == len(content) - _HEADER.size, "its length field does not fit its content")
    return content[_HEADER.size :]


def _inflated(deflated: bytes) -> bytes:
    inflater = zlib.decompressobj()
    try:
        content = inflater.decompress(deflated, _HEADER.size + 9 * LENGTH)
    except zlib.error as error:
        raise BadHistogram(f"histogram: damaged compression: {error}") from error
    _require(inflater.eof and not inflater.unused_data, "more or fewer bytes than its header declares")
    return content


def sum_of(payloads: list[bytes]) -> Counts:
    """The counts of many histograms together; raises BadHistogram. numpy passes over all of them at once: with a loop
    over their bytes a query takes ten times as long."""
    counts = np.zeros(LENGTH, dtype=np.int64)
    payloads = [each for each in payloads if each]
    if payloads:
        after = np.cumsum(np.fromiter(map(len, payloads), np.int64, len(payloads)))
        values, ends = _values(np.frombuffer(b"".join(payloads), np.uint8), after)
        used = np.flatnonzero(values > 0)
        np.add.at(counts, _indexes(values, np.searchsorted(ends, after))[used], values[used])
    return counts


def _values(content: NDArray[np.uint8], after: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Counts, and negative numbers for runs of empty buckets, each with the place after its last byte."""
    _require(bool((content[after - 1] < 0x80).all()), "it ends within a count")
    ends = np.flatnonzero(content < 0x80) + 1
    lengths = np.diff(ends, prepend=0)
    _require(int(lengths.max()) <= _LONGEST, "a count that no histogram has")
    # Seven bits a byte, from the last one, which holds the highest.
    rest = content[ends - 1].astype(np.int64)
    longer = np.flatnonzero(lengths > 1)
    for read in range(1, _LONGEST):
        rest[longer] = rest[longer] << 7 | content[ends[longer] - 1 - read] & 0x7F
        longer = longer[lengths[longer] > read + 1]
        if not len(longer):
            break
    return (rest >> 1) ^ -(rest & 1), ends


def _indexes(values: NDArray[np.int64], lasts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The bucket of each value, given the last value of each histogram."""
    steps = np.maximum(1, -values)
    _require(int(steps.max()) <= LENGTH, "more buckets than there are")
    after = np.cumsum(steps)
    ends = after[lasts]
    before = np.concatenate(([0], ends[:-1]))
    _require(int((ends - before).max()) <= LENGTH, "more buckets than there are")
    after -= steps
    after -= np.repeat(before, np.diff(lasts, prepend=-1))
    return after


def percentile(counts: Counts, percent: float) -> int | None:
    """The value at a percentile, as Java's HdrHistogram defines it, in ns; None without samples."""
    total = int(counts.sum())
    if total == 0:
        return None
    rank = rank_of(percent, total)
    index = np.searchsorted(np.cumsum(counts), np.array([rank]), side="left")
    return int((lowest_of if percent == 0 else highest_of)(index)[0])


def rank_of(percent: float, total: int) -> int:
    """Rounded up, after one step down so that 99 % of 300 is 297 and not 298; the Python library rounds half up."""
    below = min(100.0, max(0.0, math.nextafter(percent, -math.inf)))
    return max(1, math.ceil(below * total / 100))


def _require(right: bool, otherwise: str) -> None:
    if not right:
        raise BadHistogram(f"histogram: {otherwise}")
