"""Digests of answers are the same bits as the Java side's: its golden vectors are read here."""

import json
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path as File
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster_worker.answers.digest import Digest, Digester, row_hash
from muster_worker.answers.encoding import row
from muster_worker.answers.values import Edge, Node, Path, Point, Span
from muster_worker.workloads.mix import signed

VECTORS = File(__file__).parents[3] / "workloads/src/test/resources/golden/answers.json"


def time_of(text: str) -> time:
    whole, point, fraction = text.partition(".")
    digits = fraction[:9].rstrip("Z")
    zone = next((at for at, char in enumerate(fraction) if char in "+-Z"), len(fraction))
    digits, offset = (fraction[:zone], fraction[zone:]) if point else ("", "")
    return time.fromisoformat(whole + ("." + (digits + "000000")[:6] if point else "") + offset)


READERS: dict[str, Callable[[Any], object]] = {
    "null": lambda json: None,
    "boolean": lambda json: json == "true",
    "integer": int,
    "double": float,
    "decimal": Decimal,
    "text": str,
    "bytes": bytes.fromhex,
    "datetime": datetime.fromisoformat,
    "localDateTime": datetime.fromisoformat,
    "date": date.fromisoformat,
    "time": time_of,
    "offsetTime": time_of,
    "duration": lambda json: Span(*map(int, json)),
    "point": lambda json: Point(int(json[0]), [float(each) for each in json[1:]]),
    "list": lambda json: [value_of(each) for each in json],
    "set": lambda json: {value_of(each) for each in json},
    "map": lambda json: {value_of(key): value_of(value) for key, value in json},
    "node": lambda json: Node(value_of(json)),
    "edge": lambda json: Edge(json[0], value_of(json[1])),
    "path": lambda json: Path([value_of(each) for each in json]),
}


def value_of(described: dict[str, Any]) -> object:
    [(kind, content)] = described.items()
    return READERS[kind](content)


def test_every_row_is_encoded_and_hashed_as_java_does() -> None:
    for vector in json.loads(VECTORS.read_text()):
        values = [value_of(each) for each in vector["row"]]
        content = row(values)
        assert content.hex() == vector["bytes"], vector["row"]
        assert signed(row_hash(content)) == int(vector["hash"])


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.datetimes() | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
ROWS = st.lists(st.lists(VALUES, max_size=4), max_size=8)


def digest(rows: list[list[object]], ordered: bool = False) -> Digest:
    digester = Digester()
    digester.begin(ordered)
    for each in rows:
        digester.row(each)
    return digester.digest()


@given(ROWS, st.randoms())
def test_any_order_of_rows_has_the_same_digest(rows: list[list[object]], random: Any) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)
    assert digest(shuffled) == digest(rows)


@given(ROWS.filter(bool), st.data())
def test_a_row_that_is_changed_dropped_or_doubled_changes_the_digest(rows: list[list[object]], data: Any) -> None:
    at = data.draw(st.integers(0, len(rows) - 1))
    other = data.draw(st.lists(VALUES, max_size=4))
    expected = digest(rows)
    assert digest(rows[:at] + rows[at + 1 :]) != expected
    assert digest([*rows, rows[at]]) != expected
    if row(other) != row(rows[at]):
        assert digest([*rows[:at], other, *rows[at + 1 :]]) != expected
    if at and row(rows[at]) != row(rows[at - 1]):
        swapped = [*rows[: at - 1], rows[at], rows[at - 1], *rows[at + 1 :]]
        assert digest(swapped, ordered=True) != digest(rows, ordered=True)


def test_values_that_look_alike_differ_and_equal_numbers_do_not() -> None:
    alike: list[object] = [1, "1", True, b"1", [1], (), {1: 1}, None, "", 0, False, [], {}, [[]], Node(1), Path([1])]
    alike = [each for each in alike if each != ()]
    assert len({row([each]) for each in alike}) == len(alike)
    assert row([3]) == row([3.0]) == row([Decimal("3.00")])
    assert row([0.0]) == row([-0.0])
    assert row([float("nan")]) == row([-float("nan")])
    assert row([1, None]) != row([1])


def test_what_has_no_meaning_of_its_own_is_refused() -> None:
    with pytest.raises(ValueError, match="object, which has no portable meaning"):
        row([object()])
    deep: object = 1
    for _ in range(100):
        deep = [deep]
    with pytest.raises(ValueError, match="deep"):
        row([deep])
