"""How many clients of one assignment may be within an operation, and how many there should be."""

from muster_worker.wire import muster_pb2 as wire


class AssignedClients:
    """`allowed` may be within an operation."""

    def __init__(self, prepared: int) -> None:
        self.allowed = self._requested = prepared
        self._requested_serial = 0

    def request(self, share: wire.SetConcurrency) -> None:
        """Until the engines confirm it, as many as before may still be within an operation."""
        self.allowed = max(self.allowed, share.clients)
        self._requested, self._requested_serial = share.clients, share.serial

    def confirmed(self, serial: int) -> None:
        """The engines run no more clients than this request allowed; an older one changes nothing."""
        if serial == self._requested_serial:
            self.allowed = self._requested
