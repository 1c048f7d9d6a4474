"""Journeys: the steps of an index, sent one by one, with values from the rows of earlier ones.

JourneyExecution in Java; docs/decisions/0114-journeys.md says why each figure is as it is."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from threading import Event
from time import monotonic_ns, sleep
from types import MappingProxyType
from typing import NamedTuple
from uuid import UUID

from muster_worker.engine.block_result import ABSENT, OK, OUTCOMES, BlockResult, Rows, is_error
from muster_worker.engine.execution import ABORTED_BY_REQUEST, Execution, Retries, StepRow, Steps
from muster_worker.engine.generator_thread import GeneratorFault, GeneratorThread
from muster_worker.targets.spi import (
    AbortResult,
    AnswerSink,
    FailureKind,
    Inspected,
    OperationFailure,
    Probe,
    Session,
)
from muster_worker.workloads.generators import Generators
from muster_worker.workloads.journey_operation import (
    LAST,
    PASS,
    Drawn,
    Given,
    Journey,
    JourneyOperation,
    JourneyStep,
    OfRow,
    Value,
    digest_with,
)
from muster_worker.workloads.operations import Operation
from muster_worker.workloads.query_operation import QueryOperation

NO_ROW = "noRow"
"""The outcome of a journey of which a step needed a row that never came."""
FAULT = "journeyFault"
"""The outcome of one in which a value of an answer can be no parameter."""
_END = 1 << 30
_LOOK_NS = 50_000_000
_LEAST, _MOST = -(1 << 63), (1 << 63) - 1


class _Ended(Exception):
    """The journey has ended with an error: an outcome and a message."""

    def __init__(self, outcome: str, message: str) -> None:
        super().__init__(message)
        self.outcome = outcome


class _StepRows:
    """The rows of a step's answer that later steps may refer to: those of the last time that it had any."""

    def __init__(self, step: JourneyStep) -> None:
        self._step = step
        self.names: list[str] = []
        self._first: list[list[object]] = []
        self._last: list[object] | None = None
        # Of the attempt that runs: those of an attempt that fails never count.
        self._arriving: list[list[object]] = []
        self._arrived: list[object] | None = None

    def begin(self) -> None:
        """An attempt to send the step begins."""
        self._arriving, self._arrived = [], None

    def columns(self, names: Sequence[str]) -> None:
        """The names of the columns."""
        self.names = list(names)

    def row(self, values: Sequence[object]) -> None:
        """The next row."""
        if len(self._arriving) < self._step.first_rows:
            self._arriving.append(list(values))
        if self._step.last_row:
            self._arrived = list(values)

    def keep(self) -> None:
        """The answer is whole, and has a row."""
        self._first, self._last = self._arriving, self._arrived

    def find(self, reference: OfRow, number: int) -> list[object] | None:
        """The row that a reference means in this pass of a loop; None if it is not there."""
        if reference.row == LAST:
            return self._last
        at = number if reference.row == PASS else reference.row
        return self._first[at] if at < len(self._first) else None

    def column(self, column: str) -> int:
        """Its number, by its name or its number; -1 if there is none."""
        if column in self.names:
            return self.names.index(column)
        return int(column) if len(column) <= 4 and column.isascii() and column.isdigit() else -1


class _AllRows(_StepRows):
    """Those of one answer, for a generator: by the names of their columns, or else by their numbers."""

    def __init__(self, step: JourneyStep) -> None:
        super().__init__(step)
        self.rows: list[dict[str | int, object]] = []

    def begin(self) -> None:
        self.rows = []

    def row(self, values: Sequence[object]) -> None:
        self.rows.append(dict(zip(self.names or range(len(values)), values, strict=False)))

    def keep(self) -> None:
        """They are the generator's."""


