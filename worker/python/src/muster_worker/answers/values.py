"""Values of answers for which Python has no type."""

from collections.abc import Sequence
from typing import NamedTuple


class Node(NamedTuple):
    """A vertex by the property that the plan chose; None if it has no such property."""

    identity: object


class Edge(NamedTuple):
    """A relationship by its label and the property that the plan chose."""

    type: str
    identity: object


class Path(NamedTuple):
    """A walk through the graph, in order."""

    elements: Sequence[object]


class Point(NamedTuple):
    """A place: 4326 and 4979 are longitude and latitude (and height), 7203 and 9157 Cartesian coordinates."""

    srid: int
    coordinates: Sequence[float]


class Span(NamedTuple):
    """An amount of time; months, days and seconds are not converted into each other."""

    months: int
    days: int
    seconds: int
    nanos: int


class Instant(NamedTuple):
    """A moment, in nanoseconds, where a datetime has only microseconds."""

    seconds: int
    nanos: int


class TimeOfDay(NamedTuple):
    """A time of day in nanoseconds; moved to UTC, or local."""

    nanos: int
    utc: bool
