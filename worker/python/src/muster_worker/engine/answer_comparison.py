"""Compares the answers of a client's blocks with the known ones, one block after another."""

from collections.abc import Sequence

from muster_worker.answers.digest import Digester
from muster_worker.answers.encoding import row
from muster_worker.answers.reference import AnswerChecks, Recorded
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.operations import Operation
from muster_worker.workloads.query_operation import QueryOperation

WRONG_ANSWER = "wrongAnswer"
_MOST_SEEN_BYTES = 2 * 1024


class AnswerComparison:
    """`begin` before each attempt; an answer that no session asked a sink for is not compared."""

    def __init__(self, checks: AnswerChecks) -> None:
        self._checks = checks
        self.compares = checks.compares()
        self._pending: dict[int, tuple[Recorded | None, Digester]] = {}

    def begin(self) -> None:
        """An attempt begins."""
        self._pending.clear()

    def sink(self, position: int, operation: Operation, index: int) -> Digester | None:
        """Of the answer at this position; None if it is neither compared nor shown."""
        self._pending.pop(position, None)
        if not isinstance(operation, QueryOperation):
            return None
        recorded = self._checks.find(operation.query, index, operation.values)
        if recorded is None and not self._checks.is_unseen(operation.query):
            return None
        digester = Digester()
        digester.begin(operation.query.ordered)
        self._pending[position] = (recorded, digester)
        return digester

    def compared(self, position: int) -> bool:
        """Whether the answer at this position was."""
        return position in self._pending and self._pending[position][0] is not None

    def wrong(self, position: int) -> bool:
        """Whether it differs."""
        recorded, digester = self._pending[position]
        return recorded is not None and digester.digest() != recorded.digest

    def seen(self, position: int, operation: QueryOperation, index: int) -> wire.SeenAnswer | None:
        """What is told of the first answer of a statement without parameters; None of all others."""
        if position not in self._pending or not self._checks.takes_first(operation.query):
            return None
        digester = self._pending[position][1]
        return wire.SeenAnswer(
            operation=operation.query.name,
            index=index + position,
            rows=digester.digest().rows,
            first_rows=digester.first_rows(_MOST_SEEN_BYTES),
        )

    def mismatch(self, position: int, operations: Sequence[Operation], index: int) -> wire.WrongAnswer | None:
        """What is told of one that differs; None if enough were told."""
        operation = operations[position]
        recorded, digester = self._pending[position]
        if recorded is None or not isinstance(operation, QueryOperation) or not self._checks.keeps():
            return None
        return wire.WrongAnswer(
            operation=operation.query.name,
            index=index + position,
            parameters=row(operation.values),
            ordered=operation.query.ordered,
            expected_rows=recorded.digest.rows,
            observed_rows=digester.digest().rows,
            expected=self._checks.first_rows(operation.query, recorded),
            observed=digester.first_rows(),
        )
