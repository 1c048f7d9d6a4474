"""The engine processes of one worker: divides clients and leases among them, and combines their reports."""

import multiprocessing
import signal
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple

from muster_worker import pipe
from muster_worker.agent import worker_action, worker_event
from muster_worker.engine.leases import Grant
from muster_worker.engine.spec import Gauges
from muster_worker.engine_process import serve
from muster_worker.files import DataCache
from muster_worker.inflight.operation_answers import OperationAnswers
from muster_worker.meter import ProcessMeter, Usage, total, worst
from muster_worker.plan_access import PlanAccess
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads import stream_index
from muster_worker.workloads.settings import PlanError

_STOP_S = 5
_AT_ONCE = 1_000


class _Load:
    """The part of one engine process in a load of the phase."""

    def __init__(self, clients: int) -> None:
        self.clients = clients
        self.wanted = self.offered = 0


class _ProcessHandle:
    """One engine process."""

    def __init__(self, process: SpawnProcess, connection: Connection) -> None:
        self.process, self.connection = process, connection
        self.loads: list[_Load] = []
        self.meters = pipe.Meters(Usage(), Usage(), Gauges(), Gauges())

    def send(self, command: pipe.Command) -> None:
        self.connection.send(command)


class _CombinedReport(NamedTuple):
    """Becomes one event of the worker once every process has reported it."""

    kind: str
    stream: int = 0
    serial: int = 0


