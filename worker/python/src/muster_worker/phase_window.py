"""What a process used and lacked between the start and the end of a phase.

A difference of snapshots would also hold the preparation and the drain, in which nothing is lacking, and so hide what
was lacking in a short phase."""

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic_ns

from muster_worker.engine.clock import NEVER
from muster_worker.meter import Usage


class PhaseWindow:
    """A thread reads the meters at both moments (this process's clock); without a meter it is a window of nothing.

    They are also read when the window is made: a phase may be over before a thread that is to wake at its start runs.
    """

    def __init__(self, meter: Callable[[], Usage] | None = None, start_ns: int = NEVER, end_ns: int = NEVER) -> None:
        self._first = meter() if meter else None
        self._last: Usage | None = None
        self._closed = Event()
        if meter:
            Thread(target=self._read, args=(meter, start_ns, end_ns), name="muster-window", daemon=True).start()

    def _read(self, meter: Callable[[], Usage], start_ns: int, end_ns: int) -> None:
        self._closed.wait(max(0, start_ns - monotonic_ns()) / 1e9)
        self._first = meter()
        if end_ns != NEVER and not self._closed.wait(max(0, end_ns - monotonic_ns()) / 1e9):
            self._last = meter()

    def until(self, now: Usage) -> Usage:
        """Sums from the start to the end, or to this reading if the end has not come.

        Nothing for a reading that the thread of the start has overtaken: a message cannot hold less than nothing."""
        first, last = self._first, self._last or now
        return last.since(first) if first and last.read_at_ns >= first.read_at_ns else Usage()

    def close(self) -> None:
        """Waits for the end no more."""
        self._closed.set()
