"""An engine process: the clients of one worker, or its share of them, away from the process that keeps the connection.

So heartbeats never wait for an operation, and a worker with several of these uses several cores."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from threading import RLock, Thread
from time import monotonic_ns, sleep

from muster_worker import pipe
from muster_worker.engine.clock import NEVER
from muster_worker.engine.engine import Engine
from muster_worker.engine.leases import Covered, Grant
from muster_worker.engine.spec import Gauges, Outlet, Spec
from muster_worker.file_rule import FileRule
from muster_worker.meter import ProcessMeter
from muster_worker.phase_window import PhaseWindow
from muster_worker.plan import Plan, read_plan, target_settings
from muster_worker.targets.spi import OperationFailure, Session, Target, TargetError, target_provider
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.operations import Operations
from muster_worker.workloads.settings import PlanError, Settings

_METER_EVERY_S = 0.5
_WARMUP_OPERATIONS = 2_000
_WARMUP_NS = 1_000_000_000


def serve(connection: Connection, rule: FileRule) -> None:
    """Serves until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Child(connection, rule).serve()


class Child:
    """The thread that calls `serve` reads commands; everything that blocks is done by others."""

    def __init__(self, connection: Connection, rule: FileRule) -> None:
        self._connection = connection
        self._outbox: SimpleQueue[pipe.Report] = SimpleQueue()
        self._meter = ProcessMeter()
        self._targets = _TargetCache(rule)
        self._background = ThreadPoolExecutor(1, "prepare")
        self._lock = RLock()
        self._current = pipe.NO_ENGINE
        self._engine: Engine | None = None
        self._early: list[Grant] = []
        self._before = Gauges()
        self._offset_ns = 0
        self._window = PhaseWindow()

    def serve(self) -> None:
        """Ends the process with the pipe, whatever still runs."""
        Thread(target=self._send, name="outbox", daemon=True).start()
        Thread(target=self._measure, name="meters", daemon=True).start()
        try:
            while True:
                self._do(self._connection.recv())
        except (EOFError, OSError):
            os._exit(0)

    def _send(self) -> None:
        while True:
            try:
                self._connection.send(self._outbox.get())
            except OSError:
                return

    def _measure(self) -> None:
        while True:
            self._say_meters()
            sleep(_METER_EVERY_S)

    def _say_meters(self) -> None:
        with self._lock:
            gauges = self._engine.gauges() if self._engine else Gauges()
            usage = self._meter.read()
            self._outbox.put(pipe.Meters(usage, self._window.until(usage), gauges, self._before))

    def _do(self, command: pipe.Command) -> None:
        match command:
            case pipe.Prepare():
                with self._lock:
                    self._current = command.engine_id
                    self._early.clear()
                self._background.submit(self._prepare, command)
            case pipe.Task():
                self._background.submit(self._run, command)
            case pipe.Offer(engine_id, grant):
                self._offer(engine_id, grant)
            case pipe.Close(engine_id, telling):
                self._close(engine_id, telling)
            case _ if self._engine and command.engine_id == self._current:
                self._tell(self._engine, command)

    def _tell(self, engine: Engine, command: pipe.Command) -> None:
        match command:
            case pipe.Start(_, start_ns, end_ns):
                self._window.close()
                until_ns = end_ns - self._offset_ns if end_ns else NEVER
                self._window = PhaseWindow(self._meter.read, start_ns - self._offset_ns, until_ns)
                engine.start(start_ns, end_ns)
            case pipe.Clients(engine_id, serial, clients):
                engine.clients(clients, lambda: self._outbox.put(pipe.ConcurrencyApplied(engine_id, serial)))
            case pipe.Drain(engine_id):
                engine.drain(
                    lambda unstarted: self._outbox.put(pipe.Unstarted(engine_id, unstarted)),
                    lambda: self._outbox.put(pipe.Drained(engine_id)),
                )

    def _prepare(self, prepare: pipe.Prepare) -> None:
        if prepare.engine_id != self._current:
            return
        try:
            self._connect(prepare)
        except PlanError as error:
            self._outbox.put(pipe.Broken(prepare.engine_id, "plan", str(error)))
        except TargetError as error:
            self._outbox.put(pipe.Broken(prepare.engine_id, "target", str(error)))
        except Exception as error:
            self._outbox.put(pipe.Broken(prepare.engine_id, "fault", f"{type(error).__name__}: {error}"))

    def _connect(self, prepare: pipe.Prepare) -> None:
        plan = read_plan(prepare.plan, _located(prepare.files))
        phase = plan.phases[prepare.phase]
        operations = plan.workload.operations(phase.key)
        target = self._targets.open(plan.target, plan.workload_settings)
        if prepare.joining and prepare.clients:
            _warm_up(target, operations)
        engine = Engine(_spec(prepare, plan, operations, target), self._outlet(prepare.engine_id))
        if self._use(prepare, engine):
            self._say_meters()
            self._outbox.put(pipe.Prepared(prepare.engine_id, target.facts()))
        else:
            engine.close()

    def _use(self, prepare: pipe.Prepare, engine: Engine) -> bool:
        """The engine asks for leases before it is here; those that came meanwhile have waited."""
        with self._lock:
            if self._current != prepare.engine_id:
                return False
            self._engine, self._offset_ns = engine, prepare.offset_ns
            for grant in self._early:
                engine.offer(grant)
            self._early.clear()
            return True

    def _outlet(self, engine_id: pipe.EngineId) -> Outlet:
        def want(total: int, rate_per_s: float) -> None:
            self._outbox.put(pipe.Wanted(engine_id, total, rate_per_s))

        def record(snapshot: wire.Snapshot) -> None:
            self._say_meters()
            self._outbox.put(pipe.Recorded(engine_id, snapshot.SerializeToString()))

        def broken(bug: BaseException) -> None:
            why = f"a fault in the worker: {type(bug).__name__}: {bug}"
            self._outbox.put(pipe.Broken(engine_id, "fault", why))

        return Outlet(want, record, broken)

    def _offer(self, engine_id: pipe.EngineId, grant: Grant) -> None:
        with self._lock:
            if engine_id != self._current:
                return
            if self._engine is None:
                self._early.append(grant)
            elif not self._engine.offer(grant):
                whole = Covered(grant.lease, [0, grant.count])
                self._outbox.put(pipe.Unstarted(engine_id, [whole]))

    def _close(self, engine_id: pipe.EngineId, telling: bool) -> None:
        with self._lock:
            engine = self._engine if engine_id == self._current else None
            if engine_id == self._current:
                gauges, before = engine.gauges() if engine else Gauges(), self._before
                self._before = Gauges(
                    service_ns=before.service_ns + gauges.service_ns,
                    service_samples=before.service_samples + gauges.service_samples,
                )
                self._window.close()
                self._current, self._engine = pipe.NO_ENGINE, None
        if engine and telling:
            engine.retire()
        elif engine:
            engine.close()

    def _run(self, task: pipe.Task) -> None:
        try:
            facts = self._facts_of(task)
            self._outbox.put(pipe.TaskDone(task.task, "", "", facts))
        except PlanError as error:
            self._outbox.put(pipe.TaskDone(task.task, "plan", str(error), {}))
        except TargetError as error:
            self._outbox.put(pipe.TaskDone(task.task, "target", str(error), {}))
        except Exception as error:
            self._outbox.put(pipe.TaskDone(task.task, "fault", f"{task.kind}: {error!r}", {}))

    def _facts_of(self, task: pipe.Task) -> dict[str, str]:
        name, settings, workload = target_settings(task.plan)
        target = self._targets.open(settings, workload)
        tasks: dict[str, Callable[[], dict[str, str]]] = {
            "probe": lambda: _probe(target),
            "reset": lambda: target.reset(name) or {},  # type: ignore[func-returns-value]
            "index": lambda: target.await_indexes() or {},  # type: ignore[func-returns-value]
            "fingerprint": target.fingerprint,
        }
        if task.kind not in tasks:
            raise PlanError(
                f"this worker does not know the task {task.kind}: use the same release of Muster everywhere"
            )
        return tasks[task.kind]()


