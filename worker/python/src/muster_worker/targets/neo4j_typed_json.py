"""Values of application/vnd.neo4j.query, each {"$type": ..., "_value": ...}, as those of answers; TypedJson in Java."""

import re
from base64 import b64decode
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from muster_worker.answers import values

_DURATION = re.compile(
    r"P(?:(-?\d+)Y)?(?:(-?\d+)M)?(?:(-?\d+)W)?(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?)?"
)
_POINT = re.compile(r"SRID=(\d+);\s*POINT\s*Z?\s*\(\s*(\S+)\s+(\S+?)(?:\s+(\S+?))?\s*\)")
_TIME = re.compile(r"(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d(?::\d\d(?::\d\d)?)?)?(?:\[.*])?")
_EPOCH_DAY = date(1970, 1, 1).toordinal()
_NS_PER_S = 10**9


def row(typed: Any, identity: str) -> list[object]:
    """The values of one row; this property identifies nodes and edges."""
    return [_value(each, identity) for each in typed]


def _value(typed: Mapping[str, Any], identity: str) -> object:
    kind, value = typed["$type"], typed["_value"]
    match value:
        case None | bool():
            return value
        case str():
            return _scalar(kind, value)
        case list():
            items = row(value, identity)
            return values.Path(items) if kind == "Path" else items
        case _:
            return _structure(kind, value, identity)


def _structure(kind: str, value: Mapping[str, Any], identity: str) -> object:
    if kind not in ("Node", "Relationship"):
        return {key: _value(each, identity) for key, each in value.items()}
    properties = value.get("_properties") or {}
    known = _value(properties[identity], identity) if identity in properties else None
    return values.Node(known) if kind == "Node" else values.Edge(value["_type"], known)


def _scalar(kind: str, text: str) -> object:
    match kind:
        case "Integer":
            return int(text)
        case "Float":
            return float(text)
        case "String":
            return text
        case "Base64":
            return b64decode(text)
        case "Date":
            return date.fromordinal(_day(text))
        case "Time" | "LocalTime":
            nanos, offset_s = _time(text)
            return values.TimeOfDay(nanos - (offset_s or 0) * _NS_PER_S, kind == "Time")
        case "LocalDateTime" | "OffsetDateTime" | "ZonedDateTime" | "DateTime":
            day, clock = text.split("T")
            nanos, offset_s = _time(clock)
            seconds = (_day(day) - _EPOCH_DAY) * 86_400 + nanos // _NS_PER_S - (offset_s or 0)
            return values.Instant(seconds, nanos % _NS_PER_S)
        case "Duration":
            return _duration(text)
        case "Point":
            return _point(text)
        case _:
            raise ValueError(f"a value of type {kind}")


def _day(text: str) -> int:
    return date.fromisoformat(text).toordinal()


def _time(text: str) -> tuple[int, int | None]:
    """Nanoseconds of the day, and the offset in seconds if there is one."""
    parts = _TIME.fullmatch(text)
    if not parts:
        raise ValueError(f"a time {text}")
    hour, minute, second, fraction, offset = parts.groups()
    seconds = int(hour) * 3600 + int(minute) * 60 + int(second or 0)
    return seconds * _NS_PER_S + int((fraction or "0").ljust(9, "0")), _offset(offset)


def _offset(text: str | None) -> int | None:
    if text is None or text == "Z":
        return None if text is None else 0
    units: Sequence[int] = [int(unit) for unit in text[1:].split(":")]
    seconds = sum(unit * weight for unit, weight in zip(units, (3600, 60, 1), strict=False))
    return -seconds if text[0] == "-" else seconds


def _duration(text: str) -> values.Span:
    parts = _DURATION.fullmatch(text)
    if not parts:
        raise ValueError(f"a duration {text}")
    years, months, weeks, days, hours, minutes = (int(part or 0) for part in parts.groups()[:-1])
    seconds = 3600 * hours + 60 * minutes + Decimal(parts[7] or 0)
    whole, nanos = divmod(int(seconds * _NS_PER_S), _NS_PER_S)
    return values.Span(12 * years + months, 7 * weeks + days, whole, nanos)


def _point(text: str) -> values.Point:
    parts = _POINT.fullmatch(text)
    if not parts:
        raise ValueError(f"a point {text}")
    return values.Point(int(parts[1]), [float(each) for each in parts.groups()[1:] if each is not None])
