"""The clients of an engine: how many there are, how they become fewer and more."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from time import sleep

from muster_worker.engine.client import Client
from muster_worker.engine.closed_client import ClosedClient
from muster_worker.engine.engine_state import EngineState
from muster_worker.engine.leases import UnstartedRange
from muster_worker.engine.open_client import OpenClient
from muster_worker.engine.pacer import Pacer
from muster_worker.targets.spi import Session, TargetError

_OPENED_AT_ONCE = 64
_GROW_AGAIN_S = 1.0


class ClientPool:
    """The engine's lock guards the lists."""

    def __init__(self, state: EngineState, pacer: Pacer | None) -> None:
        self._state, self._pacer = state, pacer
        self._running: list[Client] = []
        self._leaving: list[Client] = []
        self._resizing = ThreadPoolExecutor(1, "resize")
        self._wanted = 0
        self._added = 0
        self._ended = False

    def add(self, count: int) -> None:
        """Opens so many more sessions and starts their clients; raises TargetError and then opens none."""
        opened = self._open(count)
        with self._state.lock:
            clients = [] if self._ended else [self._client(session) for session in opened]
            self._running += clients
        for client in clients:
            client.thread.start()
        for session in opened[len(clients) :]:
            session.close()

    def _open(self, count: int) -> list[Session]:
        spec = self._state.spec
        if count == 0:
            return []
        with ThreadPoolExecutor(min(count, _OPENED_AT_ONCE)) as pool:
            opening: list[Future[Session]] = [pool.submit(spec.target.session, spec.depth) for _ in range(count)]
        failures = [failure for future in opening if (failure := future.exception())]
        if failures:
            for future in opening:
                if not future.exception():
                    future.result().close()
            raise failures[0]
        return [future.result() for future in opening]

    def _client(self, session: Session) -> Client:
        self._added += 1
        if self._pacer is None:
            return ClosedClient(self._state, self._added - 1, session)
        return OpenClient(self._state, self._added - 1, session, self._pacer.idle)

    def resize(self, count: int, taken: Callable[[], None]) -> None:
        """From now on so many, in the background: first fewer, and `taken` once that is true; then more."""
        self._wanted = count
        if not self._ended:
            self._resizing.submit(self._resize, count, taken)

    def _resize(self, count: int, taken: Callable[[], None]) -> None:
        try:
            for client in self._stop_beyond(count):
                client.thread.join()
            taken()
            self._grow(count)
        except Exception as bug:
            self._state.fail(bug)

    def _stop_beyond(self, count: int) -> list[Client]:
        state = self._state
        with state.lock:
            state.demand.clients = count
            self._leaving += self._running[count:]
            for client in self._running[count:]:
                for rest in client.stop():
                    state.leases.give_back(rest, state.clock.now_ns())
            del self._running[count:]
            state.demand.refill()
            state.changed.notify_all()
            return list(self._leaving)

    def _grow(self, count: int) -> None:
        """A target that refuses connections now may accept them later: the run continues meanwhile."""
        while self._wanted == count and not self._ended and len(self._running) < count:
            try:
                self.add(count - len(self._running))
            except TargetError:
                sleep(_GROW_AGAIN_S)

    def remove_all(self) -> list[UnstartedRange]:
        """Stops all for good; returns what they had claimed and not started. Under the lock."""
        self._ended = True
        return [rest for client in self._running for rest in client.stop()]

    def everyone(self) -> list[Client]:
        """All that may still be within a block, or have rows that were not taken."""
        return [*self._running, *self._leaving]

    def close(self) -> None:
        """Stops resizing."""
        self._resizing.shutdown(wait=False, cancel_futures=True)
