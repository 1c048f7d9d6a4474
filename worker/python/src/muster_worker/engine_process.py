"""An engine process: the clients of one worker, or its share of them, away from the process that keeps the connection.

So heartbeats never wait for an operation, and a worker with several of these uses several cores."""

import os
import signal
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from time import sleep

from muster_worker import pipe
from muster_worker.agent.engine_host import EngineHost
from muster_worker.agent.engine_preparation import EnginePreparation
from muster_worker.agent.target_cache import TargetCache
from muster_worker.agent.task_runner import TaskRunner
from muster_worker.plan_access import PlanAccess

_METER_EVERY_S = 0.5


def serve(connection: Connection, access: PlanAccess) -> None:
    """Serves until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    EngineProcess(connection, access).serve()


class EngineProcess:
    """The thread that calls `serve` reads commands; everything that blocks is done by others."""

    def __init__(self, connection: Connection, access: PlanAccess) -> None:
        self._connection = connection
        self._outbox: SimpleQueue[pipe.Report] = SimpleQueue()
        targets = TargetCache(access)
        self._host = EngineHost(self._outbox.put, EnginePreparation(targets), TaskRunner(targets))

    def serve(self) -> None:
        """Ends the process with the pipe, whatever still runs."""
        Thread(target=self._send, name="outbox", daemon=True).start()
        Thread(target=self._measure, name="meters", daemon=True).start()
        try:
            while True:
                self._host.act(self._connection.recv())
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
            self._host.report_meters()
            sleep(_METER_EVERY_S)