def _asked(
    journey: Journey, numbers: dict[str, int], asked: object, operation: JourneyOperation
) -> tuple[int, tuple[Value, ...]]:
    """The step that a generator asks for, and its values; raises GeneratorFault."""
    name, given = asked if isinstance(asked, tuple) and len(asked) == 2 else (asked, {})
    if not isinstance(name, str) or name not in numbers or not isinstance(given, dict):
        shown = repr(asked)[:100]
        raise GeneratorFault(
            f"yielded {shown}; yield the name of a step ({', '.join(numbers)}), or (NAME, {{PARAMETER: value}})"
        )
    step = journey.steps[numbers[name]]
    wanted = [of for of, value in zip(step.query.parameters, step.values, strict=True) if isinstance(value, Given)]
    if sorted(given) != sorted(wanted):
        raise GeneratorFault(
            f"gave step {name} the parameters {', '.join(map(str, given)) or 'none'};"
            f" it needs {', '.join(wanted) or 'none'}"
        )
    values: list[Value] = []
    for of, value in zip(step.query.parameters, step.values, strict=True):
        if isinstance(value, Given):
            values.append(_plain(f"gave step {name} as {of}", given[of]))
        else:
            values.append(operation.values[value.place] if isinstance(value, Drawn) else _constant(value))
    return numbers[name], tuple(values)


def _constant(value: object) -> Value:
    if isinstance(value, OfRow):
        raise AssertionError(value)
    return value  # type: ignore[return-value]


def _plain(what: str, value: object) -> Value:
    if value is None or isinstance(value, bool | float | str) or (isinstance(value, int) and _LEAST <= value <= _MOST):
        return value
    raise GeneratorFault(f"{what} a {type(value).__name__}; give a number, a text or a truth value")


class _StepResult(BlockResult):
    """Rows go to those that later steps refer to."""

    rows: _StepRows | None = None

    def answer(self, position: int) -> AnswerSink | None:
        if self.rows is not None:
            self.rows.begin()
        return self.rows


class StepEnd(NamedTuple):
    """How a step that was sent has ended."""

    outcome: int
    message: str
    retried: tuple[int, ...]
    maybe_done: bool


class StepExecution(Execution):
    """Executes one step at a time; a request to end the journey is one to end its step."""

    def __init__(self, whole: Execution, retries: Retries, stopped: Event, stages: bool) -> None:
        self._journey = whole
        super().__init__(1, retries, Rows(), stopped, None, stages)
        self.step_result = _StepResult(monotonic_ns, None, stages)
        self.result = self.step_result

    @property
    def abort_wanted(self) -> int:
        return self._journey.abort_wanted

    @abort_wanted.setter
    def abort_wanted(self, index: int) -> None:
        """The journey's own."""

    @property
    def abort_done(self) -> int:
        return self._journey.abort_done

    @abort_done.setter
    def abort_done(self, index: int) -> None:
        if index >= 0:
            self._journey.abort_done = index

    def take(self) -> StepEnd:
        """What has become of the step; the next one may begin."""
        outcome = self._whole or self.result.outcomes.get(0, OK)
        end = StepEnd(outcome, self._message, tuple(self._retried), self._maybe_done)
        self._whole, self._message, self._maybe_done, self._retried, self.clean = OK, "", False, [], True
        return end


