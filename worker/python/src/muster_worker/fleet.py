"""The engine processes of one worker: shares clients and leases out among them, and joins what they say."""

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple

from muster_worker import pipe, protocol
from muster_worker.child import serve
from muster_worker.engine.leases import Grant
from muster_worker.engine.spec import Gauges
from muster_worker.file_rule import FileRule
from muster_worker.files import DataCache
from muster_worker.meter import ProcessMeter, Usage, total, worst
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.settings import PlanError

_STOP_S = 5
_AT_ONCE = 1_000


class _Member:
    """One engine process."""

    def __init__(self, process: SpawnProcess, connection: Connection) -> None:
        self.process, self.connection = process, connection
        self.wanted = self.offered = self.clients = 0
        self.meters = pipe.Meters(Usage(), Usage(), Gauges(), Gauges())

    def tell(self, command: pipe.Command) -> None:
        self.connection.send(command)


class _Joined(NamedTuple):
    """What is one event of the worker once every process has said it."""

    kind: str
    serial: int = 0


class Fleet:
    """One thread uses it, the one that polls `connections`; what other threads bring comes with `background`."""

    def __init__(self, processes: int, folder: Path, rule: FileRule) -> None:
        context = multiprocessing.get_context("spawn")
        self._members = [_start(context, number, rule) for number in range(processes)]
        self._meter = ProcessMeter()
        self._files = DataCache(folder, lambda request: self._brought.put(protocol.Request(request)))
        self._fetching = ThreadPoolExecutor(1, "files")
        self._brought: SimpleQueue[protocol.Request | pipe.Prepare | pipe.Broken] = SimpleQueue()
        self._said: dict[_Joined, int] = {}
        self._engines = 0
        self._engine_id = pipe.NO_ENGINE
        self._started = False
        self.sent_bytes = self.send_ns = 0

    def connections(self) -> list[Connection]:
        """To be polled; `read` when one is readable."""
        return [member.connection for member in self._members]

    # ---- what the protocol wants ----

    def act(self, action: protocol.Action) -> None:
        """Does what concerns engines, tasks and files."""
        match action:
            case protocol.PrepareEngine(prepare, offset_ns):
                self._begin(prepare.assignment)
                self._fetching.submit(self._fetch_for_phase, prepare, offset_ns, self._engine_id)
            case protocol.RunTask(task):
                # It needs no data file: what a plan says of the database is enough.
                self._members[0].tell(pipe.Task(task.task, task.kind, task.plan))
            case protocol.TakeChunk(chunk):
                self._files.take(chunk)
            case protocol.Offer(lease):
                self._offer(lease)
            case protocol.StartEngine(start):
                self._started = True
                self._tell_all(pipe.Start(self._engine_id, start.start_ns, start.end_ns))
            case protocol.SetClients(share):
                for number, member in enumerate(self._members):
                    clients = self._share(share.clients, number)
                    member.tell(pipe.Clients(self._engine_id, share.serial, clients))
            case protocol.DrainEngine():
                self._tell_all(pipe.Drain(self._engine_id))
            case protocol.CloseEngine(assignment, telling):
                self._close_engine(assignment, telling)
            case _:
                raise AssertionError(f"not for the engines: {action}")

    def _begin(self, assignment: int) -> None:
        """From now on only the engine to come is told anything, and only what it says is heard."""
        self._engines += 1
        self._engine_id = pipe.EngineId(assignment, self._engines)
        self._said.clear()
        self._started = False

    def _close_engine(self, assignment: int, telling: bool) -> None:
        """One whose files are still being fetched is not prepared any more."""
        if assignment == self._engine_id.assignment:
            self._tell_all(pipe.Close(self._engine_id, telling))
            self._engine_id = pipe.NO_ENGINE

    def _tell_all(self, command: pipe.Command) -> None:
        for member in self._members:
            member.tell(command)

    def _share(self, clients: int, number: int) -> int:
        """It grows and shrinks with the total for every process, so that no other has to shrink first."""
        return clients // len(self._members) + (number < clients % len(self._members))

    def _fetch_for_phase(self, prepare: wire.Prepare, offset_ns: int, engine_id: pipe.EngineId) -> None:
        try:
            files = self._files.fetch(prepare.files)
            p = prepare
            place = (engine_id, p.plan, p.phase_ordinal)
            self._brought.put(pipe.Prepare(*place, p.clients, p.lease_size, p.joining, offset_ns, files))
        except (PlanError, OSError) as error:
            self._brought.put(pipe.Broken(engine_id, "plan", str(error)))

    def background(self) -> list[protocol.Event]:
        """What other threads brought."""
        events: list[protocol.Event] = []
        while True:
            try:
                brought = self._brought.get_nowait()
            except Empty:
                return events
            match brought:
                case pipe.Prepare():
                    self._prepare(brought)
                case pipe.Broken(engine_id, kind, message):
                    if engine_id == self._engine_id:
                        events.append(protocol.Broken(engine_id.assignment, kind, message))
                case protocol.Request():
                    events.append(brought)

    def _prepare(self, prepare: pipe.Prepare) -> None:
        if prepare.engine_id != self._engine_id:
            return
        for number, member in enumerate(self._members):
            member.wanted = member.offered = 0
            member.clients = self._share(prepare.clients, number)
            member.tell(prepare._replace(clients=member.clients))

    def _offer(self, lease: wire.Lease) -> None:
        """To the process that lacks most; the first one only after all with clients have asked."""
        member = max(self._members, key=lambda each: each.wanted - each.offered)
        member.offered += 1
        grant = Grant(lease.lease, lease.first, lease.count, lease.stride, lease.first_intended_ns)
        member.tell(pipe.Offer(self._engine_id, grant))

    # ---- what the processes say ----

    def read(self, connection: Connection) -> list[protocol.Event]:
        """All that this one has said; raises EOFError if it is gone."""
        member = next(each for each in self._members if each.connection is connection)
        events: list[protocol.Event] = []
        # Bounded, so that a flood of reports cannot keep heartbeats from going out.
        while len(events) < _AT_ONCE and connection.poll():
            event = self._said_by(member, connection.recv())
            if event is not None:
                events.append(event)
        return events

    def _said_by(self, member: _Member, report: pipe.Report) -> protocol.Event | None:
        match report:
            case pipe.Meters():
                member.meters = report
            case pipe.TaskDone(task, failure, message, facts):
                result = wire.TaskResult(task=task, failure=failure, message=message, facts=facts)
                return protocol.Say(wire.Envelope(task_result=result))
            case pipe.Recorded(engine_id, content):
                snapshot = wire.Snapshot.FromString(content)
                snapshot.resources.CopyFrom(self.resources())
                snapshot.phase.CopyFrom(self._phase())
                return protocol.Recorded(engine_id.assignment, snapshot, engine_id != self._engine_id)
            case _ if report.engine_id == self._engine_id:
                return self._said_by_engine(member, report)
        return None

    def _said_by_engine(self, member: _Member, report: pipe.Report) -> protocol.Event | None:
        assignment = self._engine_id.assignment
        match report:
            case pipe.Wanted(_, wanted, rate_per_s):
                member.wanted = wanted
                if self._started or all(each.wanted for each in self._members if each.clients):
                    total_wanted = sum(each.wanted for each in self._members)
                    return protocol.Wanted(assignment, total_wanted, rate_per_s * len(self._members))
            case pipe.Prepared(_, target):
                if self._all_say(_Joined("prepared")):
                    return protocol.Prepared(assignment, target)
            case pipe.ConcurrencyApplied(_, serial):
                if self._all_say(_Joined("set_concurrency", serial)):
                    return protocol.ConcurrencyApplied(assignment, serial)
            case pipe.Drained():
                if self._all_say(_Joined("drained")):
                    return protocol.Drained(assignment)
            case pipe.Broken(_, kind, message):
                return protocol.Broken(assignment, kind, message)
            case pipe.Unstarted(_, unstarted):
                coverage = [wire.Coverage(lease=one.lease, runs=one.runs) for one in unstarted]
                return protocol.Unstarted(assignment, coverage)
        return None

    def _all_say(self, what: _Joined) -> bool:
        self._said[what] = self._said.get(what, 0) + 1
        return self._said[what] == len(self._members)

    # ---- figures ----

    def resources(self) -> wire.Resources:
        """Of all processes of this worker together."""
        usage = total([self._meter.read(), *(member.meters.usage for member in self._members)])
        gauges = [member.meters.gauges for member in self._members]
        before = [member.meters.before for member in self._members]
        return _resources(
            usage,
            gauges,
            hiccup_max_ns=max(0, usage.hiccup_max_ns),
            heap_bytes=usage.memory_bytes,
            clients_running=sum(each.clients_running for each in gauges),
            schedule_lag_max_ns=max(each.schedule_lag_max_ns for each in gauges),
            lease_wait_ns=sum(each.lease_wait_ns for each in gauges),
            service_ns=sum(each.service_ns for each in gauges + before),
            service_samples=sum(each.service_samples for each in gauges + before),
            sent_bytes=self.sent_bytes,
            send_ns=self.send_ns,
        )

    def _phase(self) -> wire.Resources:
        """What validity is judged by: of the process that lacked most, so that none hides another."""
        gauges = [member.meters.gauges for member in self._members]
        return _resources(
            worst([member.meters.window for member in self._members]),
            gauges,
            service_ns=sum(each.service_ns for each in gauges),
            service_samples=sum(each.service_samples for each in gauges),
        )

    def close(self) -> None:
        """Closes the pipes, which ends the processes; kills those that do not end."""
        for member in self._members:
            member.connection.close()
        for member in self._members:
            member.process.join(_STOP_S)
            if member.process.is_alive():
                member.process.kill()
        self._fetching.shutdown(wait=False, cancel_futures=True)


