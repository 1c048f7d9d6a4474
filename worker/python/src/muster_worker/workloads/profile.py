"""Loads that change with the time of their phase, and the arrivals of such rates: as LoadProfile and ProfileLine."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from math import floor, pi, sin, sqrt
from typing import Any, NamedTuple

from muster_worker.workloads.draws import gap
from muster_worker.workloads.mix import mix
from muster_worker.workloads.settings import PlanError, duration_ns

NEVER = 1 << 62
"""What nothing is due at any more."""
_RATE = re.compile(r"(\d+)/(\d*)(ns|us|ms|s|m|h)")
_UNIT_NS = {"ns": 1, "us": 1_000, "ms": 1_000_000, "s": 10**9, "m": 60 * 10**9, "h": 3600 * 10**9}
_NANO = 10**9
_ARRIVAL = 2 * 10**18
"""One arrival: a height times a nanosecond, twice."""
_ONE = 1e18
_GAP = _ONE / 4294967296.0
_PIECES = 64


class _Piece(NamedTuple):
    """Heights are in 10^-9 a second, at its start and at its end; before it L is whole + rest / _ARRIVAL."""

    start_ns: int
    low: int
    high: int
    whole: int
    rest: int


class ProfileLine:
    """A profile as straight pieces, and its integral L. After the last piece its height holds.

    Where a piece begins, L is exact. Within a piece the inverse is a root in IEEE 754 arithmetic, step by step
    as in Java, so that both have the same bits."""

    def __init__(self, level: int, parts: Sequence[tuple[int, int]]) -> None:
        """From a height, and for each part its last height and its length in ns; 0 to jump there."""
        at = area = 0
        pieces = []
        for end, length in parts:
            if length:
                pieces.append(_Piece(at, level, end, *divmod(area, _ARRIVAL)))
                area += (level + end) * length
            at += length
            level = end
        pieces.append(_Piece(at, level, level, *divmod(area, _ARRIVAL)))
        self._pieces = pieces
        self._starts = [piece.start_ns for piece in pieces]
        self._reached = [piece.whole + (piece.rest > 0) for piece in pieces]

    def time_ns(self, index: int) -> int:
        """When L reaches this, and the height is not 0."""
        piece = bisect_right(self._reached, index) - 1
        if piece == len(self._pieces) - 1:
            return self._after(self._pieces[piece].start_ns, self._above(piece, index))
        if self._pieces[piece].low <= self._pieces[piece].high:
            return self._rise(piece, self._above(piece, index))
        return self._fall(piece, -self._above(piece + 1, index))

    def _above(self, piece: int, index: int) -> float:
        of = self._pieces[piece]
        return (float(index - of.whole) - float(of.rest) / float(_ARRIVAL)) * _ONE

    def next_ns(self, at_ns: int, gap_units: int) -> int:
        """The next arrival of a Poisson process; the gap is in 2^-32 of its mean."""
        if at_ns >= NEVER:
            return NEVER
        area = gap_units * _GAP
        last = len(self._pieces) - 1
        for piece in range(bisect_right(self._starts, at_ns) - 1, last):
            start, low, high = self._pieces[piece][:3]
            end = self._starts[piece + 1]
            at, length = max(at_ns, start), float(end - start)
            slope = (high - low) / length
            if low <= high:
                ns = float(at - start)
                above = ns * (low + slope * ns / 2) + area
                total = length * (low + high) / 2
                if above < total:
                    return max(at, self._rise(piece, above))
                area = above - total
            else:
                ns = float(end - at)
                below = ns * (high - slope * ns / 2) - area
                if below > 0:
                    return max(at, self._fall(piece, below))
                area = -below
        return self._after(max(at_ns, self._starts[last]), area)

    def _slope(self, piece: int) -> float:
        of = self._pieces[piece]
        return (of.high - of.low) / float(self._starts[piece + 1] - of.start_ns)

    def _rise(self, piece: int, area: float) -> int:
        of = self._pieces[piece]
        ns = 0.0 if area <= 0 else _root(of.low, self._slope(piece), area)
        return min(of.start_ns + floor(ns + 0.5), self._starts[piece + 1])

    def _fall(self, piece: int, area: float) -> int:
        of = self._pieces[piece]
        ns = 0.0 if area <= 0 else _root(of.high, -self._slope(piece), area)
        return max(self._starts[piece + 1] - floor(ns + 0.5), of.start_ns)

    def _after(self, start_ns: int, area: float) -> int:
        """The last height holds."""
        height = self._pieces[-1].low
        if height == 0 or area / height >= NEVER - start_ns:
            return NEVER
        return start_ns + floor(area / height + 0.5)


def _root(height: int, slope: float, area: float) -> float:
    """x of height * x + slope * x * x / 2 = area."""
    return 2 * area / (height + sqrt(float(height) * height + 2 * slope * area))


class ProfileConstant(NamedTuple):
    """Evenly spaced on the integral of a profile."""

    line: ProfileLine

    def time_ns(self, from_index: int, from_ns: int, to_index: int) -> int:
        """Exact, whatever was before."""
        return self.line.time_ns(to_index)


class ProfilePoisson:
    """A Poisson process whose rate is that of a profile."""

    def __init__(self, line: ProfileLine, key: int) -> None:
        self._line, self._hashed = line, mix(key)

    def time_ns(self, from_index: int, from_ns: int, to_index: int) -> int:
        """Costs some microseconds for each index between them."""
        at_ns = from_ns
        for index in range(from_index, to_index):
            at_ns = self._line.next_ns(at_ns, gap(mix(self._hashed ^ index)))
        return at_ns


class ProfileRate(NamedTuple):
    """A rate that changes with time."""

    line: ProfileLine
    poisson: bool

    def schedule(self, key: int) -> ProfileConstant | ProfilePoisson:
        """t(i) of a phase with this key."""
        return ProfilePoisson(self.line, key) if self.poisson else ProfileConstant(self.line)


def profile_line(profile: Mapping[str, Any], phase_ns: int) -> ProfileLine:
    """What a plan says, drawn; a sine up to the end of a phase of this duration."""
    if "stages" in profile:
        return ProfileLine(_level(profile["from"]), _stages(profile))
    if "spike" in profile:
        spike = profile["spike"]
        base, peak = _level(spike["base"]), _level(spike["peak"])
        return ProfileLine(base, [(base, _ns(spike["at"])), (peak, 0), (peak, _ns(spike["for"])), (base, 0)])
    sine = profile["sine"]
    return ProfileLine(_level(sine["mean"]), _waves(sine, phase_ns))


def profile_maximum(profile: Mapping[str, Any]) -> int:
    """Of a profile of clients: the most at a time."""
    if "stages" in profile:
        levels = [profile["from"]] + [stage["to"] for stage in profile["stages"] if "to" in stage]
        return max(map(int, levels))
    if "spike" in profile:
        return max(int(profile["spike"]["base"]), int(profile["spike"]["peak"]))
    return int(profile["sine"]["mean"]) + int(profile["sine"]["amplitude"])


def _stages(profile: Mapping[str, Any]) -> list[tuple[int, int]]:
    level = _level(profile["from"])
    parts = []
    for stage in profile["stages"]:
        level = _level(stage["to"]) if "to" in stage else level
        length = stage.get("in", stage.get("hold"))
        parts.append((level, _ns(length) if length else 0))
    return parts


def _waves(sine: Mapping[str, Any], phase_ns: int) -> list[tuple[int, int]]:
    mean, amplitude, period = _level(sine["mean"]), _level(sine["amplitude"]), _ns(sine["period"])
    parts: list[tuple[int, int]] = []
    before = piece = 0
    while before < phase_ns:
        piece += 1
        end = piece // _PIECES * period + piece % _PIECES * period // _PIECES
        parts.append((mean + _offset(amplitude, piece % _PIECES), end - before))
        before = end
    return parts


def _offset(amplitude: int, piece: int) -> int:
    """Of sines that are rounded to 10^-9, and towards 0 as Java divides."""
    product = amplitude * floor(sin(2 * pi * piece / _PIECES) * _NANO + 0.5)
    return product // _NANO if product >= 0 else -(-product // _NANO)


def _level(value: Any) -> int:
    """In 10^-9 a second, rounded to the nearest."""
    if isinstance(value, int):
        return value * _NANO
    found = _RATE.fullmatch(str(value))
    if not found:
        raise PlanError(f"rate: {value!r} is not a rate such as 1000/s")
    period_ns = int(found[2] or 1) * _UNIT_NS[found[3]]
    return (2 * int(found[1]) * 10**18 + period_ns) // (2 * period_ns)


def _ns(value: Any) -> int:
    return duration_ns(str(value), lambda: PlanError(f"rate: {value!r} is not a duration such as 20s"))
