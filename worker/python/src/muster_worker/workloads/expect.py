"""Key "expect" of operations: what they must answer; ExpectReader and AnswerCsv in Java check it before it is sent."""

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from muster_worker.answers.digest import row_hash
from muster_worker.answers.encoding import row
from muster_worker.answers.reference import ExpectedAnswers
from muster_worker.workloads.data import DataFiles
from muster_worker.workloads.query_operation import Query
from muster_worker.workloads.settings import PlanError
from muster_worker.workloads.table import TYPES, read_fields, real, truth, whole


def expected_answers(
    operations: Mapping[str, Any], queries: Sequence[Query], files: DataFiles
) -> dict[str, ExpectedAnswers]:
    """Of the operations that say so, by name."""
    return {
        query.name: _expected(operations[query.name], query, files)
        for query in queries
        if "expect" in operations[query.name]
    }


def _expected(operation: Mapping[str, Any], query: Query, files: DataFiles) -> ExpectedAnswers:
    expect = operation["expect"]
    answers = ExpectedAnswers(query.ordered)
    if isinstance(expect, dict) and "csv" in expect:
        _read(answers, query, expect["csv"], files)
        return answers
    rows = expect["rows"] if isinstance(expect, dict) else [[expect]]
    answers.add(list((operation.get("with") or {}).values()), rows)
    return answers


def _read(answers: ExpectedAnswers, query: Query, name: str, files: DataFiles) -> None:
    """A column a parameter, then those of the answer; rows with the same parameters are the rows of one answer."""
    header, *lines = read_fields(name, files(name))
    names, kinds = zip(*((field or "").strip().partition(":")[::2] for field in header), strict=True)
    width = len(query.parameters)
    columns = [
        _values(kind, [line[at] if at < len(line) else None for line in lines], name) for at, kind in enumerate(kinds)
    ]
    asked = [columns[names.index(parameter)] for parameter in query.parameters]
    questions: dict[int, tuple[list[object], list[list[object]]]] = {}
    if not width:
        questions[0] = ([], [])
    for at, line in enumerate(lines):
        values = [column[at] for column in asked]
        _, rows = questions.setdefault(row_hash(row(values)) if width else 0, (values, []))
        if len(line) > width:
            rows.append([column[at] for column in columns[width:]])
    for values, rows in questions.values():
        answers.add(values, rows)


def _values(kind: str, fields: list[str | None], name: str) -> list[object]:
    """Without a type: integers, numbers or truth values if all fields are some, else texts."""
    if kind == "json":
        return [None if field is None else json.loads(field) for field in fields]
    if kind == "decimal":
        return [None if field is None else Decimal(field) for field in fields]
    if kind:
        if kind not in TYPES:
            raise PlanError(f"{name}:1: a column of type {kind}")
        return [None if field is None else TYPES[kind][0](field) for field in fields]
    for convert in (whole, real, truth):
        values = [None if field is None else convert(field) for field in fields]
        if all(value is not None for value, field in zip(values, fields, strict=True) if field is not None):
            return list(values)
    return list(fields)
