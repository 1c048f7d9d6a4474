"""Values as bytes that are equal exactly when the values mean the same, as AnswerSink and AnswerEncoder say."""

from collections.abc import Callable, Mapping, Sequence, Set
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from struct import Struct
from uuid import UUID

from muster_worker.answers.values import Edge, Instant, Node, Path, Point, Span, TimeOfDay

_LENGTH = Struct(">BI")
_LONG = Struct(">Bq")
_DOUBLE = Struct(">Bd")
_INSTANT = Struct(">Bqi")
_SPAN = Struct(">Bqqqq")
_POINT = Struct(">Bii")
_REAL = Struct(">d")
_NAN = bytes.fromhex("067ff8000000000000")
_NULL, _FALSE, _TRUE = b"\x01", b"\x02", b"\x03"
_INTEGER, _BIG_INTEGER, _REAL_TAG, _DECIMAL, _TEXT, _BYTES, _MOMENT, _DATE, _LOCAL_TIME, _UTC_TIME = range(4, 14)
_DURATION, _PLACE, _LIST, _SET, _MAP, _NODE, _EDGE, _PATH, _ROW = range(14, 23)
_DEEPEST = 64
_EXACT_DIGITS = 15
_LEAST, _MOST = -(1 << 63), (1 << 63) - 1
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_DAY = date(1970, 1, 1).toordinal()
_DAY_NS = 86_400 * 10**9


def row(values: Sequence[object]) -> bytes:
    """One row; raises ValueError for a value of another type. The most frequent types take no further call."""
    parts = [_LENGTH.pack(_ROW, len(values))]
    for value in values:
        kind = type(value)
        if kind is str:
            content = _utf8(value)  # type: ignore[arg-type]
            parts.append(_LENGTH.pack(_TEXT, len(content)))
            parts.append(content)
        elif kind is int and _LEAST <= value <= _MOST:  # type: ignore[operator]
            parts.append(_LONG.pack(_INTEGER, value))
        else:
            parts.append((_ENCODERS.get(kind) or _encoder(value))(value, 0))
    return b"".join(parts)


def _utf8(value: str) -> bytes:
    """Half of a surrogate pair is a character."""
    try:
        return value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-8", "surrogatepass")


def _value(value: object, depth: int) -> bytes:
    return (_ENCODERS.get(type(value)) or _encoder(value))(value, depth)


def _integer(value: int, _: int) -> bytes:
    if _LEAST <= value <= _MOST:
        return _LONG.pack(_INTEGER, value)
    try:
        real = float(value)
    except OverflowError:
        return _block(_BIG_INTEGER, str(value).encode())
    return _DOUBLE.pack(_REAL_TAG, real) if real == value else _block(_BIG_INTEGER, str(value).encode())


def _real(value: float, _: int) -> bytes:
    if value.is_integer() and -(2.0**63) <= value < 2.0**63:
        return _LONG.pack(_INTEGER, int(value))
    return _NAN if value != value else _DOUBLE.pack(_REAL_TAG, value)


def _decimal(value: Decimal, depth: int) -> bytes:
    if not value.is_finite():
        return _real(float(value), depth)
    plain = format(value, "f")
    plain = plain.rstrip("0").rstrip(".") if "." in plain else plain
    if "." not in plain:
        return _integer(int(plain), depth)
    if len(plain.replace(".", "").lstrip("-").lstrip("0")) <= _EXACT_DIGITS:
        return _real(float(plain), depth)
    return _block(_DECIMAL, plain.encode())


def _block(tag: int, content: bytes) -> bytes:
    return _LENGTH.pack(tag, len(content)) + content


def _text(value: str, _: int) -> bytes:
    content = _utf8(value)
    return _LENGTH.pack(_TEXT, len(content)) + content


