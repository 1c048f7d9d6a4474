"""The worker's side of the protocol: (state, event, now) -> (state, actions), without clock and socket."""

from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from muster_worker.conversation import Conversation
from muster_worker.wire import muster_pb2 as wire

_HELLO_EVERY_NS = 1_000_000_000
_FIRST_EXCHANGES = 8
_MOST_UNACKNOWLEDGED = 600
_KEPT_EXCHANGES = 32
REFUSED = "refused: "

# ---- what can happen to a worker ----


class Received(NamedTuple):
    """A message of the coordinator; its frame was well-formed."""

    envelope: wire.Envelope


class Tick(NamedTuple):
    """Time has passed; with what the process has used so far."""

    resources: wire.Resources


class Prepared(NamedTuple):
    """The engines are connected."""

    assignment: int
    target: dict[str, str]


class Broken(NamedTuple):
    """The engines could not be connected, or a bug showed itself; `kind` is "plan", "target" or "fault"."""

    assignment: int
    kind: str
    message: str


class Wanted(NamedTuple):
    """The engines could hold this many leases in all, those they were offered included."""

    assignment: int
    total: int
    rate_per_s: float


class Recorded(NamedTuple):
    """An interval; its seq and assignment are still to be filled in. `retired`: of an engine that was closed, whose
    assignment this worker may have been given anew."""

    assignment: int
    snapshot: wire.Snapshot
    retired: bool = False


class Unstarted(NamedTuple):
    """What an engine gave back."""

    assignment: int
    unstarted: list[wire.Coverage]


class ConcurrencyApplied(NamedTuple):
    """The engines run no more clients than they should."""

    assignment: int
    serial: int


class Drained(NamedTuple):
    """The engines have handed over their last interval."""

    assignment: int


class Say(NamedTuple):
    """A task's result is to be sent."""

    envelope: wire.Envelope


class Request(NamedTuple):
    """A part of a file is to be asked for; whoever waits for it gives up in time if it does not come."""

    envelope: wire.Envelope


class Leave(NamedTuple):
    """The worker is asked to go."""

    reason: str


Event: TypeAlias = (
    Received | Tick | Prepared | Broken | Wanted | Recorded | Unstarted | ConcurrencyApplied | Drained | Say | Request | Leave
)

# ---- what it wants done ----


class Send(NamedTuple):
    """To the coordinator."""

    envelope: wire.Envelope


class PrepareEngine(NamedTuple):
    """Answered by Prepared or Broken."""

    prepare: wire.Prepare
    offset_ns: int


class Offer(NamedTuple):
    """A lease for the engines."""

    lease: wire.Lease


class StartEngine(NamedTuple):
    """The barrier is set."""

    start: wire.Start


class SetClients(NamedTuple):
    """Answered by ConcurrencyApplied."""

    share: wire.SetConcurrency


class DrainEngine(NamedTuple):
    """Answered by Unstarted, then Drained."""

    assignment: int


class CloseEngine(NamedTuple):
    """Throw the engines away; answered by Recorded with what they did not report yet, if `telling`."""

    assignment: int
    telling: bool = False


class RunTask(NamedTuple):
    """Answered by Say."""

    task: wire.Task


class TakeChunk(NamedTuple):
    """A part of a data file arrived."""

    chunk: wire.FileChunk


class Log(NamedTuple):
    """For people."""

    line: str


class Exit(NamedTuple):
    """The worker is done; `failure` is empty if it was asked to go."""

    failure: str


Action: TypeAlias = (
    Send
    | PrepareEngine
    | Offer
    | StartEngine
    | SetClients
    | DrainEngine
    | CloseEngine
    | RunTask
    | TakeChunk
    | Log
    | Exit
)


