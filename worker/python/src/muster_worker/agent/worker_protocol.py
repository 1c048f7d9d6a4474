"""The worker's side of the protocol: (state, event, now) -> (state, actions), without clock and socket."""

from collections.abc import Callable

from muster_worker.agent.coordinator_session import CoordinatorSession
from muster_worker.agent.current_assignment import CurrentAssignment
from muster_worker.agent.worker_action import Action, AnswerOperations, Exit, RunTask, TakeChunk
from muster_worker.agent.worker_event import Event, Leave, Received, Request, TaskDone, Tick
from muster_worker.agent.worker_output import WorkerOutput
from muster_worker.wire import muster_pb2 as wire


class WorkerProtocol:
    """One thread uses it."""

    def __init__(self, hello: wire.Hello, nonces: Callable[[], int]) -> None:
        self._output = WorkerOutput()
        self._assignment = CurrentAssignment(self._output)
        self._session = CoordinatorSession(hello, nonces, self._output, self._assignment)

    def trouble(self) -> str:
        """Why this worker is not in its cluster, in one line; "" if it is."""
        return self._session.trouble()

    def on(self, event: Event, now_ns: int) -> list[Action]:
        """One step; now_ns is this worker's monotonic clock."""
        match event:
            case Received(envelope):
                self._received(envelope, now_ns)
            case Tick(resources):
                self._session.tick(resources, now_ns)
            case TaskDone(result):
                self._output.send(task_result=result)
            case Request(envelope):
                self._output.send_unreliable(envelope)
            case Leave(reason):
                self._session.leave(reason)
            case _:
                self._assignment.on(event)
        return self._output.take()

    def _received(self, envelope: wire.Envelope, now_ns: int) -> None:
        if self._session.receive(envelope, now_ns):
            self._accepted(envelope, now_ns)

    def _accepted(self, envelope: wire.Envelope, now_ns: int) -> None:
        match envelope.WhichOneof("body"):
            case "heartbeat_ack":
                self._session.heartbeat_acknowledged(envelope.heartbeat_ack, now_ns)
            case "prepare":
                self._assignment.prepare(envelope.prepare)
                self._session.prepare_if_clock_known()
            case "task":
                self._output.act(RunTask(envelope.task))
            case "file_chunk":
                self._output.act(TakeChunk(envelope.file_chunk))
            case "list_operations" | "abort_operations":
                self._output.act(AnswerOperations(envelope))
            case "leave":
                self._assignment.drop()
                self._output.act(Exit(""))
            case _:
                self._assignment.receive(envelope)