def _datetime(value: datetime, _: int) -> bytes:
    """One without a zone counts as UTC."""
    since = (value if value.tzinfo else value.replace(tzinfo=UTC)) - _EPOCH
    return _INSTANT.pack(_MOMENT, since.days * 86_400 + since.seconds, since.microseconds * 1000)


def _time(value: time, _: int) -> bytes:
    nanos = ((value.hour * 60 + value.minute) * 60 + value.second) * 10**9 + value.microsecond * 1000
    offset = value.utcoffset()
    if offset is None:
        return _LONG.pack(_LOCAL_TIME, nanos)
    return _LONG.pack(_UTC_TIME, (nanos - round(offset.total_seconds()) * 10**9) % _DAY_NS)


def _timedelta(value: timedelta, _: int) -> bytes:
    return _SPAN.pack(_DURATION, 0, 0, value.days * 86_400 + value.seconds, value.microseconds * 1000)


def _point(value: Point, _: int) -> bytes:
    coordinates = b"".join(_REAL.pack(each + 0.0) if each == each else _NAN[1:] for each in value.coordinates)
    return _POINT.pack(_PLACE, value.srid, len(value.coordinates)) + coordinates


def _deeper(depth: int) -> int:
    if depth >= _DEEPEST:
        raise ValueError(f"an answer with lists more than {_DEEPEST} deep")
    return depth + 1


def _values(tag: int, values: Sequence[object], depth: int) -> bytes:
    below = _deeper(depth)
    return _LENGTH.pack(tag, len(values)) + b"".join([_value(each, below) for each in values])


def _set(values: Set[object], depth: int) -> bytes:
    below = _deeper(depth)
    return _LENGTH.pack(_SET, len(values)) + b"".join(sorted(_value(each, below) for each in values))


def _map(entries: Mapping[object, object], depth: int) -> bytes:
    below = _deeper(depth)
    encoded = sorted(_value(key, below) + _value(value, below) for key, value in entries.items())
    return _LENGTH.pack(_MAP, len(entries)) + b"".join(encoded)


def _edge(value: Edge, depth: int) -> bytes:
    return _block(_EDGE, value.type.encode()) + _value(value.identity, depth)


_ENCODERS: dict[type, Callable[..., bytes]] = {
    type(None): lambda value, depth: _NULL,
    bool: lambda value, depth: _TRUE if value else _FALSE,
    int: _integer,
    float: _real,
    Decimal: _decimal,
    str: _text,
    UUID: lambda value, depth: _text(str(value), depth),
    bytes: lambda value, depth: _block(_BYTES, value),
    bytearray: lambda value, depth: _block(_BYTES, value),
    datetime: _datetime,
    Instant: lambda value, depth: _INSTANT.pack(_MOMENT, value.seconds, value.nanos),
    date: lambda value, depth: _LONG.pack(_DATE, value.toordinal() - _EPOCH_DAY),
    time: _time,
    TimeOfDay: lambda value, depth: _LONG.pack(_UTC_TIME if value.utc else _LOCAL_TIME, value.nanos % _DAY_NS),
    timedelta: _timedelta,
    Span: lambda value, depth: _SPAN.pack(_DURATION, *value),
    Point: _point,
    list: lambda value, depth: _values(_LIST, value, depth),
    tuple: lambda value, depth: _values(_LIST, value, depth),
    set: _set,
    frozenset: _set,
    dict: _map,
    Node: lambda value, depth: bytes([_NODE]) + _value(value.identity, depth),
    Edge: _edge,
    Path: lambda value, depth: _values(_PATH, value.elements, depth),
}
_BASES = tuple((base, encode) for base, encode in _ENCODERS.items() if base not in (type(None), bool))


def _encoder(value: object) -> Callable[..., bytes]:
    """Of a subclass, as some drivers have."""
    for base, encode in _BASES:
        if isinstance(value, base):
            return encode
    raise ValueError(f"an answer with a value of {type(value).__name__}, which has no portable meaning")


__all__ = ["row"]
