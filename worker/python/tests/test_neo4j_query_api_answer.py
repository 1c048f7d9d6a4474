"""Answers over HTTP that Neo4j does not give, but what stands before it may."""

import pytest

from muster_worker.targets import neo4j_query_api
from muster_worker.targets.spi import FailureKind, OperationFailure


@pytest.mark.parametrize(
    "body", ["", "{}", "[]", '{"data": {}}', '{"data": {"values": {}}}', '{"data": {"values": [', "<html/>"]
)
def test_what_holds_no_rows_is_no_answer(body: str) -> None:
    with pytest.raises(OperationFailure) as failed:
        neo4j_query_api._answer(202, body.encode(), changing=False)
    assert (failed.value.error_class, failed.value.kind) == ("BadResponse", FailureKind.PERMANENT)


def test_one_without_a_row_is_an_answer() -> None:
    answer = neo4j_query_api._answer(202, b'{"data": {"fields": [], "values": []}}', changing=False)
    assert answer["data"]["values"] == []
