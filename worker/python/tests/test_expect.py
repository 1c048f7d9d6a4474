"""What a plan expects of its operations is the same bits as the Java side's: its golden vectors are read here."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from muster_worker.answers.digest import row_hash
from muster_worker.answers.encoding import row
from muster_worker.answers.reference import AnswerChecks, ExpectedAnswers
from muster_worker.engine.answer_comparison import AnswerComparison
from muster_worker.workloads.expect import expected_answers
from muster_worker.workloads.mix import signed
from muster_worker.workloads.query import QueryWorkload
from muster_worker.workloads.query_operation import Query, QueryOperation
from muster_worker.workloads.settings import Settings

GOLDEN = Path(__file__).parents[3] / "workloads/src/test/resources/golden"


def query(write: bool = False) -> Query:
    return Query(64, "one", {"cypher": "RETURN 1"}, (), write, False, False, "id", 1000, 0)


def test_every_expected_answer_is_encoded_and_hashed_as_java_does() -> None:
    first, *answers = json.loads((GOLDEN / "expected.json").read_text())
    workload = json.loads(first["workload"])
    queries = QueryWorkload(Settings(workload, "workload"), lambda name: GOLDEN / name).queries()
    expected = expected_answers(workload["operations"], queries, lambda name: GOLDEN / name)
    assert set(expected) == {answer["operation"] for answer in answers}
    for answer in answers:
        known = expected[answer["operation"]]
        found = known.find(0, int(answer["key"]) & ((1 << 64) - 1))
        assert found is not None, answer
        assert (found.digest.rows, signed(found.digest.hash)) == (int(answer["rows"]), int(answer["hash"])), answer
        assert known.first_rows(found).hex() == answer["first_rows"]


def answered(checks: AnswerChecks, asked: Query, rows: Sequence[Sequence[object]]) -> AnswerComparison:
    comparison = AnswerComparison(checks)
    comparison.begin()
    sink = comparison.sink(0, QueryOperation(asked, ()), 7)
    for each in rows:
        assert sink is not None
        sink.row(each)
    return comparison


@pytest.mark.parametrize(("expect", "right", "wrong"), [(20608, [[20608.0]], [["20608"]]), ({"rows": []}, [], [[0]])])
def test_an_answer_is_compared_with_what_the_plan_expects_though_others_write(
    expect: object, right: list[list[object]], wrong: list[list[object]]
) -> None:
    asked = query()
    expected = expected_answers({"one": {"expect": expect}}, [asked], lambda name: GOLDEN / name)
    checks = AnswerChecks(None, expected, [asked, query(write=True)._replace(code=65, name="two")], 1.0)
    assert checks.compares()
    assert not answered(checks, asked, right).wrong(0)
    failed = answered(checks, asked, wrong)
    assert failed.wrong(0)
    told = failed.mismatch(0, [QueryOperation(asked, ())], 7)
    assert told is not None
    assert (told.expected, told.observed) == (b"".join(map(row, right)), b"".join(map(row, wrong)))


def test_the_first_answer_of_a_statement_without_parameters_is_shown_once_even_if_nothing_is_compared() -> None:
    asked = query()
    checks = AnswerChecks(None, {}, [asked], 1.0)
    assert AnswerChecks.needed("", {}, [asked])
    assert not checks.compares()
    first = answered(checks, asked, [[1], [2]])
    operation = QueryOperation(asked, ())
    seen = first.seen(0, operation, 7)
    assert seen is not None
    assert (seen.operation, seen.index, seen.rows, seen.first_rows) == ("one", 7, 2, row([1]) + row([2]))
    assert not first.compared(0)
    assert first.seen(0, operation, 7) is None
    assert answered(checks, asked, []).seen(0, operation, 8) is None
    assert not AnswerChecks.needed("", {}, [query()._replace(parameters=("id",)), query(write=True)])


def test_an_answer_that_the_plan_does_not_expect_is_not_compared() -> None:
    known = ExpectedAnswers(False)
    known.add([7], [[1]])
    assert known.find(0, row_hash(row([7]))) is not None
    assert known.find(0, row_hash(row([8]))) is None
