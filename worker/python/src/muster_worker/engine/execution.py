"""One block of a client: run with its retries and written down as rows."""

from collections.abc import Sequence
from threading import Event
from time import monotonic_ns
from typing import NamedTuple

from muster_worker.answers.reference import AnswerChecks
from muster_worker.engine.answer_comparison import WRONG_ANSWER, AnswerComparison
from muster_worker.engine.block_result import (
    ABORTED,
    ABSENT,
    DUPLICATE,
    EMPTY_ANSWER,
    MAX_FEEDS,
    OK,
    OUTCOMES,
    UNKNOWN,
    Again,
    BlockResult,
    Extra,
    Rows,
    code_of,
    is_error,
    short,
)
from muster_worker.engine.leases import Grant
from muster_worker.targets.spi import FailureKind, OperationFailure, Session
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.mix import MASK, below, mix3
from muster_worker.workloads.operations import TRANSACTION, Operation, Operations, Unfollow
from muster_worker.workloads.query_operation import QueryOperation

_LONGEST_PAUSE_NS = 10_000_000_000
_LOOK_NS = 50_000_000
ABORTED_BY_REQUEST = "ended by request"


class Block(NamedTuple):
    """What has to be known of a block once it has started, so that it can be recorded as aborted at any time after."""

    grant: Grant
    position: int
    index: int  # type: ignore[assignment]
    operations: list[Operation]
    digest: int
    intended_ns: int
    start_ns: int

    def code(self, outcome: int) -> int:
        """Of the whole: the transaction, where it may hold several actions."""
        return code_of(self.operations[0].code, outcome)


class StepRow(NamedTuple):
    """One time that a step of a journey was sent, or was to be sent and was not: then its times are 0."""

    kind: int
    outcome: int
    service_ns: int
    response_ns: int
    elements: int
    answered: bool
    message: str


class Steps:
    """What became of the steps of one journey; times, bytes and stages of a journey are those of its steps together."""

    def __init__(self, digest: int) -> None:
        self.digest = digest
        self.rows: list[StepRow] = []
        self.elements = self.service_ns = self.sent = self.received = self.ended_ns = 0
        self.stages: dict[int, int] = {}
        self.retried: list[int] = []
        self.maybe_done = False

    def add(self, row: StepRow) -> None:
        """A step that was sent."""
        self.rows.append(row)
        self.elements += row.elements
        self.service_ns += row.service_ns

    def learn(self, result: BlockResult, retried: tuple[int, ...], maybe_done: bool) -> None:
        """What else its session said."""
        self.sent += result.sent
        self.received += result.received
        for stage, stage_ns in result.stages.items():
            self.stages[stage] = self.stages.get(stage, 0) + stage_ns
        self.retried += retried
        self.maybe_done |= maybe_done

    def mark(self, kind: int, sent: bool, outcome: int, message: str) -> None:
        """The step with which the journey ends shows why, whether it was sent or not."""
        row = self.rows.pop() if sent else StepRow(kind, outcome, 0, 0, 0, False, "")
        self.rows.append(row._replace(outcome=outcome, message=message))


def build(operations: Operations, grant: Grant, block: int, actions: int) -> tuple[list[Operation], int]:
    """The operations of a block and their digest."""
    position = block * actions
    index = grant.first + position * grant.stride
    built = [operations.at(index + i) for i in range(min(actions, grant.count - position))]
    return built, sum(operation.digest() for operation in built) & MASK


class Retries(NamedTuple):
    """How often a failed block is tried again, after pauses that double up to a bound, spread by half of themselves."""

    limit: int
    backoff_ns: int
    seed: int

    def pause_ns(self, attempt: int, index: int) -> int:
        """A draw from the block's own index."""
        bounded_ns = min(self.backoff_ns << min(attempt, 20), max(self.backoff_ns, _LONGEST_PAUSE_NS))
        return bounded_ns // 2 + below(bounded_ns + 1, mix3(self.seed, index, attempt))


