"""How late a thread runs that only sleeps: it waits for a core and for the interpreter's lock, as the clients do."""

from threading import Lock
from time import monotonic_ns, sleep
from typing import NamedTuple

from muster_worker.recent_maximum import RecentMaximum

_PERIOD_NS = 10_000_000
_LEAST_HICCUP_NS = 20_000_000
_MS = 1_000_000


class Lateness(NamedTuple):
    """Sums since the canary was made; `hiccup_max_ns` is the longest of this second and the one before.

    `late_ns` is the delay of all that were due (`samples`); `hiccup_ns` adds up wake-ups that were later than 20 ms.
    """

    late_ns: int = 0
    samples: int = 0
    over_1ms: int = 0
    over_10ms: int = 0
    over_100ms: int = 0
    hiccup_ns: int = 0
    hiccup_max_ns: int = 0


class Canary:
    """Due every 10 ms at fixed times: after a stall all that were due in it are counted, each with its own delay."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._sums = Lateness()
        self._hiccups = RecentMaximum()
        self._next_ns = monotonic_ns() + _PERIOD_NS

    def watch(self) -> None:
        """Never returns; for a daemon thread."""
        while True:
            left_ns = self._next_ns - monotonic_ns()
            if left_ns > 0:
                sleep(left_ns / 1e9)
            self.wake(monotonic_ns())

    def wake(self, now_ns: int) -> None:
        """It ran at this time."""
        with self._lock:
            late_ns = now_ns - self._next_ns
            if late_ns < 0:
                return
            sums = self._sums
            hiccup_ns = late_ns if late_ns > _LEAST_HICCUP_NS else 0
            self._sums = _with_due(sums, late_ns)._replace(hiccup_ns=sums.hiccup_ns + hiccup_ns)
            self._hiccups.record(now_ns, late_ns)
            self._next_ns += (late_ns // _PERIOD_NS + 1) * _PERIOD_NS

    def read(self, now_ns: int) -> Lateness:
        """With what is due and has not run as late as it is by now."""
        with self._lock:
            sums = self._sums._replace(hiccup_max_ns=self._hiccups.at(now_ns))
            late_ns = now_ns - self._next_ns
            return _with_due(sums, late_ns) if late_ns >= 0 else sums


def _with_due(sums: Lateness, late_ns: int) -> Lateness:
    """With all that were due until now, the first of them so late."""
    later = late_ns // _PERIOD_NS
    due = later + 1
    return sums._replace(
        late_ns=sums.late_ns + due * late_ns - _PERIOD_NS * later * due // 2,
        samples=sums.samples + due,
        over_1ms=sums.over_1ms + _over(late_ns, _MS),
        over_10ms=sums.over_10ms + _over(late_ns, 10 * _MS),
        over_100ms=sums.over_100ms + _over(late_ns, 100 * _MS),
    )


def _over(late_ns: int, limit_ns: int) -> int:
    """How many of late_ns, late_ns - period, ... are beyond the limit."""
    return max(0, (late_ns - limit_ns - 1) // _PERIOD_NS + 1)
