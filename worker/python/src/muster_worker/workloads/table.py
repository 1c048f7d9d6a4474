"""CSV files as tables, plain or gzip: a header with a name and perhaps a type for each column, then one row a line.

A file that key "data" of a plan loads ("id:ID(Person)") is such a table, too, with the types in which it is loaded."""

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
# Roles of fields in the header of a file of data.
_ROLE = re.compile(
    r"(?P<name>[^:]*):(?P<role>ID|START_ID|END_ID|LABEL|TYPE|IGNORE)(\([^)]*\))?(\{id-type: ?(?P<type>[A-Za-z]+)})?"
)
_DELIMITERS = ",;|\t"
_BLANKS = " \t"
_MOST_ROWS = 5_000_000
_MAX_COLUMNS = 1_000
_MAX_LINE = 1 << 20
_ZSTD = b"\x28\xb5"


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
    **dict.fromkeys(("boolean", "bool"), (truth, "true or false")),
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
    lines = enumerate(_ended_lines(name, file), 1)
    number, (header, _) = next(lines, (1, ("", "")))
    if not header.strip():
        raise PlanError(f"{name}:1: expected a header, such as id:long,name:string")
    header = header.removeprefix("\ufeff")
    delimiter = max(_DELIMITERS, key=header.count)
    fields = [(field or "").strip() for field in _fields(header, f"{name}:1", delimiter)]
    data = any(_ROLE.fullmatch(field) for field in fields)
    columns = [_data_column(field, name) if data else _column(field, name) for field in fields]
    read = [column for column in columns if column.name]
    names = [column.name for column in read]
    if len(set(names)) < len(names):
        raise PlanError(f"{name}:1: two columns have one name")
    rows = 0
    for number, record in _records(name, lines, delimiter) if data else ((at, line) for at, (line, _) in lines):
        if record:
            rows += 1
            _add(columns, _fields(record, f"{name}:{number}", delimiter), f"{name}:{number}")
        if rows > _MOST_ROWS:
            raise PlanError(f"{name}:{number}: more than {_MOST_ROWS} rows")
    if not rows:
        raise PlanError(f"{name}:{number + 1}: has no row after its header")
    return Table(names, [column.inferred() for column in read], rows)


def _records(name: str, lines: Iterator[tuple[int, tuple[str, str]]], delimiter: str) -> Iterator[tuple[int, str]]:
    """As lines are, but a quoted field may hold line ends."""
    for number, (line, end) in lines:
        if '"' not in line:
            yield number, line
            continue
        parts, size = [line], len(line)
        state = _quotes(line, delimiter, (False, True))
        while state[0]:
            _, (more, more_end) = next(lines, (0, ("", "")))
            if not more and not more_end:
                break
            size += len(end) + len(more)
            if size > _MAX_LINE:
                raise PlanError(f"{name}:{number}: longer than {_MAX_LINE} characters")
            parts += [end, more]
            state = _quotes("\n" + more, delimiter, state)
            end = more_end
        yield number, "".join(parts)


def _quotes(text: str, delimiter: str, state: tuple[bool, bool]) -> tuple[bool, bool]:
    """Whether a quoted field is open after the text, and whether a quote may open or double there."""
    quoted, may_quote = state
    for character in text:
        if character == '"' and (quoted or may_quote):
            quoted, may_quote = not quoted, quoted
        else:
            may_quote = character == delimiter
    return quoted, may_quote


class _Column(NamedTuple):
    """`data`: of a file of data, whose values may have blanks around them. Without a name it is not read."""

    name: str
    type: str
    values: list[Value]
    data: bool = False

    def add(self, field: str | None, place: str) -> None:
        if not self.name:
            return
        value: Value = field
        if field is not None and self.type:
            convert, right = TYPES[self.type]
            value = convert(self._plain(field, convert))
            if value is None:
                raise PlanError(f'{place}: column {self.name}: "{field}" is not {right}')
        self.values.append(value)

    def inferred(self) -> list[Value]:
        """Without a type: integers if all fields are some, else texts."""
        if self.type:
            return self.values
        numbers = [None if field is None else whole(self._plain(str(field), whole)) for field in self.values]
        texts = any(number is None and field is not None for number, field in zip(numbers, self.values, strict=True))
        return self.values if texts else numbers

    def _plain(self, field: str, convert: Callable[[str], Value]) -> str:
        if not self.data or convert is _text:
            return field
        return field.strip(_BLANKS).lower() if convert is truth else field.strip(_BLANKS)


def _column(field: str, name: str) -> _Column:
    column, colon, typed = field.strip().partition(":")
    kind = typed.lower()
    if not column or (colon and kind not in TYPES):
        raise PlanError(f"{name}:1: column {field}: expected NAME or NAME:TYPE with long, double, boolean or string")
    return _Column(column, kind, [])


def _data_column(field: str, name: str) -> _Column:
    """Typed as it is loaded: a text where the header has no type; a key is whole numbers if all of them are some."""
    role = _ROLE.fullmatch(field)
    if not role:
        column = _column(field, name)
        return _Column(column.name, column.type or "string", [], True)
    if role["role"] not in ("ID", "START_ID", "END_ID"):
        return _Column("", "", [], True)
    key = role["name"] or ("id" if role["role"] == "ID" else role["role"])
    return _Column(key, _column(f"{key}:{role['type']}", name).type if role["type"] else "", [], True)


def _add(columns: list[_Column], fields: list[str | None], place: str) -> None:
    if len(fields) != len(columns):
        raise PlanError(f"{place}: {len(fields)} fields, but the header has {len(columns)}")
    for column, field in zip(columns, fields, strict=True):
        column.add(field, place)


def _fields(line: str, place: str, delimiter: str = ",") -> list[str | None]:
    """A quote in a quoted field is doubled; an empty field is None, unless it is quoted."""
    fields: list[str | None] = []
    at = 0
    while at >= 0:
        if line.startswith('"', at):
            end = _closing_quote(line, at, place) + 1
            fields.append(line[at + 1 : end - 1].replace('""', '"'))
        else:
            after = line.find(delimiter, at)
            end = len(line) if after < 0 else after
            fields.append(line[at:end] or None)
        if len(fields) > _MAX_COLUMNS:
            raise PlanError(f"{place}: more than {_MAX_COLUMNS} columns")
        if end < len(line) and line[end] != delimiter:
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
    return (line for line, _ in _ended_lines(name, file))


def _ended_lines(name: str, file: Path) -> Iterator[tuple[str, str]]:
    """Each line, and what ends it."""
    try:
        with file.open("rb") as opened:
            magic = opened.read(2)
        if magic == _ZSTD:
            raise PlanError(f"{name}: a Python worker reads plain files and gzip, not zstd: use Java workers for it")
        packed = magic == b"\x1f\x8b"
        with (
            gzip.open(file, "rt", encoding="utf-8", newline="")
            if packed
            else file.open(encoding="utf-8", newline="") as lines
        ):
            number = 0
            while ended := lines.readline(_MAX_LINE + 2):
                number += 1
                line = ended.removesuffix("\n").removesuffix("\r")
                if len(line) > _MAX_LINE:
                    raise PlanError(f"{name}:{number}: longer than {_MAX_LINE} characters")
                yield line, ended[len(line) :]
    except OSError as error:
        raise PlanError(f"{name}: cannot be read: {error.strerror or error}") from error
    except (EOFError, zlib.error, UnicodeDecodeError) as error:
        raise PlanError(f"{name}: is neither text in UTF-8 nor a whole gzip of it: {error}") from error
