"""CSV files as tables, plain or gzip: a header with a name and perhaps a type for each column, then one row a line."""

import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

from muster_worker.workloads.settings import PlanError

Value: TypeAlias = int | float | bool | str | None
_WHOLE = re.compile("[+-]?[0-9]{1,19}")
_REAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
_LONGS = range(-(1 << 63), 1 << 63)
_MOST_ROWS = 5_000_000
_MAX_COLUMNS = 1_000
_MAX_LINE = 1 << 20


class Table(NamedTuple):
    """`values[column][row]`."""

    columns: list[str]
    values: list[list[Value]]
    size: int

    def value(self, column: int, item: int) -> Value:
        """One value of a row."""
        return self.values[column][item]


def whole(field: str) -> Value:
    """None if it is none."""
    if not _WHOLE.fullmatch(field):
        return None
    number = int(field)
    return number if number in _LONGS else None


def real(field: str) -> Value:
    """None if it is none."""
    return float(field) if _REAL.fullmatch(field) else None


def truth(field: str) -> Value:
    """None if it is neither."""
    return {"true": True, "false": False}.get(field)


def _text(field: str) -> Value:
    return field


TYPES: dict[str, tuple[Callable[[str], Value], str]] = {
    **dict.fromkeys(("long", "int", "integer", "short", "byte"), (whole, "a whole number")),
    **dict.fromkeys(("double", "float"), (real, "a number")),
    "boolean": (truth, "true or false"),
    "string": (_text, "a text"),
}


def read_fields(name: str, file: Path) -> Iterator[list[str | None]]:
    """The fields of the header, then of each row; raises PlanError with file and line."""
    for number, line in enumerate(_lines(name, file), 1):
        plain = line.removeprefix("\ufeff") if number == 1 else line
        if plain:
            yield _fields(plain, f"{name}:{number}")


def read_table(name: str, file: Path) -> Table:
    """Raises PlanError with file and line; `name` is what messages call it."""
    lines = enumerate(_lines(name, file), 1)
    number, header = next(lines, (1, ""))
    if not header.strip():
        raise PlanError(f"{name}:1: expected a header, such as id:long,name:string")
    columns = [_column(field or "", name) for field in _fields(header.removeprefix("\ufeff"), f"{name}:1")]
    names = [column.name for column in columns]
    if len(set(names)) < len(names):
        raise PlanError(f"{name}:1: two columns have one name")
    rows = 0
    for number, line in lines:
        if line:
            rows += 1
            _add(columns, _fields(line, f"{name}:{number}"), f"{name}:{number}")
        if rows > _MOST_ROWS:
            raise PlanError(f"{name}:{number}: more than {_MOST_ROWS} rows")
    if not rows:
        raise PlanError(f"{name}:{number + 1}: has no row after its header")
    return Table(names, [column.inferred() for column in columns], rows)


class _Column(NamedTuple):
    name: str
    type: str
    values: list[Value]

    def add(self, field: str | None, place: str) -> None:
        value: Value = field
        if field is not None and self.type:
            convert, right = TYPES[self.type]
            value = convert(field)
            if value is None:
                raise PlanError(f'{place}: column {self.name}: "{field}" is not {right}')
        self.values.append(value)

    def inferred(self) -> list[Value]:
        """Without a type: integers if all fields are some, else texts."""
        if self.type:
            return self.values
        numbers = [None if field is None else whole(str(field)) for field in self.values]
        texts = any(number is None and field is not None for number, field in zip(numbers, self.values, strict=True))
        return self.values if texts else numbers


def _column(field: str, name: str) -> _Column:
    column, colon, kind = field.strip().partition(":")
    if not column or (colon and kind not in TYPES):
        raise PlanError(f"{name}:1: column {field}: expected NAME or NAME:TYPE with long, double, boolean or string")
    return _Column(column, kind, [])


def _add(columns: list[_Column], fields: list[str | None], place: str) -> None:
    if len(fields) != len(columns):
        raise PlanError(f"{place}: {len(fields)} fields, but the header has {len(columns)}")
    for column, field in zip(columns, fields, strict=True):
        column.add(field, place)


def _fields(line: str, place: str) -> list[str | None]:
    """A quote in a quoted field is doubled; an empty field is None, unless it is quoted."""
    fields: list[str | None] = []
    at = 0
    while at >= 0:
        if line.startswith('"', at):
            end = _closing_quote(line, at, place) + 1
            fields.append(line[at + 1 : end - 1].replace('""', '"'))
        else:
            comma = line.find(",", at)
            end = len(line) if comma < 0 else comma
            fields.append(line[at:end] or None)
        if len(fields) > _MAX_COLUMNS:
            raise PlanError(f"{place}: more than {_MAX_COLUMNS} columns")
        if end < len(line) and line[end] != ",":
            raise PlanError(f"{place}: text after a closing quote")
        at = end + 1 if end < len(line) else -1
    return fields


def _closing_quote(line: str, opening: int, place: str) -> int:
    at = line.find('"', opening + 1)
    while at >= 0 and line.startswith('"', at + 1):
        at = line.find('"', at + 2)
    if at < 0:
        raise PlanError(f"{place}: a quote that is not closed on its line")
    return at


def _lines(name: str, file: Path) -> Iterator[str]:
    try:
        with file.open("rb") as opened:
            packed = opened.read(2) == b"\x1f\x8b"
        with gzip.open(file, "rt", encoding="utf-8") if packed else file.open(encoding="utf-8") as lines:
            number = 0
            while line := lines.readline(_MAX_LINE + 1):
                number += 1
                if len(line) > _MAX_LINE and not line.endswith("\n"):
                    raise PlanError(f"{name}:{number}: longer than {_MAX_LINE} characters")
                yield line.rstrip("\n")
    except OSError as error:
        raise PlanError(f"{name}: cannot be read: {error.strerror or error}") from error
    except (EOFError, zlib.error, UnicodeDecodeError) as error:
        raise PlanError(f"{name}: is neither text in UTF-8 nor a whole gzip of it: {error}") from error
