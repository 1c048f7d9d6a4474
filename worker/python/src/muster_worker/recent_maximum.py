"""The largest value of this second and the one before."""

from threading import Lock

_SECOND_NS = 1_000_000_000


class RecentMaximum:
    """Reading changes nothing, as heartbeats, snapshots and the decision whether a heartbeat is due all read it. Any
    thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._second = self._most = self._most_before = 0

    def record(self, now_ns: int, value: int) -> None:
        """One more value."""
        with self._lock:
            self._turn_to(now_ns)
            self._most = max(self._most, value)

    def at(self, now_ns: int) -> int:
        """0 if there was none."""
        with self._lock:
            self._turn_to(now_ns)
            return max(self._most, self._most_before)

    def _turn_to(self, now_ns: int) -> None:
        """A thread may have read the clock, and waited while others went on: the second never goes back."""
        second = now_ns // _SECOND_NS
        if second > self._second:
            self._most_before = self._most if second == self._second + 1 else 0
            self._second, self._most = second, 0
