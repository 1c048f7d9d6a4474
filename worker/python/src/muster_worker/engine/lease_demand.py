"""How many leases the engine wants: a quarter of a second of work, or leases of one index for idle clients."""

from math import ceil

from muster_worker.engine.leases import LeaseQueue
from muster_worker.engine.spec import Outlet, Spec

_AHEAD_S = 0.25
_LEAST = 2
_FRACTION = 4
_TICKS = 10


class RateMeter:
    """Indexes completed a second, over about the last half second."""

    def __init__(self) -> None:
        self._ticks: list[tuple[int, int]] = []
        self.per_s = 0.0

    def tick(self, now_ns: int, completed: int) -> None:
        """To be called about every 50 ms."""
        if self._ticks and now_ns > self._ticks[0][0]:
            first_ns, first = self._ticks[0]
            self.per_s = (completed - first) * 1e9 / (now_ns - first_ns)
        self._ticks = [*self._ticks[-_TICKS + 1 :], (now_ns, completed)]


class LeaseDemand:
    """The engine's lock guards it."""

    def __init__(self, spec: Spec, leases: LeaseQueue, rate: RateMeter, outlet: Outlet) -> None:
        self.single = spec.lease_size == 1
        self.clients = spec.clients
        self._spec, self._leases, self._rate, self._outlet = spec, leases, rate, outlet
        self._needed = 0
        self._requested = 0
        self._ended = False

    def end(self) -> None:
        """Nothing more is wanted."""
        self._ended = True

    def request(self, count: int = 1) -> None:
        """So many clients are without work; for leases of one index."""
        self._needed += count
        self._raise(self._needed)

    def cancel(self) -> None:
        """A client that wanted one ends without having started it."""
        self._needed -= 1

    def refill(self) -> None:
        """Asks for what is missing; a request may wait until a quarter of what is held is gone."""
        if self.single:
            return
        hold = self._hold()
        total = self._leases.used_up + hold
        if total - self._requested >= max(1, hold // _FRACTION) or self._requested == 0:
            self._raise(total)

    def _hold(self) -> int:
        if self.clients == 0:
            return 0
        if self._spec.lease_size == 0:
            return _LEAST
        indexes = max(2.0 * self.clients * self._spec.phase.actions, self._rate.per_s * _AHEAD_S)
        return max(_LEAST, ceil(indexes / self._spec.lease_size) + 1)

    def _raise(self, total: int) -> None:
        if total > self._requested and not self._ended:
            self._requested = total
            self._outlet.want(total, self._rate.per_s)