class Execution:
    """A client has one for all of its blocks. `stopped` cuts pauses between attempts short."""

    def __init__(
        self,
        actions: int,
        retries: Retries,
        rows: Rows,
        stopped: Event,
        checks: AnswerChecks | None = None,
        stages: bool = True,
    ) -> None:
        self._grouped, self._retries, self._rows, self._stopped = actions > 1, retries, rows, stopped
        self.comparison = AnswerComparison(checks) if checks else None
        self.result = BlockResult(monotonic_ns, self.comparison, stages)
        self._whole = OK
        self._message = ""
        self._maybe_done = False
        self._retried: list[int] = []
        self.clean = True
        self.bug: BaseException | None = None
        # Of the journey that has ended; None of other operations.
        self.steps: Steps | None = None
        # First index of the block that a person wants ended, and of the last one that was.
        self.abort_wanted = self.abort_done = -1

    def run(self, session: Session, operations: list[Operation], index: int) -> int:
        """Executes a block; returns its end."""
        try:
            session.execute(operations, self.result)
            if self.result.counts:
                self._refuse_missing(operations)
        except Exception as error:
            return self.failed(session, operations, index, error)
        return monotonic_ns()

    def _refuse_missing(self, operations: Sequence[Operation]) -> None:
        """An operation may wait for something that is not there yet. In a transaction of several it is absent."""
        for at, operation in enumerate(operations):
            if isinstance(operation, QueryOperation) and operation.query.must_find and self.result.counts.get(at) == 0:
                if not self._grouped:
                    raise OperationFailure(FailureKind.TRANSIENT, "absent", "the answer has no row")
                self.result.outcomes.setdefault(at, ABSENT)

    def failed(self, session: Session, operations: list[Operation], index: int, error: Exception) -> int:
        """Goes on after a first attempt; returns the end. What is raised that must not be is an outcome and a `bug`."""
        self.clean = False
        if isinstance(error, OperationFailure):
            self._again(session, operations, index, error)
        else:
            self._broken(error)
        return monotonic_ns()

    def _again(self, session: Session, operations: list[Operation], index: int, failure: OperationFailure) -> None:
        attempt = 0
        while not self._final(failure, attempt, index):
            attempt += 1
            self.result.expect_ok()
            try:
                session.execute(operations, self.result)
                self._refuse_missing(operations)
                if self._maybe_done:
                    self._forgive_own_traces(operations)
                return
            except OperationFailure as next_failure:
                failure = next_failure
            except Exception as bug:
                self._broken(bug)
                return

    def _broken(self, bug: Exception) -> None:
        self.bug = bug
        self._conclude(OUTCOMES.number(type(bug).__name__), str(bug))

    def _conclude(self, outcome: int, why: str) -> None:
        self._whole, self._message = outcome, short(why) or "no message"
        self.result.expect_ok()

    def _final(self, failure: OperationFailure, attempt: int, index: int) -> bool:
        """Whether it is; where an earlier answer was lost, the block may have happened all the same."""
        unknown = failure.kind is FailureKind.UNKNOWN
        self._maybe_done |= unknown
        outcome = UNKNOWN if unknown else OUTCOMES.number(failure.error_class)
        if failure.kind is not FailureKind.PERMANENT and attempt < self._retries.limit and self._pause(attempt, index):
            self._retried.append(outcome)
            return False
        if self.abort_wanted == index:
            self._conclude(ABORTED, ABORTED_BY_REQUEST)
            self.abort_done = index
        else:
            self._conclude(UNKNOWN if self._maybe_done else outcome, str(failure))
        return True

    def _pause(self, attempt: int, index: int) -> bool:
        """False if this client was stopped for good, or its block is to end: it looks for that now and then."""
        until_ns = monotonic_ns() + self._retries.pause_ns(attempt, index)
        ends = self.abort_wanted == index
        while not ends and (left_ns := until_ns - monotonic_ns()) > 0:
            ends = self._stopped.wait(min(left_ns, _LOOK_NS) / 1e9) or self.abort_wanted == index
        self.result.marked_ns = monotonic_ns()
        return not ends

    def _forgive_own_traces(self, operations: Sequence[Operation]) -> None:
        """After a lost answer, "duplicate" and an absent unfollow mean that this very operation was there already."""
        for at, operation in enumerate(operations):
            outcome = self.result.outcomes.get(at, OK)
            if outcome == DUPLICATE or (outcome == ABSENT and isinstance(operation, Unfollow)):
                self.result.outcomes[at] = OK

    def record(self, block: Block, end_ns: int) -> None:
        """Writes down a block that is not plain, or that holds several actions; all of its rows in one step."""
        result = self.result
        answers, wrong, seen = self._judge(block)
        self._require_rows(block)
        between_ns = self._learn(block, end_ns)
        service_ns, response_ns = end_ns - block.start_ns - between_ns, end_ns - block.intended_ns - between_ns
        whole = self._whole or (OK if self._grouped else result.outcomes.get(0, OK))
        kind = TRANSACTION if self._grouped else block.operations[0].code
        elements = 0 if self._grouped else result.counts.get(0, 0)
        lease = block.grant.lease
        position = (end_ns, lease, block.position)
        digest = self.steps.digest if self.steps else block.digest
        if self.steps:
            elements = self.steps.elements
        row = [code_of(kind, whole), service_ns, response_ns, *position, len(block.operations), digest]
        row += [elements, block.index]
        if self._grouped:
            for at, operation in enumerate(block.operations):
                code = code_of(operation.code, self._whole or result.outcomes.get(at, OK))
                row += [
                    code,
                    service_ns,
                    response_ns,
                    end_ns,
                    lease,
                    block.position + at,
                    0,
                    0,
                    result.counts.get(at, 0),
                    0,
                ]
        if self.steps:
            row += self._step_rows(self.steps, position)
        for timing, stage_ns in result.stages.items():
            row += [code_of(kind, whole, timing), stage_ns, 0, *position, 0, 0, 0, 0]
        self._add_extras(block, end_ns, code_of(kind, whole))
        if answers or seen:
            self._rows.add_extra(Extra(end_ns, -1, 0, 0, "", (), answers=answers, wrong=wrong, seen=seen))
        if between_ns:
            self._rows.add_extra(Extra(end_ns, -1, 0, 0, "", (), between_ns=between_ns))
        self._rows.add(row)
        self.steps = None
        self._whole, self._message, self._maybe_done, self._retried, self.clean = OK, "", False, [], True

    def _learn(self, block: Block, end_ns: int) -> int:
        """Takes over what the steps of a journey brought; returns the time between them."""
        steps, result = self.steps, self.result
        if steps is None:
            return 0
        result.sent, result.received = steps.sent, steps.received
        for stage, stage_ns in steps.stages.items():
            result.stages[stage] = result.stages.get(stage, 0) + stage_ns
        self._retried += steps.retried
        self._maybe_done |= steps.maybe_done
        return max(0, end_ns - block.start_ns - steps.service_ns)

    def _step_rows(self, steps: Steps, position: tuple[int, int, int]) -> list[int]:
        """Rows that cover nothing; the last number says whether it was an answer of which the rows were counted."""
        rows: list[int] = []
        for row in steps.rows:
            code = code_of(row.kind, row.outcome)
            rows += [code, row.service_ns, row.response_ns, *position, 0, 0, row.elements, int(row.answered)]
            if row.message:
                self._rows.add_extra(Extra(position[0], code, 0, 0, short(row.message), ()))
        return rows

    def _judge(
        self, block: Block
    ) -> tuple[tuple[tuple[str, bool], ...], tuple[wire.WrongAnswer, ...], tuple[wire.SeenAnswer, ...]]:
        """Makes an outcome of each answer that was ok and is wrong; says which were compared, and shows first ones."""
        comparison, outcomes = self.comparison, self.result.outcomes
        answers: list[tuple[str, bool]] = []
        wrong: list[wire.WrongAnswer] = []
        seen: list[wire.SeenAnswer] = []
        if comparison is None or self._whole != OK:
            return (), (), ()
        for at, operation in enumerate(block.operations):
            if not isinstance(operation, QueryOperation) or operation.query.write or outcomes.get(at, OK) != OK:
                continue
            first = comparison.seen(at, operation, block.index)
            seen += [first] if first else []
            if comparison.compares:
                answers.append((operation.query.name, comparison.compared(at)))
            if comparison.compared(at) and comparison.wrong(at):
                outcomes[at] = OUTCOMES.number(WRONG_ANSWER)
                mismatch = comparison.mismatch(at, block.operations, block.index)
                wrong += [mismatch] if mismatch else []
        return tuple(answers), tuple(wrong), tuple(seen)

    def _require_rows(self, block: Block) -> None:
        """Makes an outcome of each answer that was ok, has no row, and should have one."""
        result = self.result
        for at, operation in enumerate(block.operations):
            required = isinstance(operation, QueryOperation) and operation.query.rows_required
            if required and not self._whole and result.counts.get(at) == 0 and result.outcomes.get(at, OK) == OK:
                result.outcomes[at] = OUTCOMES.number(EMPTY_ANSWER)
                if not self._grouped:
                    self._message = "the answer has no row, and the operation says rows: required"

    def _add_extras(self, block: Block, end_ns: int, code: int) -> None:
        result = self.result
        again, feed = self._again_of(block), self._feed_of(block)
        if result.sent or result.received or self._message or self._retried or feed or result.read:
            retried = tuple(self._retried)
            counted = (result.sent, result.received, self._message, retried)
            self._rows.add_extra(Extra(end_ns, code, *counted, again, feed, result.read))
        if self._grouped and is_error(self._whole):
            for kind in {operation.code for operation in block.operations}:
                code = code_of(kind, self._whole)
                self._rows.add_extra(Extra(end_ns, code, 0, 0, self._message, ()))

    def _again_of(self, block: Block) -> Again | None:
        """What went well after an answer that was lost, for the oracle."""
        if not self._maybe_done or self._whole != OK:
            return None
        outcomes = self.result.outcomes
        positions = [block.position + at for at in range(len(block.operations)) if outcomes.get(at, OK) == OK]
        return Again(block.grant.lease, positions)

    def _feed_of(self, block: Block) -> tuple[int, list[int]] | None:
        """What a feed brought that was asked for alone and went well, for the oracle."""
        result = self.result
        good = self._whole == OK and result.outcomes.get(0, OK) == OK
        if self._grouped or result.posts is None or not good or self._rows.feeds >= MAX_FEEDS:
            return None
        self._rows.feeds += 1
        return block.index, result.posts
