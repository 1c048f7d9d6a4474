"""The snapshots of a session that was fenced.

The coordinator stores them as quarantined and never counts them, so each is sent once, in the name of that session."""

from muster_worker.agent.assignment_machine import AssignmentMachine
from muster_worker.agent.held_leases import positions
from muster_worker.agent.session_state import SessionId
from muster_worker.agent.worker_output import WorkerOutput
from muster_worker.wire import muster_pb2 as wire


class FencedSnapshots:
    """`fenced` is the assignment of that session."""

    def __init__(self, fenced: AssignmentMachine, session: SessionId, output: WorkerOutput) -> None:
        self.assignment, self._session, self._output = fenced.id, session, output
        self._next_seq = fenced.unacknowledged.next_seq

    def send(self, fenced: AssignmentMachine) -> None:
        """An incarnation that fenced the session unheard learns from the leases which indexes the snapshots cover."""
        self._output.send_direct(self._session.address(wire.Envelope(session_state=fenced.session_state())))
        for snapshot in fenced.unacknowledged.all():
            self._send(snapshot)

    def recorded(self, snapshot: wire.Snapshot) -> None:
        """What the engines reported when they were closed."""
        snapshot.assignment, snapshot.seq = self.assignment, self._next_seq
        self._next_seq += 1
        self._send(snapshot)

    def _send(self, snapshot: wire.Snapshot) -> None:
        operations = sum(positions(coverage) for coverage in snapshot.coverage)
        self._output.log(
            f"sending snapshot {snapshot.seq} ({operations} operations) after the session expired;"
            " it may be quarantined"
        )
        self._output.send_direct(self._session.address(wire.Envelope(snapshot=snapshot)))
