"""What one engine process has used, in all and within the current phase."""

from muster_worker import pipe
from muster_worker.engine.clock import NEVER
from muster_worker.engine.spec import Gauges
from muster_worker.meter import ProcessMeter
from muster_worker.phase_window import PhaseWindow


class WorkerFigures:
    """The host's lock guards it."""

    def __init__(self) -> None:
        self._meter = ProcessMeter()
        self._window = PhaseWindow()
        self._earlier_phases = Gauges()

    def phase_starts(self, start: pipe.Start, offset_ns: int) -> None:
        """The phase's own figures are read at its start and its end."""
        self._window.close()
        end_ns = start.end_ns - offset_ns if start.end_ns else NEVER
        self._window = PhaseWindow(self._meter.read, start.start_ns - offset_ns, end_ns)

    def phase_ends(self, gauges: Gauges) -> None:
        """Adds the engine's sums to those of earlier phases."""
        earlier = self._earlier_phases
        self._earlier_phases = Gauges(
            service_ns=earlier.service_ns + gauges.service_ns,
            service_samples=earlier.service_samples + gauges.service_samples,
        )
        self._window.close()

    def meters(self, gauges: Gauges) -> pipe.Meters:
        """As of now."""
        usage = self._meter.read()
        return pipe.Meters(usage, self._window.until(usage), gauges, self._earlier_phases)