class JourneySession:
    """A client's session, which takes journeys in place of statements; it may be described and ended as its own can."""

    def __init__(
        self,
        session: Session,
        whole: Execution,
        step: StepExecution,
        current: Callable[[], tuple[int, int]],
        dead: Callable[[], bool],
        generators: Generators = MappingProxyType({}),
        timeout_ns: int = 30 * 10**9,
    ) -> None:
        """`current` gives the index of the journey that begins, and when it was meant to.

        One with a generator may take `timeout_ns`."""
        self._generators, self._timeout_ns = generators, timeout_ns
        self._helper = GeneratorThread()
        self._session, self._whole, self._step = session, whole, step
        self._current, self._dead = current, dead
        self._rows: list[_StepRows] = []
        self.index = self._due_ns = 0
        self._sent: QueryOperation | None = None

    def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
        """Sends the steps that follow each other until the journey has ended; never raises a failure that may pass."""
        journey = operations[0]
        if not isinstance(journey, JourneyOperation):
            raise AssertionError(f"no journey: {journey}")
        steps = self._begin(journey)
        self._whole.steps = steps
        at = 0
        try:
            if journey.journey.python:
                self._generate(journey, steps)
                at = _END
            while at < len(journey.journey.steps):
                at = self._pass(journey, at, steps)
        except _Ended as ended:
            raise OperationFailure(FailureKind.PERMANENT, ended.outcome, str(ended)) from None
        finally:
            self._sent = None
            steps.ended_ns = monotonic_ns()
        probe.elements(0, steps.elements)

    def _begin(self, journey: JourneyOperation) -> Steps:
        self._rows = [_StepRows(step) for step in journey.journey.steps]
        self.index, self._due_ns = self._current()
        return Steps(journey.digest())

    def _generate(self, journey: JourneyOperation, steps: Steps) -> None:
        """Sends what the generator yields, and gives it the rows, until it ends."""
        of = journey.journey
        until_ns = monotonic_ns() + self._timeout_ns
        numbers = {step.name: at for at, step in enumerate(of.steps)}
        try:
            self._helper.begin(self._generators[of.name], journey.bindings(), self.index)
            rows: list[dict[str | int, object]] | None = None
            for _ in range(of.max_steps + 1):
                asked = self._helper.next(rows, until_ns)
                if asked is None:
                    return
                step, values = _asked(of, numbers, asked[0], journey)
                if self._ends():
                    raise _Ended("aborted", ABORTED_BY_REQUEST)
                if len(steps.rows) >= of.max_steps:
                    break
                if steps.rows:
                    self._due_ns = monotonic_ns()
                self._rows[step] = kept = _AllRows(of.steps[step])
                self._send(of.steps[step], values, step, steps)
                rows = kept.rows
            raise GeneratorFault(f"asked for more than {of.max_steps} steps; raise maxSteps, or end it")
        except GeneratorFault as fault:
            raise _Ended(FAULT, f"{of.python}: {fault}") from None
        finally:
            self._helper.end()

    def _pass(self, journey: JourneyOperation, at: int, steps: Steps) -> int:
        """Sends a step as often as it says; returns the number of the one that follows."""
        step = journey.journey.steps[at]
        for number in range(step.most):
            values, missing = self._values(journey, step, number, steps)
            found = False
            if values is not None:
                self._think(step)
                found = self._send(step, values, at, steps)
            if not found and step.until_empty:
                return at + 1
            following = at if found else self._after_no_row(step, values is not None, missing, at, steps)
            if following != at:
                return following
        return at + 1

    def _after_no_row(self, step: JourneyStep, sent: bool, missing: str, at: int, steps: Steps) -> int:
        match step.no_row:
            case "":
                return at if sent else self._fail(step, sent, missing, steps)
            case "continue":
                return at
            case "stop":
                steps.mark(step.query.code, sent, ABSENT, "")
                return _END
            case "fail":
                return self._fail(step, sent, "the answer has no row" if sent else missing, steps)
            case int() as later:
                return later
        raise AssertionError(step.no_row)

    def _fail(self, step: JourneyStep, sent: bool, why: str, steps: Steps, outcome: str = NO_ROW) -> int:
        message = f"{step.name}: {why}"
        steps.mark(step.query.code, sent, OUTCOMES.number(outcome), message)
        raise _Ended(outcome, message)

    def _think(self, step: JourneyStep) -> None:
        """Pauses before the step, unless the journey is to end."""
        if step.think_ns:
            self._due_ns = max(self._due_ns, monotonic_ns()) + step.think_ns
        while not self._ends() and (left_ns := self._due_ns - monotonic_ns()) > 0 and step.think_ns:
            sleep(min(left_ns, _LOOK_NS) / 1e9)
        if self._ends():
            raise _Ended("aborted", ABORTED_BY_REQUEST)

    def _ends(self) -> bool:
        return self._whole.abort_wanted == self.index or self._dead()

    def _send(self, step: JourneyStep, values: tuple[Value, ...], at: int, steps: Steps) -> bool:
        """Whether its answer has a row."""
        operation = QueryOperation(step.query, values)
        self._sent = operation
        steps.digest = digest_with(steps.digest, operation)
        result = self._step.step_result
        result.clear()
        keeps = step.first_rows or step.last_row or isinstance(self._rows[at], _AllRows)
        result.rows = self._rows[at] if keeps else None
        start_ns = monotonic_ns()
        result.marked_ns = result.started_ns = start_ns
        end_ns = self._step.run(self._session, [operation], self.index)
        ended, elements, counted = self._step.take(), result.counts.get(0, 0), 0 in result.counts
        failed = is_error(ended.outcome)
        steps.add(
            StepRow(
                step.query.code,
                ended.outcome,
                end_ns - start_ns,
                end_ns - self._due_ns,
                elements,
                counted and ended.outcome == OK,
                ended.message if failed else "",
            )
        )
        steps.learn(result, ended.retried, ended.maybe_done)
        self._due_ns = end_ns
        if self._step.bug is not None:
            raise self._step.bug
        if failed:
            raise _Ended(OUTCOMES.names[ended.outcome], f"{step.name}: {ended.message}")
        if elements and result.rows is not None:
            result.rows.keep()
        return elements > 0 and ended.outcome != ABSENT

    def _values(
        self, journey: JourneyOperation, step: JourneyStep, number: int, steps: Steps
    ) -> tuple[tuple[Value, ...] | None, str]:
        """The values of a step's parameters; None, and why, if a row is not there."""
        values: list[Value] = []
        for name, of in zip(step.query.parameters, step.values, strict=True):
            if isinstance(of, Drawn):
                values.append(journey.values[of.place])
            elif isinstance(of, Given):
                raise AssertionError("a generator gives it")
            elif isinstance(of, OfRow):
                rows = self._rows[of.step]
                row = rows.find(of, number)
                column = -1 if row is None else rows.column(of.column)
                if row is None or not 0 <= column < len(row):
                    earlier = journey.journey.steps[of.step].name
                    return None, _missing(name, of, earlier, rows.names if row is not None else None)
                values.append(self._parameter(step, name, row[column], steps))
            else:
                values.append(of)
        return tuple(values), ""

    def _parameter(self, step: JourneyStep, name: str, value: object, steps: Steps) -> Value:
        """A value of an answer as a parameter can be."""
        match value:
            case None | bool() | float() | str():
                return value
            case int() if _LEAST <= value <= _MOST:
                return int(value)
            case Decimal() if value == value.to_integral_value() and _LEAST <= value <= _MOST:
                return int(value)
            case Decimal():
                return float(value)
            case UUID():
                return str(value)
        of = type(value).__name__
        why = f"parameter {name} is a {of}, which can be no parameter; return a number, a text or a truth value"
        self._fail(step, False, why, steps, FAULT)
        raise AssertionError(why)

    def statement(self, operations: Sequence[Operation]) -> str:
        """Of the step that is sent now."""
        sent = self._sent
        inspected = isinstance(self._session, Inspected) and sent is not None
        return self._session.statement([sent]) if inspected else ""  # type: ignore[attr-defined]

    def abort(self) -> AbortResult:
        if isinstance(self._session, Inspected):
            return self._session.abort()
        return AbortResult("running", "this target cannot end an operation")

    def close(self) -> None:
        self._session.close()


def _missing(name: str, reference: OfRow, earlier: str, columns: list[str] | None) -> str:
    if columns is None:
        return f"parameter {name} needs a row of {earlier} that is not there"
    return f"parameter {name} needs column {reference.column} of {earlier}, whose columns are {', '.join(columns)}"
