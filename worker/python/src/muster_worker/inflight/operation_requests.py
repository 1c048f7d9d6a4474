"""Answers what the coordinator asks about operations in flight, on its own threads."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from muster_worker import pipe
from muster_worker.engine.operation_abort import RunningOperation
from muster_worker.inflight.phase_engine import PhaseEngine
from muster_worker.wire import muster_pb2 as wire

_MOST = 1_000
_AT_ONCE = 16


class OperationRequests:
    """`report` may be called from any thread. Without a question there is no thread."""

    def __init__(self, report: Callable[[pipe.Report], None]) -> None:
        self._report = report
        self._questions = ThreadPoolExecutor(2, "operations")
        self._aborts = ThreadPoolExecutor(_AT_ONCE, "abort")

    def receive(self, command: pipe.Operations, phase: PhaseEngine | None) -> None:
        """Answers soon, or after some seconds."""
        self._questions.submit(self._answer, wire.Envelope.FromString(command.message), command.engine_id, phase)

    def _answer(self, asked: wire.Envelope, engine_id: pipe.EngineId, phase: PhaseEngine | None) -> None:
        if asked.HasField("list_operations"):
            answer = wire.Envelope(operations_in_flight=_listed(asked.list_operations, engine_id, phase))
        else:
            answer = wire.Envelope(operations_aborted=self._aborted(asked.abort_operations, engine_id, phase))
        self._report(pipe.OperationsAnswer(answer.SerializeToString()))

    def _aborted(
        self, asked: wire.AbortOperations, engine_id: pipe.EngineId, phase: PhaseEngine | None
    ) -> wire.OperationsAborted:
        ids = list(asked.operations)
        if not ids and phase:
            ids = [_id(engine_id, one.index) for one in _oldest(phase, asked.older_than_ns)]
        ended = list(self._aborts.map(lambda id: _abort(id, engine_id, phase), ids[:_MOST]))
        return wire.OperationsAborted(request=asked.request, operations=ended)


def _id(engine_id: pipe.EngineId, index: int) -> wire.OperationId:
    return wire.OperationId(assignment=engine_id.assignment, index=index)


def _oldest(phase: PhaseEngine, older_than_ns: int) -> list[RunningOperation]:
    running = [one for one in phase.running() if one.age_ns >= older_than_ns]
    return sorted(running, key=lambda one: -one.age_ns)


def _listed(asked: wire.ListOperations, engine_id: pipe.EngineId, phase: PhaseEngine | None) -> wire.OperationsInFlight:
    running = _oldest(phase, asked.older_than_ns) if phase else []
    most = min(max(asked.most, 1), _MOST)
    listed = [
        wire.OperationInFlight(
            id=_id(engine_id, one.index),
            age_ns=one.age_ns,
            client=one.client,
            name=one.name,
            statement=one.statement,
            actions=one.actions,
        )
        for one in running[:most]
    ]
    return wire.OperationsInFlight(request=asked.request, operations=listed, omitted=len(running) - len(listed))


def _abort(id: wire.OperationId, engine_id: pipe.EngineId, phase: PhaseEngine | None) -> wire.AbortedOperation:
    if phase is None or id.assignment != engine_id.assignment:
        return wire.AbortedOperation(id=id, state="ended", message="its phase is over")
    state, name, message = phase.abort(id.index)
    return wire.AbortedOperation(id=id, state=state, name=name, message=message)
