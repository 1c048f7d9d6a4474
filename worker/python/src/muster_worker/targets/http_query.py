"""Requests that a plan's operations name, and how their answers are read: QueryRequest and QueryAnswer in Java.

A body is read as a whole, so a limit bounds what is counted, not what is held."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from muster_worker.targets.http_request import RequestTemplate
from muster_worker.targets.spi import AnswerSink, FailureKind, OperationFailure, Probe
from muster_worker.workloads.json_text import json_text
from muster_worker.workloads.query_operation import Query, QueryOperation

_NAME = re.compile(r"\{([A-Za-z][A-Za-z0-9_]*)}")
_TYPE = "content-type"
_MOST_HELD = 16 << 20


class QueryRequest:
    """The template of one operation; values are written so that each stays one value, whatever is in it."""

    def __init__(self, query: Query, common: Mapping[str, str]) -> None:
        self.query = query
        self._keys: dict[str, Any] = json.loads(query.texts["http"])
        self.method: str = self._keys["method"]
        headers = {**common, **self._keys.get("headers", {})}
        body: str = self._keys.get("body", "")
        if body.lstrip()[:1] in ("{", "["):
            headers.setdefault(_TYPE, "application/json")
        self._path = _Filled(self._keys["path"], _percent)
        self._headers = {name: _Filled(value, _header) for name, value in headers.items()}
        media = headers.get(_TYPE, "").lower()
        self._body = (
            _Filled(body, None) if "json" in media else _Filled(body, _percent if "urlencoded" in media else _plain)
        )

    def __str__(self) -> str:
        return f"{self.method} {self._keys['path']}"

    def of(self, operation: QueryOperation) -> RequestTemplate:
        """With the values of an operation."""
        values = operation.bindings()
        # The client takes texts of headers as Latin-1; UTF-8 is what Java workers send.
        headers = {name: filled.of(values).encode().decode("latin-1") for name, filled in self._headers.items()}
        return RequestTemplate(self.method, self._path.of(values), headers, self._body.of(values))

    def report(self, position: int, status: int, body: bytes, probe: Probe) -> None:
        """Says what a whole answer means."""
        sink = probe.answer(position)
        outcome = self._outcome(status)
        if outcome != "ok":
            probe.outcome(position, outcome)
        elif "rows" in self._keys:
            self._rows(position, _items(body, self._keys["rows"]), sink, probe)
        elif sink and len(body) > _MOST_HELD:
            probe.outcome(position, "bodyTooLarge")
        else:
            probe.elements(position, 1)
            if sink:
                sink.row([_text(body)])

    def _outcome(self, status: int) -> str:
        statuses = self._keys.get("statuses", {})
        word = statuses.get(str(status)) or statuses.get(f"{status // 100}xx") or ("ok" if status < 400 else "error")
        return f"HTTP {status}" if word == "error" else str(word)

    def _rows(self, position: int, items: Sequence[object], sink: AnswerSink | None, probe: Probe) -> None:
        limit = self.query.row_limit
        probe.elements(position, min(len(items), limit))
        if sink:
            if items:
                sink.columns(self._columns(items[0]))
            for item in items[:limit]:
                sink.row(self._row(item))
        if len(items) > limit:
            probe.outcome(position, "tooManyRows")

    def _columns(self, item: object) -> list[str]:
        return list(self._keys.get("columns") or item) if isinstance(item, dict) else []

    def _row(self, item: object) -> Sequence[object]:
        match item:
            case dict():
                columns = self._keys.get("columns")
                return [item.get(column) for column in columns] if columns else list(item.values())
            case list():
                return item
            case _:
                return [item]


class _Filled:
    """A template; without an encoding it is JSON, in which the place decides."""

    def __init__(self, text: str, encoding: Callable[[object], str] | None) -> None:
        pieces = _NAME.split(text)
        self._texts, self._names = pieces[::2], pieces[1::2]
        self._encodings = [encoding] * len(self._names) if encoding else _in_json(self._texts)

    def of(self, values: Mapping[str, object]) -> str:
        filled = [self._texts[0]]
        for name, encoding, text in zip(self._names, self._encodings, self._texts[1:], strict=True):
            filled += (encoding(values[name]), text)
        return "".join(filled)


def _in_json(texts: Sequence[str]) -> list[Callable[[object], str]]:
    encodings: list[Callable[[object], str]] = []
    quoted = False
    for text in texts[:-1]:
        quotes = re.sub(r"\\.", "", text, flags=re.DOTALL) if quoted or '"' in text else text
        quoted ^= quotes.count('"') % 2 == 1
        encodings.append(_json_content if quoted else json_text)
    return encodings


def _plain(value: object) -> str:
    return "" if value is None else value if isinstance(value, str) else json_text(value)


def _percent(value: object) -> str:
    return quote(_plain(value), safe="-._~")


def _header(value: object) -> str:
    """RFC 9110, 5.5: a control character, which might begin another header, counts as a space."""
    return re.sub(r"[\x00-\x1f\x7f]", " ", _plain(value))


def _json_content(value: object) -> str:
    return json_text(_plain(value))[1:-1]


def _items(body: bytes, pointer: str) -> list[object]:
    try:
        found: Any = json.loads(body)
    except ValueError as error:
        raise _bad(f"the body: {error}") from error
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        try:
            found = found[int(key)] if isinstance(found, list) else found[key]
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise _bad(f'the body has nothing at "{pointer}"') from error
    return found if isinstance(found, list) else [found]


def _bad(message: str) -> OperationFailure:
    return OperationFailure(FailureKind.PERMANENT, "BadResponse", message)


def _text(body: bytes) -> str | bytes:
    try:
        return body.decode()
    except UnicodeDecodeError:
        return body
