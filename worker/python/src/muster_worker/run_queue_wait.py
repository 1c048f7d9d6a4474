"""How long threads of this process could run and had no core."""

from contextlib import suppress
from pathlib import Path

_THREADS = Path("/proc/self/task")


class RunQueueWait:
    """Sums the waits of all threads, nanoseconds. One that has ended counts as it was read last.

    Clients end with their phase, so a sum over those that live would forget at its end what all of them lacked in it.
    """

    def __init__(self, threads: Path = _THREADS) -> None:
        self._threads = threads
        self._living: dict[str, int] = {}
        self._ended_ns = 0

    def read_ns(self) -> int:
        """Since the process started; 0 where the system does not say."""
        living: dict[str, int] = {}
        with suppress(OSError):
            living = {thread.name: ns for thread in self._threads.iterdir() if (ns := waited_ns(thread)) is not None}
        self._ended_ns += sum(ns for thread, ns in self._living.items() if thread not in living)
        self._living = living
        return self._ended_ns + sum(living.values())


def waited_ns(thread: Path) -> int | None:
    """The second figure of a thread's schedstat (proc(5)); None of one that has ended."""
    with suppress(OSError, ValueError, IndexError):
        return int((thread / "schedstat").read_text().split()[1])
    return None
