"""Finds the cause while a worker is not in its cluster, and writes its health to a file."""

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from muster_worker.agent.coordinator_session import REFUSED
from muster_worker.reachability_check import ReachabilityCheck

_FIRST_S, _SHORTEST_S, _LONGEST_S = 3, 1, 30
# After a wait that ends so much too late this machine is busy, and the coordinator may be, too: it would find checks of
# a hundred workers before their messages. So only the longest wait is followed by a check then.
_BUSY_S = 0.2


class ConnectionDiagnostics:
    """After 3 seconds, then with a wait that doubles up to 30; each cause is logged once for each length of the wait.

    `membership()` is "" while the worker is in its cluster, else what it knows of why not."""

    def __init__(
        self, membership: Callable[[], str], reachability: ReachabilityCheck, log: Callable[[str], None]
    ) -> None:
        self._membership, self._reachability, self._log = membership, reachability, log
        self._cause = self._last_logged = ""
        self._closing = threading.Event()
        threading.Thread(target=self._watch, name="muster-diagnostics", daemon=True).start()

    def trouble(self) -> str:
        """Why the worker is not in its cluster, in one line; "" if it is. Any thread."""
        known = self._membership()
        return self._cause if known and self._cause else known

    def _watch(self) -> None:
        wait_s, diagnosed = _FIRST_S, False
        since_s = time.monotonic()
        while not self._closing.wait(wait_s):
            busy = time.monotonic() - since_s > wait_s + _BUSY_S
            if not self._membership():
                wait_s, diagnosed = _SHORTEST_S, False
                self._cause = self._last_logged = ""
            elif busy and wait_s < _LONGEST_S:
                wait_s = min(_LONGEST_S, 2 * wait_s)
            else:
                wait_s = min(_LONGEST_S, 2 * wait_s) if diagnosed else _SHORTEST_S
                diagnosed = True
                self._diagnose(wait_s)
            since_s = time.monotonic()

    def _diagnose(self, wait_s: int) -> None:
        self._cause = self._reachability.trouble() or self._invisible_cause()
        line = f"{self._cause}; next check in {wait_s} s"
        if line != self._last_logged and self._membership():
            self._last_logged = line
            self._log(line)

    def _invisible_cause(self) -> str:
        """From outside all is right: what a wrong key looks like."""
        known = self._membership()
        if known.startswith(REFUSED):
            return known
        if self._reachability.keys:
            return (
                f"the coordinator at {self._reachability} does not accept this worker's key: check that cluster.pub is"
                " the coordinator's, and that its workers/ folder holds this worker's .pub"
            )
        return f"{self._reachability} accepts connections, but does not answer as a coordinator"

    def close(self) -> None:
        """Ends the thread."""
        self._closing.set()


class HealthFile:
    """Writes once a second "ok", or "bad: " and the reason. No file that is older than 10 seconds is taken for good."""

    def __init__(self, file: Path, trouble: Callable[[], str], log: Callable[[str], None]) -> None:
        self._file, self._trouble, self._log = file, trouble, log
        self._writes = True
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="muster-health", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        self._write(self._trouble())
        while not self._closing.wait(1.0):
            self._write(self._trouble())

    def _write(self, bad: str) -> None:
        """A file of its own each time: to write over the old one takes no space, and would not see a full volume."""
        fresh = self._file.with_name(self._file.name + ".new")
        try:
            fresh.write_text(f"bad: {bad}\n" if bad else "ok\n", "utf-8")
            os.replace(fresh, self._file)
        except OSError as error:
            self._cannot_write(error.strerror or str(error))
            return
        if not self._writes:
            self._log(f"the volume of {self._file} can be written again")
        self._writes = True

    def _cannot_write(self, reason: str) -> None:
        if self._writes:
            self._log(
                f"cannot write {self._file}: {reason}; is the volume full? Until it can be written this process"
                " counts as not healthy"
            )
        self._writes = False
        # Overwrites the old content in place, which needs no space; if that fails, the age of the file shows it.
        with suppress(OSError), self._file.open("r+", encoding="utf-8") as file:
            file.write(f"bad: its volume cannot be written: {reason}\n")

    def close(self) -> None:
        """Writes that the process has ended."""
        self._closing.set()
        self._thread.join()
        self._write("this process has ended")
