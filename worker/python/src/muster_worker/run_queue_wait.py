"""How long threads of this process could run and had no core."""

from contextlib import suppress
from pathlib import Path

_THREADS = Path("/proc/self/task")
_MOST_THREADS = 10_000


class RunQueueWait:
    """Sums the waits of all threads, nanoseconds. One that has ended counts as it was read last.

    Clients end with their phase, so a sum over those that live would forget at its end what all of them lacked in it.
    """

    def __init__(self, threads: Path = _THREADS) -> None:
        self._threads = threads
        self._known: dict[str, int] = {}
        self._forgotten_ns = 0

    def read_ns(self) -> int:
        """Since the process started; 0 where the system does not say."""
        listed: dict[str, int] = {}
        with suppress(OSError):
            listed = {thread.name: ns for thread in self._threads.iterdir() if (ns := waited_ns(thread)) is not None}
        # Which waited less than it did is another thread that was given the number of one that ended.
        self._forgotten_ns += sum(
            before for number, ns in listed.items() if ns < (before := self._known.get(number, 0))
        )
        self._known |= listed
        # Not at each reading: a list that is read while threads end may leave out others, which come back.
        if len(self._known) > _MOST_THREADS:
            self._forgotten_ns += sum(ns for number, ns in self._known.items() if number not in listed)
            self._known = listed
        return self._forgotten_ns + sum(self._known.values())


def waited_ns(thread: Path) -> int | None:
    """The second figure of a thread's schedstat (proc(5)); None of one that has ended."""
    with suppress(OSError, ValueError, IndexError):
        return int((thread / "schedstat").read_text().split()[1])
    return None
