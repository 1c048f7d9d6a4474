"""Runs code of users away from the client: a generator that never comes back ends its journey, and not the worker."""

import ctypes
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic_ns
from typing import Any, NamedTuple

_MOST_STUCK = 4
"""Threads of a client that may be left with generators that do not come back."""


class GeneratorFault(Exception):
    """A generator that raised, never came back, or yielded what is no step. One line."""


class _Abandoned(SystemExit):
    """Ends a thread whose journey is over."""


class _Answer(NamedTuple):
    asked: object
    ended: bool
    fault: str


class _Run(Thread):
    """The generator of one journey."""

    def __init__(self, begin: Callable[[], Any]) -> None:
        super().__init__(name="generator", daemon=True)
        self._begin = begin
        self.rows: SimpleQueue[Any] = SimpleQueue()
        self.answers: SimpleQueue[_Answer] = SimpleQueue()
        self.over = False

    def run(self) -> None:
        try:
            generator = self._begin()
            first = True
            while True:
                rows = self.rows.get()
                if rows is _OVER:
                    generator.close()
                    return
                self.answers.put(_Answer(next(generator) if first else generator.send(rows), False, ""))
                first = False
        except StopIteration:
            self.answers.put(_Answer(None, True, ""))
        except _Abandoned:
            pass
        except BaseException as error:
            self.answers.put(_Answer(None, True, f"raised {type(error).__name__}: {error}"))
        finally:
            self.over = True


_OVER = object()


class GeneratorThread:
    """One client's: a generator at a time, each in a thread that is left behind if it does not come back."""

    def __init__(self) -> None:
        self._run: _Run | None = None
        self._stuck: list[_Run] = []

    def begin(self, function: Callable[[dict[str, Any], int], Any], drawn: dict[str, Any], index: int) -> None:
        """A journey begins; raises GeneratorFault while too many earlier ones have not come back."""
        self._stuck = [run for run in self._stuck if run.is_alive()]
        if len(self._stuck) >= _MOST_STUCK:
            raise GeneratorFault(f"{len(self._stuck)} earlier generators of this client have not come back")
        self._run = _Run(lambda: function(drawn, index))
        self._run.start()

    def next(self, rows: object, until_ns: int) -> tuple[object] | None:
        """What it yields, as the only item; None if it has ended."""
        run = self._run
        if run is None:
            raise AssertionError("no journey has begun")
        if monotonic_ns() >= until_ns:
            raise GeneratorFault("its journey took longer than operationTimeout")
        run.rows.put(rows)
        try:
            answer = run.answers.get(timeout=max(0, until_ns - monotonic_ns()) / 1e9)
        except Empty:
            raise GeneratorFault("has not come back within operationTimeout") from None
        if answer.fault:
            raise GeneratorFault(answer.fault)
        return None if answer.ended else (answer.asked,)

    def end(self) -> None:
        """The journey is over. A thread that runs still is asked to end, which a blocked one does once it wakes."""
        run, self._run = self._run, None
        if run is None or run.over:
            return
        run.rows.put(_OVER)
        run.join(0.01)
        if run.is_alive() and run.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(run.ident), ctypes.py_object(_Abandoned))
            self._stuck.append(run)