def _resources(usage: Usage, gauges: list[Gauges], **more: int) -> wire.Resources:
    slowest = max(gauges, key=lambda each: each.handover_ns / max(1, each.handovers))
    return wire.Resources(
        read_at_ns=usage.read_at_ns,
        cpu_ns=usage.cpu_ns,
        cpu_allowed_ns=usage.cpu_allowed_ns,
        cpu_idle_ns=usage.cpu_idle_ns,
        gc_pause_ns=usage.gc_pause_ns,
        run_queue_wait_ns=usage.run_queue_wait_ns,
        hiccup_ns=usage.hiccup_ns,
        canary_late_ns=usage.canary_late_ns,
        canary_samples=usage.canary_samples,
        canary_over_1ms=usage.canary_over_1ms,
        canary_over_10ms=usage.canary_over_10ms,
        canary_over_100ms=usage.canary_over_100ms,
        timer_late_ns=usage.timer_late_ns,
        throttled_ns=usage.throttled_ns,
        steal_ns=usage.steal_ns,
        handover_ns=slowest.handover_ns,
        handovers=slowest.handovers,
        clients_without_completion=sum(each.clients_without_completion for each in gauges),
        pacing_lag_max_ns=max(each.pacing_lag_max_ns for each in gauges),
        late_start_ns=max(each.late_start_ns for each in gauges),
        **more,
    )


def _start(context: "multiprocessing.context.SpawnContext", number: int, rule: FileRule) -> _Member:
    own, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, rule), name=f"muster-engine-{number}", daemon=True)
    process.start()
    theirs.close()
    return _Member(process, own)
