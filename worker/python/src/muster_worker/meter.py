"""What this process uses, and what disturbs it. Where the system does not say (no /proc), a figure stays 0."""

import gc
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from time import monotonic_ns, process_time_ns, sleep
from typing import Any, NamedTuple

_HICCUP_SLEEP_NS = 5_000_000
_LEAST_HICCUP_NS = 20_000_000
_TICK_NS = 10_000_000
_OWN_THREADS = ("muster-hiccups",)


class Usage(NamedTuple):
    """Sums since the process started; `hiccup_max_ns` is the longest since the last reading, `memory_bytes` a gauge."""

    cpu_ns: int = 0
    gc_pause_ns: int = 0
    run_queue_wait_ns: int = 0
    hiccup_max_ns: int = 0
    hiccup_ns: int = 0
    memory_bytes: int = 0


class ProcessMeter:
    """Reads the figures of this process; a thread of its own watches how late a thread wakes that only sleeps."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._hiccup_max_ns = self._hiccup_ns = self._gc_ns = self._gc_since_ns = 0
        gc.callbacks.append(self._collected)
        Thread(target=self._watch, name="muster-hiccups", daemon=True).start()

    def _watch(self) -> None:
        while True:
            before_ns = monotonic_ns()
            sleep(_HICCUP_SLEEP_NS / 1e9)
            late_ns = monotonic_ns() - before_ns - _HICCUP_SLEEP_NS
            with self._lock:
                self._hiccup_max_ns = max(self._hiccup_max_ns, late_ns)
                self._hiccup_ns += late_ns if late_ns > _LEAST_HICCUP_NS else 0

    def _collected(self, phase: str, info: dict[str, Any]) -> None:
        if phase == "start":
            self._gc_since_ns = monotonic_ns()
        else:
            self._gc_ns += monotonic_ns() - self._gc_since_ns

    def read(self) -> Usage:
        """The figures now."""
        with self._lock:
            longest_ns, self._hiccup_max_ns = self._hiccup_max_ns, 0
            return Usage(
                process_time_ns(), self._gc_ns, _run_queue_wait_ns(), longest_ns, self._hiccup_ns, _memory_bytes()
            )


def total(usages: list[Usage]) -> Usage:
    """Of several processes: sums, but of hiccups the worst process's: what stops all of them is one hiccup."""
    sums = Usage(*(sum(figures) for figures in zip(*usages, strict=True)))
    longest_ns = max(usage.hiccup_max_ns for usage in usages)
    return sums._replace(hiccup_max_ns=longest_ns, hiccup_ns=max(usage.hiccup_ns for usage in usages))


def _run_queue_wait_ns() -> int:
    """The second figure of each thread's schedstat: how long it could run and had no core."""
    waited = 0
    with suppress(OSError):
        for thread in Path("/proc/self/task").iterdir():
            with suppress(OSError, ValueError, IndexError):
                waited += int((thread / "schedstat").read_text().split()[1])
    return waited


def _memory_bytes() -> int:
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def steal_ns() -> int:
    """What the hypervisor took from this machine since it started."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/stat").read_text().split("\n", 1)[0].split()[8]) * _TICK_NS
    return 0


def throttled_ns(groups: Path = Path("/proc/self/cgroup"), mounted: Path = Path("/sys/fs/cgroup")) -> int:
    """What the CPU quota of this process's control group has held back, over all cores."""
    with suppress(OSError, ValueError):
        return sum(_throttled_by(file) for file in _statistics(groups, mounted))
    return 0


def _statistics(groups: Path, mounted: Path) -> Iterator[Path]:
    for line in groups.read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if not controllers or "cpu" in controllers.split(","):
            own = mounted / controllers / path[1:] / "cpu.stat"
            # Within a container the path may be the host's, while its own group is at the top.
            yield own if own.exists() else mounted / controllers / "cpu.stat"


def _throttled_by(statistics: Path) -> int:
    if not statistics.exists():
        return 0
    figures = dict(line.split(" ", 1) for line in statistics.read_text().splitlines())
    return int(figures.get("throttled_time", 0)) + int(figures.get("throttled_usec", 0)) * 1_000