def _probe(target: Target) -> dict[str, str]:
    contents = target.contents()
    return target.facts() | {
        "address": contents.address,
        "database": contents.database,
        "marked": str(contents.marked).lower(),
        "vertices": str(contents.vertices),
        "edges": str(contents.edges),
    }


def _located(files: dict[str, Path]) -> Callable[[str], Path]:
    def path(name: str) -> Path:
        if name not in files:
            raise PlanError(f"data file {name} did not come with the plan")
        return files[name]

    return path


def _spec(prepare: pipe.Prepare, plan: Plan, operations: Operations, target: Target) -> Spec:
    return Spec(
        plan.phases[prepare.phase],
        operations,
        target,
        plan.depth,
        prepare.clients,
        prepare.lease_size,
        prepare.offset_ns,
        plan.retries,
        plan.backoff_ns,
    )


class _Silence:
    """A probe that keeps nothing."""

    def stage(self, name: str) -> None: ...
    def reached(self, name: str) -> None: ...
    def content(self, checksum: int) -> None: ...
    def outcome(self, position: int, name: str) -> None: ...
    def elements(self, position: int, count: int) -> None: ...
    def bytes(self, sent: int, received: int) -> None: ...
    def feed(self, position: int, posts: list[int]) -> None: ...


def _warm_up(target: Target, operations: Operations) -> None:
    """Warms the driver of a worker that joins a running phase, without touching the graph (SEMANTICS 13)."""
    session: Session = target.session("nothing")
    end_ns = monotonic_ns() + _WARMUP_NS
    try:
        for index in range(min(_WARMUP_OPERATIONS, operations.count)):
            session.execute([operations.at(index)], _Silence())
            if monotonic_ns() >= end_ns:
                return
    except OperationFailure as failure:
        raise TargetError(f"the warm-up of a joining worker failed: {failure}") from failure
    finally:
        session.close()


class _TargetCache:
    """Keeps the target of the last plan open: the phases of a trial share its connections."""

    def __init__(self, rule: FileRule) -> None:
        self._rule = rule
        self._key = ""
        self._target: Target | None = None

    def open(self, settings: Settings, workload: Settings) -> Target:
        key = repr((settings.raw(), workload.raw()))
        if self._target is None or key != self._key:
            if self._target is not None:
                self._target.close()
                self._target = None
            self._rule.check(settings.raw(), "target")
            self._target = target_provider(settings.text("kind")).open(settings, workload)
            self._key = key
        return self._target
