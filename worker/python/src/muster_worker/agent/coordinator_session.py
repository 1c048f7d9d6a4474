"""Joins the coordinator and stays joined: Hello and its answers, heartbeats, fencing, resuming, leaving."""

from collections.abc import Callable

from muster_worker.agent.current_assignment import CurrentAssignment
from muster_worker.agent.heartbeat_sender import HeartbeatSender
from muster_worker.agent.hello_sender import HelloSender
from muster_worker.agent.session_state import (
    Joined,
    Joining,
    Leaving,
    SessionId,
    SessionState,
    Unreachable,
    session_of,
)
from muster_worker.agent.worker_action import Exit
from muster_worker.agent.worker_output import WorkerOutput
from muster_worker.wire import muster_pb2 as wire

REFUSED = "refused: "
_REQUESTED = "stop requested"
_UNANSWERED = "no answer from the coordinator"


class CoordinatorSession:
    """`used` is what the process has used so far; `now_ns` is this worker's monotonic clock."""

    def __init__(
        self, hello: wire.Hello, nonces: Callable[[], int], output: WorkerOutput, assignment: CurrentAssignment
    ) -> None:
        self._output, self._assignment = output, assignment
        self._hello = HelloSender(hello, nonces)
        self._heartbeats = HeartbeatSender()
        self._state: SessionState = Joining()
        self._lease_timeout_ns = 2_500_000_000
        self._last_received_ns = 0

    def trouble(self) -> str:
        """Why this worker is not in its cluster, in one line; "" if it is."""
        match self._state:
            case Joined() | Leaving():
                return ""
            case Joining(refusal) if refusal:
                return REFUSED + refusal
        return _UNANSWERED

    def tick(self, used: wire.Resources, now_ns: int) -> None:
        """Time has passed."""
        if not self._output.session.exists():
            self._hello.send_if_due(self._output, now_ns)
            return
        if self._heartbeats.send_if_due(self._output, used, now_ns):
            self._assignment.repeat_credit()
        if now_ns - self._last_received_ns > 2 * self._lease_timeout_ns:
            self._unanswered(now_ns)
        self._output.resend_overdue(now_ns)
        self.prepare_if_clock_known()

    def _unanswered(self, now_ns: int) -> None:
        """The coordinator may be gone, or a new one may be in its place. The same nonce keeps the session."""
        if isinstance(self._state, Leaving):
            self._output.log("coordinator unreachable; exiting")
            self._assignment.drop()
            self._output.act(Exit(""))
            return
        if isinstance(self._state, Joined):
            self._output.log("coordinator unreachable; retrying every second")
        self._state = Unreachable()
        self._hello.send_if_due(self._output, now_ns)

    def _answered(self, now_ns: int) -> None:
        self._last_received_ns = now_ns
        if isinstance(self._state, Unreachable):
            self._state = Joined()

    def receive(self, envelope: wire.Envelope, now_ns: int) -> bool:
        """Whether to act on a message: it belongs to the session, and is next in order."""
        if envelope.HasField("welcome"):
            self._welcomed(envelope, now_ns)
        elif envelope.HasField("refused"):
            self._refused(envelope, now_ns)
        elif self._output.session.exists() and session_of(envelope) == self._output.session:
            self._answered(now_ns)
            return self._output.receive(envelope, now_ns)
        return False

    def heartbeat_acknowledged(self, ack: wire.HeartbeatAck, now_ns: int) -> None:
        """The answer to a heartbeat."""
        self._heartbeats.acknowledged(ack, now_ns)
        self.prepare_if_clock_known()

    def prepare_if_clock_known(self) -> None:
        """The offset is measured anew in each session; until it is known, an assignment waits."""
        if self._heartbeats.clock_known():
            self._assignment.clock_known(self._heartbeats.offset())

    def _welcomed(self, envelope: wire.Envelope, now_ns: int) -> None:
        if not self._hello.is_answered_by(envelope.welcome):
            return
        self._hello.answered()
        self._answered(now_ns)
        if session_of(envelope) != self._output.session:
            self._enter(session_of(envelope), envelope.welcome)

    def _enter(self, session: SessionId, welcome: wire.Welcome) -> None:
        previous = self._output.session
        if session.epoch == previous.epoch:
            self._assignment.fence()
        if welcome.resumed and session.session == previous.session:
            self._resume(session)
        else:
            self._begin(session, welcome)
        if isinstance(self._state, Leaving):
            self.leave(_REQUESTED)

    def _resume(self, session: SessionId) -> None:
        """Another incarnation of the coordinator has read its store: send it what the store lacks."""
        self._output.open(session)
        self._output.log("coordinator restarted; resuming the session")
        self._assignment.resume()

    def _begin(self, session: SessionId, welcome: wire.Welcome) -> None:
        self._assignment.drop()
        self._output.open(session)
        self._lease_timeout_ns = welcome.lease_timeout_ms * 1_000_000
        self._heartbeats.restart(welcome.heartbeat_ms * 1_000_000)
        if isinstance(self._state, Joining):
            self._state = Joined()
        self._output.log(f"joined the coordinator as {self._hello.worker_name()}")

    def _refused(self, envelope: wire.Envelope, now_ns: int) -> None:
        refused = envelope.refused
        if refused.hello_again and not self._concerns_this_session(envelope):
            return
        if refused.hello_again and self._comes_from_another_incarnation(envelope):
            self._hello.send_if_due(self._output, now_ns)
            return
        self._end(refused)

    def _concerns_this_session(self, envelope: wire.Envelope) -> bool:
        """An answer to a message of an earlier session ends nothing."""
        refused, current = envelope.refused, self._output.session
        if refused.nonce:
            return self._hello.is_answered_by(refused)
        if envelope.session != current.session:
            return False
        return not current.exists() or refused.addressed_session == current.epoch

    def _comes_from_another_incarnation(self, envelope: wire.Envelope) -> bool:
        """It does not know the session yet; a Hello announces it."""
        current = self._output.session
        return not envelope.refused.nonce and current.exists() and envelope.epoch != current.epoch

    def _end(self, refused: wire.Refused) -> None:
        self._assignment.fence()
        self._assignment.drop()
        self._output.close()
        if isinstance(self._state, Leaving):
            self._output.act(Exit(""))
        elif refused.hello_again:
            self._join_again(refused.reason)
        else:
            self._state = Joining()
            self._output.act(Exit(f"the coordinator refused this worker: {refused.reason}"))

    def _join_again(self, reason: str) -> None:
        known = self._state.refusal if isinstance(self._state, Joining) else ""
        if reason != known:
            self._output.log(REFUSED + reason)
        self._state = Joining(reason)
        self._hello.renew_nonce()

    def leave(self, reason: str) -> None:
        """Asks the coordinator's consent; without a session there is nothing to hand over."""
        if self._output.session.exists():
            self._state = Leaving()
            self._output.send(leave=wire.Leave(reason=reason))
        else:
            self._output.act(Exit(""))
