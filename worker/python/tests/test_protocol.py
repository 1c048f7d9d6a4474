"""The worker's protocol as a pure machine: no socket, no clock."""

from itertools import count

from muster_worker.agent import worker_action, worker_event
from muster_worker.agent.worker_action import Action, Send
from muster_worker.agent.worker_protocol import WorkerProtocol
from muster_worker.wire import muster_pb2 as wire

SECOND = 1_000_000_000


class Driven:
    """A protocol that has joined, with a clock that the test moves."""

    def __init__(self) -> None:
        numbers = count(1)
        self.now_ns = 5 * SECOND
        self.nonce = 0
        self.protocol = WorkerProtocol(wire.Hello(name="w"), lambda: next(numbers))

    def on(self, event: worker_event.Event) -> list[Action]:
        return self.protocol.on(event, self.now_ns)

    def sent(self, event: worker_event.Event) -> list[wire.Envelope]:
        return [action.envelope for action in self.on(event) if isinstance(action, Send)]

    def deliver(self, epoch: int = 3, session: int = 4, **body: object) -> list[Action]:
        return self.on(worker_event.Received(wire.Envelope(epoch=epoch, session=session, **body)))  # type: ignore[arg-type]

    def tick(self, after_ns: int = 0) -> list[wire.Envelope]:
        self.now_ns += after_ns
        return self.sent(worker_event.Tick(wire.Resources()))

    def welcome(self, attempt: int, epoch: int = 3, session: int = 4, resumed: bool = False) -> list[Action]:
        welcome = wire.Welcome(heartbeat_ms=1000, lease_timeout_ms=2500, nonce=self.nonce, attempt=attempt)
        welcome.resumed = resumed
        return self.deliver(epoch=epoch, session=session, welcome=welcome)

    def joined(self) -> "Driven":
        (sent,) = self.tick()
        self.nonce = sent.hello.nonce
        self.welcome(sent.hello.attempt)
        for _ in range(8):
            (beat,) = self.tick(SECOND // 50)
            sent_ns = beat.heartbeat.worker_sent_ns
            self.now_ns += 1000
            ack = wire.HeartbeatAck(worker_sent_ns=sent_ns, received_ns=sent_ns + 700_500, sent_ns=sent_ns + 700_500)
            self.deliver(heartbeat_ack=ack)
        return self

    def prepared(self) -> "Driven":
        self.joined()
        self.deliver(prepare=wire.Prepare(assignment=9, plan="{}"))
        self.on(worker_event.Prepared(9, {"address": "x"}, wire.Resources()))
        return self


def bodies(envelopes: list[wire.Envelope]) -> list[str | None]:
    return [envelope.WhichOneof("body") for envelope in envelopes]


def test_it_sends_a_hello_once_a_second_until_it_is_welcome() -> None:
    driven = Driven()
    assert bodies(driven.tick()) == ["hello"]
    assert driven.tick(SECOND // 2) == []
    assert bodies(driven.tick(SECOND // 2)) == ["hello"]


def test_the_offset_is_that_of_the_shortest_round_trip_and_frozen_when_it_prepares() -> None:
    driven = Driven().joined()
    asked = [
        a for a in driven.deliver(prepare=wire.Prepare(assignment=9)) if isinstance(a, worker_action.PrepareEngine)
    ]
    assert [each.offset_ns for each in asked] == [700_000]


def test_it_is_ready_once_it_is_prepared_and_holds_a_lease() -> None:
    driven = Driven().prepared()
    actions = driven.deliver(lease=wire.Lease(assignment=9, lease=1, count=10, stride=1))
    ready = [a.envelope.ready for a in actions if isinstance(a, Send)]
    assert [(r.assignment, r.offset_ns, r.offset_error_ns, r.target["address"]) for r in ready] == [
        (9, 700_000, 500, "x")
    ]
    assert any(isinstance(action, worker_action.Offer) for action in actions)


def test_a_message_of_another_epoch_or_session_is_not_acted_on() -> None:
    driven = Driven().prepared()
    assert driven.deliver(epoch=2, drain=wire.Drain(assignment=9)) == []
    assert driven.deliver(session=5, drain=wire.Drain(assignment=9)) == []
    assert driven.deliver(drain=wire.Drain(assignment=8)) == []
    assert driven.deliver(drain=wire.Drain(assignment=9)) == [worker_action.DrainEngine(9)]


def test_what_is_not_acknowledged_is_sent_again_and_forgotten_afterwards() -> None:
    driven = Driven().prepared()
    for _ in range(2):
        assert bodies(driven.sent(worker_event.Recorded(9, wire.Snapshot()))) == ["snapshot"]
    driven.deliver(acknowledge=wire.Acknowledge(assignment=9, through=1), confirmed=1)
    again = [each.snapshot.seq for each in driven.tick(3 * SECOND) if each.HasField("snapshot")]
    assert again == [2]
    driven.deliver(drain=wire.Drain(assignment=9))
    (drained,) = driven.sent(worker_event.Drained(9))
    assert drained.drained.last_seq == 2
    assert worker_action.CloseEngine(9) in driven.deliver(acknowledge=wire.Acknowledge(assignment=9, through=2))


def test_a_closed_engine_records_in_the_name_of_its_session_even_if_the_assignment_is_given_anew() -> None:
    driven = Driven().prepared()
    driven.deliver(refused=wire.Refused(hello_again=True, addressed_session=3))
    (retry,) = driven.tick(SECOND)
    driven.nonce = retry.hello.nonce
    driven.welcome(retry.hello.attempt, session=5)
    driven.deliver(session=5, prepare=wire.Prepare(assignment=9, plan="{}"))
    (late,) = driven.sent(worker_event.Recorded(9, wire.Snapshot(), retired=True))
    (own,) = driven.sent(worker_event.Recorded(9, wire.Snapshot()))
    assert (late.session, own.session) == (4, 5)


def test_repeated_messages_are_acted_on_once_and_in_order() -> None:
    driven = Driven().prepared()
    first, second = (wire.Lease(assignment=9, lease=number, count=10, stride=1) for number in (1, 2))
    assert driven.deliver(number=2, lease=second) == []
    assert worker_action.Offer(first) in driven.deliver(number=1, lease=first)
    assert driven.deliver(number=1, lease=first) == []
    assert driven.deliver(number=2, lease=second) == [worker_action.Offer(second)]
    assert driven.tick(SECOND)[0].confirmed == 2


def test_unconfirmed_messages_are_sent_again_in_order() -> None:
    driven = Driven().prepared()
    (lost,) = driven.sent(worker_event.ConcurrencyApplied(9, 0, 1))
    (also,) = driven.sent(worker_event.ConcurrencyApplied(9, 0, 2))
    driven.tick(SECOND)
    assert [each.number for each in driven.tick(SECOND) if each.number] == [lost.number, also.number]
    driven.deliver(heartbeat_ack=wire.HeartbeatAck(), confirmed=also.number)
    assert [each.number for each in driven.tick(3 * SECOND) if each.number] == []


def test_snapshots_of_a_fenced_session_are_sent_in_its_name() -> None:
    driven = Driven().prepared()
    driven.sent(worker_event.Recorded(9, wire.Snapshot()))
    actions = driven.deliver(refused=wire.Refused(reason="fenced", hello_again=True, addressed_session=3))
    assert worker_action.CloseEngine(9, report=True) in actions
    last = wire.Snapshot(coverage=[wire.Coverage(lease=1, runs=[0, 7])])
    sent = [a.envelope for a in actions + driven.on(worker_event.Recorded(9, last)) if isinstance(a, Send)]
    assert sent[0].WhichOneof("body") == "session_state"
    late = sent[1:]
    assert [(e.epoch, e.session, e.number, e.snapshot.seq) for e in late] == [(3, 4, 0, 1), (3, 4, 0, 2)]
    (hello,) = (each.hello for each in driven.tick(SECOND))
    driven.nonce = hello.nonce
    driven.welcome(hello.attempt, session=5)
    assert driven.deliver(refused=wire.Refused(reason="fenced", hello_again=True, addressed_session=3)) == []


def test_a_lease_that_comes_after_the_drain_goes_back_whole() -> None:
    driven = Driven().prepared()
    driven.deliver(drain=wire.Drain(assignment=9))
    actions = driven.deliver(lease=wire.Lease(assignment=9, lease=7, count=10, stride=1))
    returned = [a.envelope.returned for a in actions if isinstance(a, Send) and a.envelope.HasField("returned")]
    assert [(list(r.unstarted[0].runs), r.unstarted[0].lease) for r in returned] == [([0, 10], 7)]


def test_credit_is_a_total_that_never_falls_and_is_given_again_with_each_heartbeat() -> None:
    driven = Driven().prepared()
    assert [e.credit.total for e in driven.sent(worker_event.Wanted(9, 0, 5, 1.5))] == [5]
    assert [e.credit.total for e in driven.sent(worker_event.Wanted(9, 0, 3, 1.5))] == [5]
    assert bodies(driven.tick(SECOND)) == ["heartbeat", "credit"]


def test_a_new_coordinator_fences_what_is_under_way() -> None:
    driven = Driven().prepared()
    assert worker_action.CloseEngine(9) in driven.welcome(2, epoch=8, session=1)


def test_a_welcome_of_an_incarnation_that_has_died_ends_nothing() -> None:
    driven = Driven().prepared()
    driven.welcome(3, epoch=8, resumed=True)
    assert driven.welcome(1, epoch=3, session=5) == []
    (sent,) = driven.sent(worker_event.Recorded(9, wire.Snapshot()))
    assert (sent.epoch, sent.session) == (8, 4)


def test_a_resumed_session_without_an_assignment_reports_that() -> None:
    driven = Driven().joined()
    (state,) = (action.envelope for action in driven.welcome(2, epoch=8, resumed=True) if isinstance(action, Send))
    assert (state.WhichOneof("body"), state.session_state.assignment, state.number) == ("session_state", 0, 1)


def test_another_incarnation_is_sent_a_failure_that_the_one_before_may_have_missed() -> None:
    driven = Driven().prepared()
    driven.on(worker_event.Broken(9, "fault", "a fault in the worker"))
    sent = [action.envelope for action in driven.welcome(2, epoch=8, resumed=True) if isinstance(action, Send)]
    assert bodies(sent) == ["session_state", "failed"]


def test_a_new_session_of_the_same_coordinator_sends_the_snapshots_of_the_one_before() -> None:
    driven = Driven().prepared()
    driven.on(worker_event.Recorded(9, wire.Snapshot()))
    late = [action.envelope for action in driven.welcome(2, session=5) if isinstance(action, Send)]
    assert bodies(late) == ["session_state", "snapshot"]
    assert [(each.session, each.number) for each in late] == [(4, 0), (4, 0)]


def test_a_refusal_that_invites_another_hello_gets_one_with_a_new_nonce() -> None:
    driven = Driven()
    (first,) = driven.tick()
    driven.deliver(refused=wire.Refused(reason="of an earlier Hello", hello_again=True, nonce=77))
    (same,) = driven.tick(SECOND)
    assert same.hello.nonce == first.hello.nonce
    refused = wire.Refused(reason="fenced", hello_again=True, nonce=first.hello.nonce, attempt=first.hello.attempt)
    driven.deliver(refused=refused)
    (second,) = driven.tick(SECOND)
    assert first.hello.nonce != second.hello.nonce
    actions = driven.deliver(refused=wire.Refused(reason="no more"))
    assert actions == [worker_action.Exit("the coordinator refused this worker: no more")]


def test_reliable_messages_are_numbered_and_sent_again_until_they_are_confirmed() -> None:
    driven = Driven().prepared()
    sent = [
        *driven.sent(worker_event.Recorded(9, wire.Snapshot())),
        *driven.sent(worker_event.ConcurrencyApplied(9, 0, 1)),
    ]
    assert [each.number for each in sent] == [1, 2]
    assert all(each.number == 0 for each in [*driven.sent(worker_event.Wanted(9, 0, 5, 1.5)), *driven.tick(SECOND)])
    assert [each.number for each in driven.tick(2 * SECOND) if each.number] == [1, 2]
    driven.deliver(heartbeat_ack=wire.HeartbeatAck(), confirmed=1)
    assert [each.number for each in driven.tick(2 * SECOND) if each.number] == [2]
    driven.deliver(heartbeat_ack=wire.HeartbeatAck(), confirmed=7)
    assert [each.number for each in driven.tick(2 * SECOND) if each.number] == [2]


def test_duplicate_or_early_messages_are_ignored_and_every_message_confirms_what_was_received() -> None:
    driven = Driven().prepared()
    assert driven.deliver(drain=wire.Drain(assignment=9), number=2) == []
    assert driven.deliver(start=wire.Start(assignment=9, start_ns=5), number=1) != []
    assert driven.deliver(start=wire.Start(assignment=9, start_ns=5), number=1) == []
    assert driven.deliver(drain=wire.Drain(assignment=9), number=2) == [worker_action.DrainEngine(9)]
    (beat,) = driven.tick(SECOND)
    assert (beat.WhichOneof("body"), beat.confirmed) == ("heartbeat", 2)


def test_a_resumed_session_sends_its_leases_and_snapshots_again() -> None:
    driven = Driven().prepared()
    for lease in (1, 2, 3):
        driven.deliver(lease=wire.Lease(assignment=9, lease=lease, first=10 * lease, count=10, stride=1))
    driven.deliver(start=wire.Start(assignment=9, start_ns=5))
    for lease, taken in ((1, 10), (2, 4)):
        covered = wire.Coverage(lease=lease, runs=[0, taken])
        driven.on(worker_event.Recorded(9, wire.Snapshot(coverage=[covered])))
    driven.on(worker_event.Unstarted(9, [wire.Coverage(lease=2, runs=[8, 2])]))
    driven.deliver(acknowledge=wire.Acknowledge(assignment=9, through=1))
    hello = next(each.hello for each in driven.tick(6 * SECOND) if each.HasField("hello"))
    assert (hello.previous_session, hello.previous_epoch, hello.attempt) == (4, 3, 2)
    actions = driven.welcome(hello.attempt, epoch=8, resumed=True)
    assert not any(isinstance(action, worker_action.CloseEngine) for action in actions)
    state, snapshot = (action.envelope for action in actions if isinstance(action, Send))
    assert (state.epoch, state.number, snapshot.number, snapshot.snapshot.seq) == (8, 1, 2, 2)
    assert state.session_state.granted == 3
    assert [lease.lease for lease in state.session_state.leases] == [2, 3]
    assert [(one.lease, list(one.runs)) for one in state.session_state.returned] == [(2, [8, 2])]
