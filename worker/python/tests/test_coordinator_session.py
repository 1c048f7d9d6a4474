"""Joining, staying joined, and losing the coordinator; as CoordinatorSessionTest in Java."""

from muster_worker.agent.coordinator_session import CoordinatorSession
from muster_worker.agent.current_assignment import CurrentAssignment
from muster_worker.agent.session_state import NO_SESSION, SessionId
from muster_worker.agent.worker_action import Exit, Log, Send
from muster_worker.agent.worker_output import WorkerOutput
from muster_worker.wire import muster_pb2 as wire

MS = 1_000_000
ID = SessionId(1, 2)


class Driven:
    """A session with a clock that the test moves."""

    def __init__(self) -> None:
        nonces = iter((7, 8, 9))
        self.output = WorkerOutput()
        self.now_ns = 0
        assignment = CurrentAssignment(self.output)
        self.session = CoordinatorSession(wire.Hello(name="a"), lambda: next(nonces), self.output, assignment)

    def tick(self, after_ms: int) -> list[wire.Envelope]:
        self.now_ns += after_ms * MS
        self.session.tick(wire.Resources(), self.now_ns)
        return self.sent()

    def sent(self) -> list[wire.Envelope]:
        return [action.envelope for action in self.output.take() if isinstance(action, Send)]

    def receive(self, message: wire.Envelope) -> bool:
        return self.session.receive(ID.address(message), self.now_ns)

    def joined(self) -> "Driven":
        self.tick(0)
        welcome = wire.Welcome(nonce=7, attempt=1, heartbeat_ms=1000, lease_timeout_ms=500)
        self.receive(wire.Envelope(welcome=welcome))
        self.output.take()
        return self

    def refuse(self, reason: str, nonce: int, attempt: int) -> None:
        refused = wire.Refused(reason=reason, hello_again=True, nonce=nonce, attempt=attempt)
        self.receive(wire.Envelope(refused=refused))


def test_it_sends_a_hello_a_second_until_it_is_welcome() -> None:
    driven = Driven()
    assert [each.hello.attempt for each in driven.tick(0)] == [1]
    assert driven.tick(500) == []
    assert [each.hello.attempt for each in driven.tick(500)] == [2]
    assert driven.session.trouble()
    assert not driven.joined().session.trouble()


def test_a_welcome_for_another_nonce_is_ignored() -> None:
    driven = Driven()
    driven.tick(0)
    driven.receive(wire.Envelope(welcome=wire.Welcome(nonce=99, attempt=1)))
    assert driven.output.session == NO_SESSION


def test_the_first_heartbeats_follow_each_other_quickly_to_measure_the_clock() -> None:
    driven = Driven().joined()
    for _ in range(8):
        assert [each.WhichOneof("body") for each in driven.tick(20)] == ["heartbeat"]
    assert driven.tick(20) == []


def test_a_heartbeat_carries_the_offset_once_an_answer_has_measured_it() -> None:
    driven = Driven().joined()
    sent_ns = driven.tick(20)[0].heartbeat.worker_sent_ns
    driven.now_ns += 1000
    ack = wire.HeartbeatAck(worker_sent_ns=sent_ns, received_ns=sent_ns + 700_500, sent_ns=sent_ns + 700_500)
    driven.session.heartbeat_acknowledged(ack, driven.now_ns)
    assert driven.tick(20)[0].heartbeat.offset_ns == 700_000


def test_a_coordinator_that_does_not_answer_for_two_lease_timeouts_is_unreachable_until_it_does() -> None:
    driven = Driven().joined()
    driven.tick(1001)
    assert driven.session.trouble() == "no answer from the coordinator"
    assert driven.receive(wire.Envelope(heartbeat_ack=wire.HeartbeatAck()))
    assert not driven.session.trouble()


def test_a_refusal_is_logged_once_for_each_reason_and_asks_for_a_new_session() -> None:
    driven = Driven()
    driven.tick(0)
    driven.refuse("full", 7, 1)
    assert driven.output.take() == [Log("refused: full")]
    assert driven.session.trouble() == "refused: full"
    assert driven.tick(1000)[0].hello.nonce == 8
    driven.refuse("full", 8, 2)
    assert driven.output.take() == []


def test_a_refusal_that_invites_no_hello_ends_the_worker() -> None:
    driven = Driven()
    driven.tick(0)
    driven.receive(wire.Envelope(refused=wire.Refused(reason="no more")))
    assert driven.output.take() == [Exit("the coordinator refused this worker: no more")]


def test_messages_of_another_session_are_not_acted_on() -> None:
    driven = Driven().joined()
    other = SessionId(1, 3).address(wire.Envelope(heartbeat_ack=wire.HeartbeatAck()))
    assert not driven.session.receive(other, driven.now_ns)


def test_it_waits_for_the_coordinators_consent_to_leave() -> None:
    driven = Driven().joined()
    driven.session.leave("run finished")
    assert [each.WhichOneof("body") for each in driven.sent()] == ["leave"]
    driven.now_ns += 1001 * MS
    driven.session.tick(wire.Resources(), driven.now_ns)
    assert Exit("") in driven.output.take()