class ClockSync:
    """The coordinator's clock minus this one's, from the exchange with the shortest round trip among the last 32."""

    def __init__(self) -> None:
        self._exchanges: deque[tuple[int, int]] = deque(maxlen=_KEPT_EXCHANGES)

    def exchanged(self, pulse: wire.HeartbeatAck, now_ns: int) -> None:
        """One more answer."""
        round_trip_ns = now_ns - pulse.worker_sent_ns - (pulse.sent_ns - pulse.received_ns)
        if round_trip_ns >= 0:
            middle_ns = pulse.worker_sent_ns + (now_ns - pulse.worker_sent_ns) // 2
            coordinators_ns = pulse.received_ns + (pulse.sent_ns - pulse.received_ns) // 2
            self._exchanges.append((round_trip_ns, coordinators_ns - middle_ns))

    def known(self) -> bool:
        """Whether there was an answer."""
        return bool(self._exchanges)

    def offset_and_error_ns(self) -> tuple[int, int]:
        """The error is half the round trip, at least 1."""
        round_trip_ns, offset_ns = min(self._exchanges)
        return offset_ns, max(1, round_trip_ns // 2)

    def forget(self) -> None:
        """Another coordinator has another clock."""
        self._exchanges.clear()


class _Held:
    """A lease of which not everything is either acknowledged or given back."""

    def __init__(self, lease: wire.Lease) -> None:
        self.lease, self.left = lease, lease.count
        self.returned: list[wire.Coverage] = []


class _Assignment:
    """What this worker knows of its part in one phase."""

    def __init__(self, prepare: wire.Prepare) -> None:
        self.id, self.prepare = prepare.assignment, prepare
        self.engine_asked = self.prepared = self.leased = self.ready_sent = False
        self.drain_asked = self.engine_drained = self.drained_sent = self.started = False
        self.offset_ns = self.offset_error_ns = 0
        self.next_seq = 1
        self.credit_total = 0
        self.rate_per_s = 0.0
        self.unacknowledged: deque[wire.Snapshot] = deque()
        self.target: dict[str, str] = {}
        self.resources = wire.Resources()
        # Clients that may be within an operation, and that there should be.
        self.clients = self.clients_asked = prepare.clients
        self.share_asked = 0
        # What it has said went wrong.
        self.failed: wire.Failed | None = None
        self._granted = 0
        self._held: dict[int, _Held] = {}

    def hold(self, lease: wire.Lease) -> None:
        """One more lease that is not empty."""
        if lease.count:
            self._granted += 1
            self._held[lease.lease] = _Held(lease)

    def settle(self, coverage: wire.Coverage) -> None:
        """These positions are durable."""
        held = self._held.get(coverage.lease)
        if held:
            held.left -= sum(coverage.runs[1::2])
            if held.left <= 0:
                del self._held[coverage.lease]

    def give_back(self, unstarted: wire.Coverage) -> None:
        """These positions were not started and never will be."""
        if held := self._held.get(unstarted.lease):
            held.returned.append(unstarted)
            self.settle(unstarted)

    def holding(self) -> wire.SessionState:
        """What another incarnation of the coordinator must know."""
        return wire.SessionState(
            assignment=self.id,
            granted=self._granted,
            clients=self.clients if self.started else 0,
            resources=self.resources,
            leases=[held.lease for held in self._held.values()],
            returned=[each for held in self._held.values() for each in held.returned],
        )

    def over(self) -> bool:
        return self.drained_sent and not self.unacknowledged


class _LastWords:
    """Of a session that was fenced: what it still has to report, said once and in its name. It is kept, not counted."""

    def __init__(self, fenced: _Assignment, epoch: int, session: int) -> None:
        self.assignment, self._next_seq = fenced.id, fenced.next_seq
        self._epoch, self._session = epoch, session

    def number(self, snapshot: wire.Snapshot) -> wire.Snapshot:
        snapshot.assignment, snapshot.seq = self.assignment, self._next_seq
        self._next_seq += 1
        return snapshot

    def envelope(self, snapshot: wire.Snapshot) -> wire.Envelope:
        return wire.Envelope(epoch=self._epoch, session=self._session, snapshot=snapshot)

    def holds(self, holding: wire.SessionState) -> wire.Envelope:
        """An incarnation that fenced the session before it heard this knows by it what the snapshots cover."""
        return wire.Envelope(epoch=self._epoch, session=self._session, session_state=holding)


class WorkerProtocol:
    """One thread uses it."""

    def __init__(self, hello: wire.Hello, nonces: Callable[[], int]) -> None:
        self._nonces = nonces
        self._hello = hello
        self._hello.nonce, self._hello.numbered = nonces(), True
        self._conversation = Conversation()
        self._clock = ClockSync()
        self._actions: list[Action] = []
        self._epoch = self._session = 0
        self._heartbeat_ns, self._lease_timeout_ns = 1_000_000_000, 2_500_000_000
        self._last_hello_ns = -(1 << 62)
        self._last_heartbeat_ns = self._last_heard_ns = 0
        self._heartbeats = 0
        # Answers to Hellos up to the last that was answered say nothing any more.
        self._attempts = self._answered_attempt = 0
        self._leaving = self._said_lost = False
        self._last_refusal = ""
        self._resources = wire.Resources()
        self._assignment: _Assignment | None = None
        self._last_words: _LastWords | None = None

    def trouble(self) -> str:
        """Why this worker is not in its cluster, in one line; "" if it is."""
        if self._session and not self._said_lost:
            return ""
        return REFUSED + self._last_refusal if self._last_refusal else "no coordinator has answered lately"

    def on(self, event: Event, now_ns: int) -> list[Action]:
        """One step; now_ns is this worker's monotonic clock."""
        match event:
            case Received(envelope):
                self._received(envelope, now_ns)
            case Tick(resources):
                self._tick(resources, now_ns)
            case Prepared(assignment, target):
                self._prepared(assignment, target)
            case Broken(assignment, kind, message):
                self._failed(assignment, kind, message)
            case Wanted(assignment, total, rate_per_s):
                self._wanted(assignment, total, rate_per_s)
            case Recorded(assignment, snapshot, retired):
                self._recorded(assignment, snapshot, retired)
            case Unstarted(assignment, unstarted):
                self._unstarted(assignment, unstarted)
            case ConcurrencyApplied(assignment, serial):
                self._share_taken(assignment, serial)
            case Drained(assignment):
                self._engine_drained(assignment)
            case Say(envelope):
                self._send_envelope(envelope)
            case Request(envelope):
                self._mention_envelope(envelope)
            case Leave(reason):
                self._leave(reason)
        taken, self._actions = self._actions, []
        return taken

    def _do(self, action: Action) -> None:
        self._actions.append(action)

    def _send(self, **body: Any) -> None:
        self._send_envelope(wire.Envelope(**body))

    def _send_envelope(self, envelope: wire.Envelope) -> None:
        if self._session:
            envelope.epoch, envelope.session = self._epoch, self._session
            self._do(Send(self._conversation.say(envelope)))

    def _mention(self, **body: Any) -> None:
        self._mention_envelope(wire.Envelope(**body))

    def _mention_envelope(self, envelope: wire.Envelope) -> None:
        """What may be lost, because it is said again."""
        if self._session:
            envelope.epoch, envelope.session = self._epoch, self._session
            self._do(Send(self._conversation.mention(envelope)))

    # ---- joining and staying ----

    def _tick(self, resources: wire.Resources, now_ns: int) -> None:
        self._resources = resources
        if not self._session:
            self._say_hello(now_ns)
            return
        self._beat(now_ns)
        if now_ns - self._last_heard_ns > 2 * self._lease_timeout_ns:
            self._unheard(now_ns)
        for message in self._conversation.overdue(now_ns):
            self._do(Send(message))
        self._prepare_when_clock_is_known()

    def _say_hello(self, now_ns: int) -> None:
        if now_ns - self._last_hello_ns >= _HELLO_EVERY_NS:
            self._last_hello_ns = now_ns
            knock = wire.Hello()
            knock.CopyFrom(self._hello)
            knock.previous_session = self._session
            knock.previous_epoch = self._epoch if self._session else 0
            self._attempts += 1
            knock.attempt = self._attempts
            self._do(Send(wire.Envelope(hello=knock)))

    def _unheard(self, now_ns: int) -> None:
        """The coordinator may be gone, or a new one may be in its place. The same nonce keeps the session."""
        if self._leaving:
            self._do(Log("the coordinator is silent; going without its leave"))
            self._drop()
            self._do(Exit(""))
            return
        if not self._said_lost:
            self._said_lost = True
            self._do(Log("the coordinator is silent; knocking once a second"))
        self._say_hello(now_ns)

    def _beat(self, now_ns: int) -> None:
        every_ns = self._heartbeat_ns // 50 if self._heartbeats < _FIRST_EXCHANGES else self._heartbeat_ns
        if now_ns - self._last_heartbeat_ns < every_ns:
            return
        self._last_heartbeat_ns = now_ns
        self._heartbeats += 1
        heartbeat = wire.Heartbeat(seq=self._heartbeats, worker_sent_ns=now_ns, resources=self._resources)
        if self._clock.known():
            heartbeat.offset_ns, heartbeat.offset_error_ns = self._clock.offset_and_error_ns()
        self._mention(heartbeat=heartbeat)
        if self._assignment:
            self._give_credit(self._assignment)

    def _received(self, envelope: wire.Envelope, now_ns: int) -> None:
        body = envelope.WhichOneof("body")
        if body == "welcome":
            self._welcomed(envelope, now_ns)
        elif body == "refused":
            self._refused(envelope, now_ns)
        elif self._session and (envelope.epoch, envelope.session) == (self._epoch, self._session):
            self._last_heard_ns = now_ns
            self._said_lost = False
            if self._conversation.hear(envelope, now_ns):
                self._from_coordinator(body, envelope, now_ns)

    def _welcomed(self, envelope: wire.Envelope, now_ns: int) -> None:
        welcome = envelope.welcome
        if welcome.nonce != self._hello.nonce or welcome.attempt <= self._answered_attempt:
            return
        self._answered_attempt = self._attempts
        self._last_heard_ns = now_ns
        self._said_lost = False
        if (envelope.epoch, envelope.session) == (self._epoch, self._session):
            return
        if envelope.epoch == self._epoch:
            self._late_if_fenced()
        self._conversation = Conversation()
        if welcome.resumed and envelope.session == self._session:
            self._go_on(envelope.epoch)
        else:
            self._begin(envelope)
        if self._leaving:
            self._leave("asked to go")

    def _go_on(self, epoch: int) -> None:
        """Another incarnation of the coordinator has read what its store knows: it is told the rest."""
        self._epoch = epoch
        self._do(Log("the coordinator was started anew and goes on with what is under way"))
        if self._assignment:
            self._say_again(self._assignment)
        else:
            self._send(session_state=wire.SessionState())

    def _say_again(self, mine: _Assignment) -> None:
        self._send(session_state=mine.holding())
        for snapshot in mine.unacknowledged:
            self._send(snapshot=snapshot)
        if mine.failed:
            self._send(failed=mine.failed)
        if mine.drained_sent:
            self._send_drained(mine)

    def _begin(self, envelope: wire.Envelope) -> None:
        self._drop()
        self._epoch, self._session = envelope.epoch, envelope.session
        self._heartbeat_ns = envelope.welcome.heartbeat_ms * 1_000_000
        self._lease_timeout_ns = envelope.welcome.lease_timeout_ms * 1_000_000
        self._clock.forget()
        self._heartbeats = 0
        self._last_refusal = ""
        self._do(Log(f"joined the coordinator as {self._hello.name}"))

    def _refused(self, envelope: wire.Envelope, now_ns: int) -> None:
        """An answer to a message of an earlier session, or of one that another incarnation knows, ends nothing."""
        refused = envelope.refused
        if refused.hello_again and not self._about_us(envelope):
            return
        if refused.hello_again and not refused.nonce and self._session and envelope.epoch != self._epoch:
            self._say_hello(now_ns)
            return
        self._late_if_fenced()
        self._drop()
        self._session = 0
        if self._leaving:
            self._do(Exit(""))
        elif refused.hello_again:
            if refused.reason != self._last_refusal:
                self._last_refusal = refused.reason
                self._do(Log(REFUSED + refused.reason))
            self._hello.nonce = self._nonces()
        else:
            self._do(Exit(f"the coordinator refused this worker: {refused.reason}"))

    def _about_us(self, envelope: wire.Envelope) -> bool:
        refused = envelope.refused
        if refused.nonce:
            return bool(refused.nonce == self._hello.nonce and refused.attempt > self._answered_attempt)
        ours: bool = envelope.session == self._session
        return ours and (not self._session or refused.addressed_session == self._epoch)

    def _late_if_fenced(self) -> None:
        """What this worker did in a session that is no more comes too late to be counted; it is said all the same."""
        mine = self._assignment
        if mine and self._session:
            words = self._last_words = _LastWords(mine, self._epoch, self._session)
            self._do(Send(words.holds(mine.holding())))
            for snapshot in mine.unacknowledged:
                self._say_late(words, snapshot)
            self._do(CloseEngine(mine.id, telling=True))
            self._assignment = None

    def _say_late(self, words: _LastWords, snapshot: wire.Snapshot) -> None:
        operations = sum(sum(covered.runs[1::2]) for covered in snapshot.coverage)
        late = f"snapshot {snapshot.seq} of {operations} operations is said late: it may not be counted"
        self._do(Log(late))
        self._do(Send(words.envelope(snapshot)))

    def _leave(self, reason: str) -> None:
        if not self._session:
            self._do(Exit(""))
            return
        self._leaving = True
        self._send(leave=wire.Leave(reason=reason))

    def _drop(self) -> None:
        """Gives up the assignment and all that was not acknowledged: the coordinator has fenced or forgotten it."""
        if self._assignment:
            self._do(CloseEngine(self._assignment.id))
            self._assignment = None

    # ---- a phase ----

    def _from_coordinator(self, body: str | None, envelope: wire.Envelope, now_ns: int) -> None:
        match body:
            case "heartbeat_ack":
                self._clock.exchanged(envelope.heartbeat_ack, now_ns)
                self._prepare_when_clock_is_known()
            case "prepare":
                self._drop()
                self._assignment = _Assignment(envelope.prepare)
                self._prepare_when_clock_is_known()
            case "task":
                self._do(RunTask(envelope.task))
            case "file_chunk":
                self._do(TakeChunk(envelope.file_chunk))
            case "leave":
                self._drop()
                self._do(Exit(""))
            case _:
                self._about_assignment(body, envelope)

    def _prepare_when_clock_is_known(self) -> None:
        """The offset is frozen here for the whole phase."""
        mine = self._assignment
        if mine and not mine.engine_asked and self._clock.known() and self._heartbeats >= _FIRST_EXCHANGES:
            mine.engine_asked = True
            mine.offset_ns, mine.offset_error_ns = self._clock.offset_and_error_ns()
            self._do(PrepareEngine(mine.prepare, mine.offset_ns))

    def _about_assignment(self, body: str | None, envelope: wire.Envelope) -> None:
        mine = self._owned(getattr(getattr(envelope, body or "", None), "assignment", 0))
        if mine is None:
            return
        match body:
            case "lease":
                self._lease(mine, envelope.lease)
            case "start":
                self._start(mine, envelope.start)
            case "set_concurrency":
                self._share(mine, envelope.set_concurrency)
            case "acknowledge":
                self._acknowledged(mine, envelope.acknowledge.through)
            case "drain":
                self._drain(mine)
            case "abort":
                self._do(CloseEngine(mine.id))
                mine.drain_asked = True
                self._engine_drained(mine.id)
            case _:
                self._do(Log(f"a message of the coordinator was of no use here: {body}"))

    def _start(self, mine: _Assignment, start: wire.Start) -> None:
        """Said once more by another incarnation of the coordinator: the engine starts once."""
        if not mine.started:
            mine.started = True
            self._do(StartEngine(start))

    def _share(self, mine: _Assignment, share: wire.SetConcurrency) -> None:
        mine.clients = max(mine.clients, share.clients)
        mine.clients_asked, mine.share_asked = share.clients, share.serial
        self._do(SetClients(share))

    def _share_taken(self, assignment: int, serial: int) -> None:
        if mine := self._owned(assignment):
            mine.clients = mine.clients_asked if serial == mine.share_asked else mine.clients
            self._send(concurrency_applied=wire.ConcurrencyApplied(assignment=assignment, serial=serial))

    def _owned(self, assignment: int) -> _Assignment | None:
        return self._assignment if self._assignment and self._assignment.id == assignment else None

    def _prepared(self, assignment: int, target: dict[str, str]) -> None:
        if mine := self._owned(assignment):
            mine.prepared, mine.target, mine.resources = True, target, self._resources
            self._ready_if_leased(mine)
            if mine.drain_asked:
                self._do(DrainEngine(mine.id))

    def _lease(self, mine: _Assignment, lease: wire.Lease) -> None:
        mine.leased = True
        mine.hold(lease)
        if lease.count and mine.drain_asked:
            self._unstarted(mine.id, [wire.Coverage(lease=lease.lease, runs=[0, lease.count])])
        elif lease.count:
            self._do(Offer(lease))
        self._ready_if_leased(mine)

    def _ready_if_leased(self, mine: _Assignment) -> None:
        if mine.prepared and mine.leased and not mine.ready_sent:
            mine.ready_sent = True
            ready = wire.Ready(
                assignment=mine.id,
                offset_ns=mine.offset_ns,
                offset_error_ns=mine.offset_error_ns,
                target=mine.target,
                resources=mine.resources,
            )
            self._send(ready=ready)

    def _failed(self, assignment: int, kind: str, message: str) -> None:
        if mine := self._owned(assignment):
            mine.failed = wire.Failed(assignment=assignment, kind=kind, message=message)
            self._send(failed=mine.failed)
            if not mine.prepared:
                self._engine_drained(assignment)

    def _wanted(self, assignment: int, total: int, rate_per_s: float) -> None:
        if mine := self._owned(assignment):
            mine.credit_total = max(mine.credit_total, total)
            mine.rate_per_s = rate_per_s
            self._give_credit(mine)

    def _give_credit(self, mine: _Assignment) -> None:
        """Given again with each heartbeat: as a total it does no harm, and one that was lost would stop the worker."""
        keeping_up = len(mine.unacknowledged) < _MOST_UNACKNOWLEDGED
        if keeping_up and not mine.drain_asked and mine.credit_total:
            self._mention(credit=wire.Credit(assignment=mine.id, total=mine.credit_total, rate=mine.rate_per_s))

    # ---- results ----

    def _recorded(self, assignment: int, snapshot: wire.Snapshot, retired: bool) -> None:
        mine = self._owned(assignment)
        if mine and not retired:
            snapshot.assignment, snapshot.seq = mine.id, mine.next_seq
            mine.next_seq += 1
            mine.unacknowledged.append(snapshot)
            self._send(snapshot=snapshot)
        elif self._last_words and self._last_words.assignment == assignment:
            self._say_late(self._last_words, self._last_words.number(snapshot))

    def _acknowledged(self, mine: _Assignment, through: int) -> None:
        while mine.unacknowledged and mine.unacknowledged[0].seq <= through:
            for coverage in mine.unacknowledged.popleft().coverage:
                mine.settle(coverage)
        self._forget_if_over(mine)

    # ---- the end of a phase ----

    def _drain(self, mine: _Assignment) -> None:
        if not mine.drain_asked:
            mine.drain_asked = True
            if mine.prepared:
                self._do(DrainEngine(mine.id))

    def _unstarted(self, assignment: int, unstarted: list[wire.Coverage]) -> None:
        mine = self._owned(assignment)
        if mine and unstarted:
            for coverage in unstarted:
                mine.give_back(coverage)
            self._send(returned=wire.Returned(assignment=assignment, unstarted=unstarted))

    def _engine_drained(self, assignment: int) -> None:
        if mine := self._owned(assignment):
            mine.engine_drained = True
            if not mine.drained_sent:
                mine.drained_sent = True
                self._send_drained(mine)
                self._forget_if_over(mine)

    def _send_drained(self, mine: _Assignment) -> None:
        self._send(drained=wire.Drained(assignment=mine.id, last_seq=mine.next_seq - 1))

    def _forget_if_over(self, mine: _Assignment) -> None:
        if mine.over():
            self._do(CloseEngine(mine.id))
            self._assignment = None
