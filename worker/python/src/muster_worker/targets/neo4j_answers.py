"""The driver's values as those of answers; the Java worker's AnswerValues."""

from typing import Any

from neo4j.graph import Node, Path, Relationship
from neo4j.spatial import Point
from neo4j.time import Date, DateTime, Duration, Time

from muster_worker.answers import values

_PLAIN = {type(None), bool, int, float, str, bytes, bytearray}
_EPOCH_DAY = Date(1970, 1, 1).to_ordinal()
_NS_PER_S = 10**9


def row(record: Any, identity: str) -> list[object]:
    """One value a column; this property identifies nodes and edges."""
    return [value if type(value) in _PLAIN else portable(value, identity) for value in record.values()]


def portable(value: Any, identity: str) -> object:
    """A value that `muster_worker.answers.encoding` takes."""
    match value:
        case list():
            return [portable(each, identity) for each in value]
        case dict():
            return {key: portable(each, identity) for key, each in value.items()}
        case Node():
            return values.Node(value.get(identity))
        case Relationship():
            return values.Edge(value.type, value.get(identity))
        case Path():
            return values.Path(list(_elements(value, identity)))
        case Point():
            return values.Point(value.srid or 0, [float(each) for each in value])
        case DateTime():
            return _instant(value)
        case Date():
            return value.to_native()
        case Time():
            return _time(value)
        case Duration():
            months, days, seconds, nanos = value
            # The driver gives both one sign, others round seconds down.
            return values.Span(months, days, *divmod(seconds * _NS_PER_S + nanos, _NS_PER_S))
        case _:
            return value


def _elements(path: Path, identity: str) -> Any:
    yield values.Node(path.start_node.get(identity) if path.start_node else None)
    for node, edge in zip(path.nodes[1:], path.relationships, strict=True):
        yield values.Edge(edge.type, edge.get(identity))
        yield values.Node(node.get(identity))


def _instant(value: DateTime) -> values.Instant:
    """One without a zone counts as UTC."""
    offset = value.utcoffset()
    days = value.date().to_ordinal() - _EPOCH_DAY
    seconds = days * 86_400 + value.hour * 3600 + value.minute * 60 + value.second
    return values.Instant(seconds - (round(offset.total_seconds()) if offset else 0), value.nanosecond)


def _time(value: Time) -> values.TimeOfDay:
    offset = value.utcoffset()
    nanos = int(value.ticks) - (round(offset.total_seconds()) * _NS_PER_S if offset else 0)
    return values.TimeOfDay(nanos, value.tzinfo is not None)
