"""Python workers forked from a process that has imported everything, so that thousands can be started and killed.

    python forked_workers.py COORDINATOR DATA_FOLDER

A forked worker is muster-worker from its first socket on: the fork happens before ZeroMQ has a context and before there
is a second thread, and its engine process is forked from it in turn. It looks at its clock ten times a second, not
fifty, and its canary wakes as often: else idle workers would take more processor time than all that dies. Commands come
as lines on stdin, answers and what workers log go to stdout as NAME, tab, text:

    start NAME           -> NAME  started PID
    signal NAME NUMBER   to the worker; it is gone when the answer to the next command is there
    kill-all NAME        SIGKILL for the worker and its engine process at the same moment
    cpu                  -> cpu  SECONDS, of all workers and engine processes that are gone
"""

import ctypes
import gc
import multiprocessing
import os
import resource
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from types import SimpleNamespace
from typing import NoReturn

from muster_worker import canary, cli, dealer, engine_processes
from muster_worker.engine_process import serve
from muster_worker.machine import hello
from muster_worker.plan_access import PlanAccess
from muster_worker.targets.spi import target_kinds, target_provider

_SET_CHILD_SUBREAPER = 36
_TICK_NS = 100_000_000
_FIRST_DESCRIPTOR, _MOST_DESCRIPTORS = 3, 256


class Workers:
    """Those that live, by name."""

    def __init__(self, coordinator: str, data: str) -> None:
        self._coordinator, self._data = coordinator, data
        self._pids: dict[str, int] = {}

    def act(self, words: list[str]) -> None:
        """One command."""
        match words:
            case ["start", name]:
                self._start(name)
            case ["signal", name, number]:
                self._send(name, int(number))
            case ["kill-all", name]:
                os.killpg(self._pids[name], signal.SIGKILL)
                self._await(name)
            case ["cpu"]:
                _reap()
                used = resource.getrusage(resource.RUSAGE_CHILDREN)
                say("cpu", f"{used.ru_utime + used.ru_stime:.3f}")
            case _:
                raise ValueError(f"no command {words}")

    def _start(self, name: str) -> None:
        _reap()
        pid = os.fork()
        if not pid:
            os.setpgid(0, 0)
            _worker(name, self._coordinator, self._data)
        self._pids[name] = pid
        with suppress(PermissionError, ProcessLookupError):
            os.setpgid(pid, pid)
        say(name, f"started {pid}")

    def _send(self, name: str, number: int) -> None:
        os.kill(self._pids[name], number)
        if number == signal.SIGKILL:
            self._await(name)

    def _await(self, name: str) -> None:
        with suppress(ChildProcessError):
            os.waitpid(self._pids.pop(name), 0)

    def close(self) -> None:
        """Leaves nobody."""
        for pid in self._pids.values():
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)


def say(name: str, text: str) -> None:
    """One write a line, so that lines of several processes do not mix."""
    os.write(1, f"{name}\t{text}\n".encode())


def _reap() -> None:
    """Workers that ended by themselves, and engine processes whose worker was killed: they are this process's, too."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _worker(name: str, coordinator: str, data: str) -> NoReturn:
    """The command muster-worker; its log lines carry its name."""
    code = 70
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        vars(cli).update(_print_line=lambda line: say(name, line))
        options = ["--coordinator", coordinator, "--name", name, "--data", data, "--attached"]
        code = cli.run(cli._parser().parse_args(options))
    finally:
        say(name, f"exited {code}")
        os._exit(code)


def _engine(connection: Connection, access: PlanAccess) -> None:
    """Without what a spawned process would not have: above all the worker's end of the pipe, which hides its death."""
    os.closerange(_FIRST_DESCRIPTOR, connection.fileno())
    os.closerange(connection.fileno() + 1, _MOST_DESCRIPTORS)
    serve(connection, access)


def _prepare() -> None:
    """Does once what every worker would do at its start."""
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for kind in ("falkordb", "neo4j"):
        target_provider(kind)
    hello("warm", 1, target_kinds())
    forking = multiprocessing.get_context("fork")
    vars(engine_processes).update(serve=_engine, multiprocessing=SimpleNamespace(get_context=lambda method: forking))
    vars(dealer).update(_TICK_NS=_TICK_NS)
    vars(canary).update(_PERIOD_NS=_TICK_NS)
    gc.collect()
    gc.freeze()


def main() -> None:
    """Serves until stdin ends."""
    _prepare()
    workers = Workers(*sys.argv[1:3])
    say("", "ready")
    try:
        for line in sys.stdin:
            workers.act(line.split())
    finally:
        workers.close()


if __name__ == "__main__":
    main()
