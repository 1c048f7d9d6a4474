"""Joins the pipe to the engines of a phase: executes what the worker decided, and reports the result."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import RLock

from muster_worker import pipe
from muster_worker.agent.engine_preparation import EnginePreparation
from muster_worker.agent.engine_slot import Connected, Connecting, Empty, EngineSlot
from muster_worker.agent.task_runner import TaskRunner
from muster_worker.agent.worker_figures import WorkerFigures
from muster_worker.engine.leases import Covered, Grant
from muster_worker.engine.spec import Gauges, Outlet
from muster_worker.inflight.operation_requests import OperationRequests
from muster_worker.targets.spi import TargetError
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.settings import PlanError


class EngineHost:
    """`report` may be called from any thread. Connecting and tasks block, one after another; `act` never does."""

    def __init__(
        self, report: Callable[[pipe.Report], None], preparation: EnginePreparation, tasks: TaskRunner
    ) -> None:
        self._report, self._preparation, self._tasks = report, preparation, tasks
        self._figures = WorkerFigures()
        self._operations = OperationRequests(report)
        self._background = ThreadPoolExecutor(1, "prepare")
        self._lock = RLock()
        self._slot: EngineSlot = Empty()

    def act(self, command: pipe.Command) -> None:
        """Does what the worker decided."""
        match command:
            case pipe.Prepare():
                self._begin(command)
            case pipe.Task():
                self._background.submit(lambda: self._report(self._tasks.run(command)))
            case pipe.Offer(engine_id, grant):
                self._offer(engine_id, grant)
            case pipe.Close(engine_id, report):
                self._close(engine_id, report)
            case pipe.Operations():
                self._operations.receive(command, self._slot.phase if isinstance(self._slot, Connected) else None)
            case _:
                slot = self._slot
                if isinstance(slot, Connected) and slot.engine_id == command.engine_id:
                    self._control(slot, command)

    def _control(self, slot: Connected, command: pipe.Command) -> None:
        match command:
            case pipe.Start(_, start_ns, end_ns, clients_start_ns):
                self._figures.phase_starts(command, slot.offset_ns)
                slot.phase.start(start_ns, max(start_ns, clients_start_ns), end_ns)
            case pipe.Clients(engine_id, stream, serial, clients):
                applied = pipe.ConcurrencyApplied(engine_id, stream, serial)
                slot.phase.clients(stream, clients, lambda: self._report(applied))
            case pipe.Drain(engine_id):
                slot.phase.drain(
                    lambda unstarted: self._report(pipe.Unstarted(engine_id, unstarted)),
                    lambda: self._report(pipe.Drained(engine_id)),
                )

    # ---- preparing ----

    def _begin(self, prepare: pipe.Prepare) -> None:
        connecting = Connecting(prepare.engine_id)
        with self._lock:
            self._slot = connecting
        self._background.submit(self._prepare, prepare, connecting)

    def _prepare(self, prepare: pipe.Prepare, connecting: Connecting) -> None:
        if self._slot is not connecting:
            return
        try:
            self._connect(prepare, connecting)
        except PlanError as error:
            self._report(pipe.Broken(prepare.engine_id, "plan", str(error)))
        except TargetError as error:
            self._report(pipe.Broken(prepare.engine_id, "target", str(error)))
        except Exception as error:
            self._report(pipe.Broken(prepare.engine_id, "fault", f"{type(error).__name__}: {error}"))

    def _connect(self, prepare: pipe.Prepare, connecting: Connecting) -> None:
        phase, target = self._preparation.connect(prepare, partial(self._outlet, prepare.engine_id))
        if self._use(connecting, Connected(prepare.engine_id, phase, prepare.offset_ns)):
            self.report_meters()
            self._report(pipe.Prepared(prepare.engine_id, target.facts()))
        else:
            phase.close()

    def _use(self, connecting: Connecting, connected: Connected) -> bool:
        """False if the assignment was closed, or prepared anew, meanwhile."""
        with self._lock:
            if self._slot is not connecting:
                return False
            self._slot = connected
            for grant in connecting.early:
                self._offer_to(connected, grant)
            return True

    def _outlet(self, engine_id: pipe.EngineId, stream: int) -> Outlet:
        """Of one load."""

        def want(total: int, rate_per_s: float) -> None:
            self._report(pipe.Wanted(engine_id, stream, total, rate_per_s))

        def record(snapshot: wire.Snapshot) -> None:
            snapshot.stream = stream
            self.report_meters()
            self._report(pipe.Recorded(engine_id, snapshot.SerializeToString()))

        def broken(bug: BaseException) -> None:
            why = f"a fault in the worker: {type(bug).__name__}: {bug}"
            self._report(pipe.Broken(engine_id, "fault", why))

        return Outlet(want, record, broken)

    # ---- leases, and the end ----

    def _offer(self, engine_id: pipe.EngineId, grant: Grant) -> None:
        with self._lock:
            slot = self._slot
            if slot.engine_id != engine_id:
                return
            match slot:
                case Connecting():
                    slot.early.append(grant)
                case Connected():
                    self._offer_to(slot, grant)

    def _offer_to(self, slot: Connected, grant: Grant) -> None:
        """An engine that has ended takes no more: the lease goes back as it came."""
        if not slot.phase.offer(grant):
            whole = Covered(grant.lease, [0, grant.count])
            self._report(pipe.Unstarted(slot.engine_id, [whole]))

    def _close(self, engine_id: pipe.EngineId, report: bool) -> None:
        closed = self._vacate(engine_id)
        if isinstance(closed, Connected) and report:
            closed.phase.retire()
        elif isinstance(closed, Connected):
            closed.phase.close()

    def _vacate(self, engine_id: pipe.EngineId) -> EngineSlot:
        with self._lock:
            before = self._slot
            if before.engine_id != engine_id:
                return Empty()
            self._figures.phase_ends(self._gauges())
            self._slot = Empty()
            return before

    # ---- figures ----

    def _gauges(self) -> Gauges:
        return self._slot.phase.gauges() if isinstance(self._slot, Connected) else Gauges()

    def report_meters(self) -> None:
        """What the process has used so far."""
        with self._lock:
            self._report(self._figures.meters(self._gauges()))
