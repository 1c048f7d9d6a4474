"""Compares the answers of a client's blocks with the reference, one block after another."""

from collections.abc import Sequence

from muster_worker.answers.digest import Digester
from muster_worker.answers.encoding import row
from muster_worker.answers.reference import AnswerChecks, Recorded
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.operations import Operation
from muster_worker.workloads.query_operation import QueryOperation

WRONG_ANSWER = "wrongAnswer"


class AnswerComparison:
    """`begin` before each attempt; an answer that no session asked a sink for is not compared."""

    def __init__(self, checks: AnswerChecks) -> None:
        self._checks = checks
        self._pending: dict[int, tuple[Recorded, Digester]] = {}

    def begin(self) -> None:
        """An attempt begins."""
        self._pending.clear()

    def sink(self, position: int, operation: Operation, index: int) -> Digester | None:
        """Of the answer at this position; None if nobody compares it."""
        self._pending.pop(position, None)
        if not isinstance(operation, QueryOperation):
            return None
        recorded = self._checks.find(operation.query, index, operation.values)
        if recorded is None:
            return None
        digester = Digester()
        digester.begin(operation.query.ordered)
        self._pending[position] = (recorded, digester)
        return digester

    def compared(self, position: int) -> bool:
        """Whether the answer at this position was."""
        return position in self._pending

    def wrong(self, position: int) -> bool:
        """Whether it differs."""
        recorded, digester = self._pending[position]
        return digester.digest() != recorded.digest

    def mismatch(self, position: int, operations: Sequence[Operation], index: int) -> wire.WrongAnswer | None:
        """What is told of one that differs; None if enough were told."""
        operation = operations[position]
        if not isinstance(operation, QueryOperation) or not self._checks.keeps():
            return None
        recorded, digester = self._pending[position]
        return wire.WrongAnswer(
            operation=operation.query.name,
            index=index + position,
            parameters=row(operation.values),
            ordered=operation.query.ordered,
            expected_rows=recorded.digest.rows,
            observed_rows=digester.digest().rows,
            expected=self._checks.reference.first_rows(recorded),
            observed=digester.first_rows(),
        )
