"""A reference as Java wrote it, and a Python engine that compares its answers with it."""

from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path

import pytest

from muster_worker.answers.digest import Digester, row_hash
from muster_worker.answers.encoding import row
from muster_worker.answers.reference import AnswerChecks, AnswerReference
from muster_worker.engine.answer_comparison import AnswerComparison
from muster_worker.workloads.query_operation import Query, QueryOperation
from muster_worker.workloads.settings import PlanError

STATEMENT = "ecdae70c546cff60"


def query(name: str = "one", text: str = "RETURN 1", write: bool = False, stable: bool = False) -> Query:
    return Query(64, name, {"cypher": text}, ("id",), write, False, stable, "id", 1000, 0)


def write(path: Path, answers: int, checksum: str) -> None:
    lines = ["muster-answers\t1", "recorded\tnow", "plan\tp", "database\td", "data\t-"]
    lines.append(f"operation\tone\tunordered\tid\tcypher={checksum}")
    for value in range(answers):
        digester = Digester()
        digester.row([value, "é"])
        rows = b64encode(digester.first_rows()).decode().rstrip("=")
        lines.append(f"answer\t0\t{row_hash(row([value])):016x}\t1\t{digester.digest().hash:016x}\t{rows}")
    path.write_text("\n".join([*lines, f"end\t{answers}", ""]))


@pytest.fixture
def reference(tmp_path: Path) -> AnswerReference:
    path = tmp_path / "a.answers"
    write(path, 3, STATEMENT)
    return AnswerReference(path)


def answered(checks: AnswerChecks, asked: Query, rows: Sequence[Sequence[object]]) -> AnswerComparison:
    comparison = AnswerComparison(checks)
    comparison.begin()
    sink = comparison.sink(0, QueryOperation(asked, (2,)), 7)
    for each in rows:
        assert sink is not None
        sink.row(each)
    return comparison


def test_a_right_answer_is_right_and_a_wrong_one_is_shown(reference: AnswerReference) -> None:
    asked = query(text="RETURN\n 1 ")
    checks = AnswerChecks(reference, {}, [asked], 1.0)
    assert not answered(checks, asked, [[2, "é"]]).wrong(0)
    for rows in ([], [[2, "e"]], [[2, "é"], [2, "é"]]):
        wrong = answered(checks, asked, rows)
        assert wrong.wrong(0)
        told = wrong.mismatch(0, [QueryOperation(asked, (2,))], 7)
        assert told is not None
        assert (told.operation, told.index, told.expected_rows, told.observed_rows) == ("one", 7, 1, len(rows))
        assert told.expected == row([2, "é"])
        assert told.observed == b"".join(map(row, rows))


def test_what_is_not_recorded_is_not_compared(reference: AnswerReference) -> None:
    asked = query()
    others = [query("two"), query(text="RETURN 2"), query(write=True)]
    for other in others:
        assert not answered(AnswerChecks(reference, {}, [other], 1.0), other, []).compared(0)
    writes = [asked, query("two", write=True)._replace(code=65)]
    assert not answered(AnswerChecks(reference, {}, writes, 1.0), asked, []).compared(0)
    stable = [query(stable=True), writes[1]]
    assert answered(AnswerChecks(reference, {}, stable, 1.0), stable[0], []).compared(0)


def test_a_share_is_drawn_from_the_index(reference: AnswerReference) -> None:
    asked = query()
    checks = AnswerChecks(reference, {}, [asked], 0.25)
    found = sum(checks.find(asked, index, (1,)) is not None for index in range(10_000))
    assert 2_300 < found < 2_700


def test_a_file_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.answers"
    write(path, 3, STATEMENT)
    lines = path.read_text().splitlines()
    for kept in range(1, len(lines)):
        path.write_text("\n".join(lines[:kept]))
        with pytest.raises(PlanError, match="answers"):
            AnswerReference(path)