class EngineProcesses:
    """One thread uses it, the one that polls `connections`; `background` returns the events of other threads."""

    def __init__(self, processes: int, folder: Path, access: PlanAccess) -> None:
        context = multiprocessing.get_context("spawn")
        self._engines = [_start(context, number, access) for number in range(processes)]
        self._meter = ProcessMeter()
        self._files = DataCache(folder, lambda request: self._queued.put(worker_event.Request(request)))
        self._fetching = ThreadPoolExecutor(1, "files")
        self._queued: SimpleQueue[worker_event.Request | pipe.Prepare | pipe.Broken] = SimpleQueue()
        self._operations = OperationAnswers(processes)
        self._reports: dict[_CombinedReport, int] = {}
        self._prepared_engines = 0
        self._engine_id = pipe.NO_ENGINE
        self._started = False
        self.sent_bytes = self.send_ns = 0

    def connections(self) -> list[Connection]:
        """To be polled; `read` when one is readable."""
        return [engine.connection for engine in self._engines]

    # ---- what the protocol wants ----

    def act(self, action: worker_action.Action) -> None:
        """Does what concerns engines, tasks and files."""
        match action:
            case worker_action.PrepareEngine(prepare, offset_ns):
                self._begin(prepare)
                self._fetching.submit(self._fetch_for_phase, prepare, offset_ns, self._engine_id)
            case worker_action.RunTask(task):
                # It needs no data file: the target section of the plan is enough.
                self._engines[0].send(pipe.Task(task.task, task.kind, task.plan))
            case worker_action.TakeChunk(chunk):
                self._files.take(chunk)
            case worker_action.AnswerOperations(message):
                self._operations.asked(message)
                self._send_all(pipe.Operations(self._engine_id, message.SerializeToString()))
            case worker_action.Offer(lease):
                self._offer(lease)
            case worker_action.StartEngine(start):
                self._started = True
                self._send_all(pipe.Start(self._engine_id, start.start_ns, start.end_ns, start.clients_start_ns))
            case worker_action.SetClients(share):
                for number, engine in enumerate(self._engines):
                    clients = self._share(share.clients, number)
                    engine.send(pipe.Clients(self._engine_id, share.stream, share.serial, clients))
            case worker_action.DrainEngine():
                self._send_all(pipe.Drain(self._engine_id))
            case worker_action.CloseEngine(assignment, report):
                self._close_engine(assignment, report)
            case _:
                raise AssertionError(f"not for the engines: {action}")

    def _begin(self, prepare: wire.Prepare) -> None:
        """From now on commands go to the engines to come only, and only their reports count."""
        self._prepared_engines += 1
        self._engine_id = pipe.EngineId(prepare.assignment, self._prepared_engines)
        self._reports.clear()
        self._started = False
        for number, engine in enumerate(self._engines):
            engine.loads = [_Load(self._share(clients, number)) for clients in _clients(prepare)]

    def _close_engine(self, assignment: int, report: bool) -> None:
        """One whose files are still being fetched is not prepared any more."""
        if assignment == self._engine_id.assignment:
            self._send_all(pipe.Close(self._engine_id, report))
            self._engine_id = pipe.NO_ENGINE

    def _send_all(self, command: pipe.Command) -> None:
        for engine in self._engines:
            engine.send(command)

    def _share(self, clients: int, number: int) -> int:
        """It grows and shrinks with the total for every process, so that no other has to shrink first."""
        return clients // len(self._engines) + (number < clients % len(self._engines))

    def _fetch_for_phase(self, prepare: wire.Prepare, offset_ns: int, engine_id: pipe.EngineId) -> None:
        try:
            files = self._files.fetch(prepare.files)
            p = prepare
            place = (engine_id, p.plan, p.phase_ordinal)
            self._queued.put(pipe.Prepare(*place, _clients(p), p.lease_size, p.joining, offset_ns, files))
        except (PlanError, OSError) as error:
            self._queued.put(pipe.Broken(engine_id, "plan", str(error)))

    def background(self) -> list[worker_event.Event]:
        """What other threads queued."""
        events: list[worker_event.Event] = []
        while True:
            try:
                queued = self._queued.get_nowait()
            except Empty:
                return events
            match queued:
                case pipe.Prepare():
                    self._prepare(queued)
                case pipe.Broken(engine_id, kind, message):
                    if engine_id == self._engine_id:
                        events.append(worker_event.Broken(engine_id.assignment, kind, message))
                case worker_event.Request():
                    events.append(queued)

    def _prepare(self, prepare: pipe.Prepare) -> None:
        if prepare.engine_id != self._engine_id:
            return
        for engine in self._engines:
            engine.send(prepare._replace(clients=tuple(load.clients for load in engine.loads)))

    def _offer(self, lease: wire.Lease) -> None:
        """To the process that lacks most; the first one only after all with clients have asked."""
        stream = stream_index.stream(lease.first)
        engine = max(self._engines, key=lambda each: each.loads[stream].wanted - each.loads[stream].offered)
        engine.loads[stream].offered += 1
        grant = Grant(lease.lease, lease.first, lease.count, lease.stride, lease.first_intended_ns)
        engine.send(pipe.Offer(self._engine_id, grant))

    # ---- what the processes report ----

    def read(self, connection: Connection) -> list[worker_event.Event]:
        """All reports of this process; raises EOFError if it has exited."""
        engine = next(each for each in self._engines if each.connection is connection)
        events: list[worker_event.Event] = []
        # Bounded, so that a flood of reports cannot keep heartbeats from going out.
        while len(events) < _AT_ONCE and connection.poll():
            event = self._event_of(engine, connection.recv())
            if event is not None:
                events.append(event)
        return events

    def _event_of(self, engine: _ProcessHandle, report: pipe.Report) -> worker_event.Event | None:
        match report:
            case pipe.Meters():
                engine.meters = report
            case pipe.TaskDone(task, failure, why, facts, statements):
                result = wire.TaskResult(task=task, failure=failure, message=why, facts=facts)
                for operation, (kind, message, line) in statements:
                    result.statements.add(operation=operation, kind=kind, message=message, line=line)
                return worker_event.TaskDone(result)
            case pipe.OperationsAnswer(message):
                whole = self._operations.answered(wire.Envelope.FromString(message))
                return worker_event.Request(whole) if whole else None
            case pipe.Recorded(engine_id, content):
                snapshot = wire.Snapshot.FromString(content)
                snapshot.resources.CopyFrom(self.resources())
                snapshot.phase.CopyFrom(self._phase())
                return worker_event.Recorded(engine_id.assignment, snapshot, engine_id != self._engine_id)
            case _ if report.engine_id == self._engine_id:
                return self._event_of_current(engine, report)
        return None

    def _event_of_current(self, engine: _ProcessHandle, report: pipe.Report) -> worker_event.Event | None:
        assignment = self._engine_id.assignment
        match report:
            case pipe.Wanted(_, stream, wanted, rate_per_s):
                engine.loads[stream].wanted = wanted
                loads = [each.loads[stream] for each in self._engines]
                if self._started or all(load.wanted for load in loads if load.clients):
                    total_wanted = sum(load.wanted for load in loads)
                    return worker_event.Wanted(assignment, stream, total_wanted, rate_per_s * len(loads))
            case pipe.Prepared(_, target):
                if self._all_report(_CombinedReport("prepared")):
                    return worker_event.Prepared(assignment, target, self.resources())
            case pipe.ConcurrencyApplied(_, stream, serial):
                if self._all_report(_CombinedReport("set_concurrency", stream, serial)):
                    return worker_event.ConcurrencyApplied(assignment, stream, serial)
            case pipe.Drained():
                if self._all_report(_CombinedReport("drained")):
                    return worker_event.Drained(assignment)
            case pipe.Broken(_, kind, message):
                return worker_event.Broken(assignment, kind, message)
            case pipe.Unstarted(_, unstarted):
                coverage = [wire.Coverage(lease=one.lease, runs=one.runs) for one in unstarted]
                return worker_event.Unstarted(assignment, coverage)
        return None

    def _all_report(self, what: _CombinedReport) -> bool:
        self._reports[what] = self._reports.get(what, 0) + 1
        return self._reports[what] == len(self._engines)

    # ---- figures ----

    def resources(self) -> wire.Resources:
        """Of all processes of this worker together."""
        usage = total([self._meter.read(), *(engine.meters.usage for engine in self._engines)])
        gauges = [engine.meters.gauges for engine in self._engines]
        before = [engine.meters.before for engine in self._engines]
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
        gauges = [engine.meters.gauges for engine in self._engines]
        return _resources(
            worst([engine.meters.window for engine in self._engines]),
            gauges,
            service_ns=sum(each.service_ns for each in gauges),
            service_samples=sum(each.service_samples for each in gauges),
        )

    def close(self) -> None:
        """Closes the pipes, which ends the processes; kills those that do not end."""
        for engine in self._engines:
            engine.connection.close()
        for engine in self._engines:
            engine.process.join(_STOP_S)
            if engine.process.is_alive():
                engine.process.kill()
        self._fetching.shutdown(wait=False, cancel_futures=True)


def _clients(prepare: wire.Prepare) -> tuple[int, ...]:
    """Of this worker, in each load of the phase."""
    return tuple(prepare.stream_clients) or (prepare.clients,)


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


def _start(context: "multiprocessing.context.SpawnContext", number: int, access: PlanAccess) -> _ProcessHandle:
    own, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, access), name=f"muster-engine-{number}", daemon=True)
    _start_without_terminal_signals(process)
    theirs.close()
    return _ProcessHandle(process, own)


def _start_without_terminal_signals(process: SpawnProcess) -> None:
    """Ctrl-C and a closed terminal reach all processes; while it imports its modules, a new one would die of them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
