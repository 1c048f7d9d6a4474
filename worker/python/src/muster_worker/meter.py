"""What this process uses, and what disturbs it. Where the system does not say (no /proc), a figure stays 0."""

import gc
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread, get_native_id
from time import monotonic_ns, process_time_ns
from typing import Any, NamedTuple

from muster_worker.canary import Canary
from muster_worker.run_queue_wait import RunQueueWait, waited_ns

_TICK_NS = 10_000_000
_OWN_GROUPS = Path("/proc/self/cgroup")
_MOUNTED = Path("/sys/fs/cgroup")


class Usage(NamedTuple):
    """Sums since the process started; `hiccup_max_ns` is the longest of this second and the one before,
    `memory_bytes` a gauge.

    `cpu_allowed_ns` is what one interpreter may use: one core, or less where a quota says so. The canary is a thread
    that wakes every 10 ms beside the clients: how late it runs, as they wait for a core and for the interpreter's
    lock. `timer_late_ns` is the part of that for which it waited for a core.
    """

    read_at_ns: int = 0
    cpu_ns: int = 0
    cpu_allowed_ns: int = 0
    cpu_idle_ns: int = 0
    gc_pause_ns: int = 0
    run_queue_wait_ns: int = 0
    hiccup_max_ns: int = 0
    hiccup_ns: int = 0
    canary_late_ns: int = 0
    canary_samples: int = 0
    canary_over_1ms: int = 0
    canary_over_10ms: int = 0
    canary_over_100ms: int = 0
    timer_late_ns: int = 0
    throttled_ns: int = 0
    steal_ns: int = 0
    memory_bytes: int = 0

    def since(self, earlier: "Usage") -> "Usage":
        """What was added; 0 where a sum has become less, as steal does at times."""
        return Usage(*(max(0, now - before) for now, before in zip(self, earlier, strict=True)))


class ProcessMeter:
    """Reads the figures of this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._gc_ns = self._gc_since_ns = 0
        self._allowance = _CpuAllowance()
        self._canary = Canary()
        self._waits = RunQueueWait()
        self._canary_thread = 0
        gc.callbacks.append(self._collected)
        Thread(target=self._watch, name="muster-canary", daemon=True).start()

    def _watch(self) -> None:
        self._canary_thread = get_native_id()
        self._canary.watch()

    def _collected(self, phase: str, info: dict[str, Any]) -> None:
        if phase == "start":
            self._gc_since_ns = monotonic_ns()
        else:
            self._gc_ns += monotonic_ns() - self._gc_since_ns

    def read(self) -> Usage:
        """The figures now."""
        with self._lock:
            now_ns = monotonic_ns()
            late = self._canary.read(now_ns)
            allowed_ns, idle_ns = self._allowance.read(now_ns)
            return Usage(
                read_at_ns=now_ns,
                cpu_ns=process_time_ns(),
                cpu_allowed_ns=allowed_ns,
                cpu_idle_ns=idle_ns,
                gc_pause_ns=self._gc_ns,
                run_queue_wait_ns=self._waits.read_ns(),
                hiccup_max_ns=late.hiccup_max_ns,
                hiccup_ns=late.hiccup_ns,
                canary_late_ns=late.late_ns,
                canary_samples=late.samples,
                canary_over_1ms=late.over_1ms,
                canary_over_10ms=late.over_10ms,
                canary_over_100ms=late.over_100ms,
                timer_late_ns=waited_ns(Path(f"/proc/self/task/{self._canary_thread}")) or 0,
                throttled_ns=throttled_ns(),
                steal_ns=steal_ns(),
                memory_bytes=_memory_bytes(),
            )


class _CpuAllowance:
    """Sums what one interpreter may use, and what was unused of its cores; affinity and quota may change."""

    def __init__(self) -> None:
        self._last_ns, self._last_idle_ns = monotonic_ns(), _idle_ns()
        self._allowed_ns = 0.0
        self._idle_ns = 0

    def read(self, now_ns: int) -> tuple[int, int]:
        cores, idle_ns = _affinity(), _idle_ns()
        self._allowed_ns += max(0, now_ns - self._last_ns) * min(1.0, len(cores), quota_cores())
        self._idle_ns += sum(max(0, idle_ns.get(core, 0) - self._last_idle_ns.get(core, 1 << 62)) for core in cores)
        self._last_ns, self._last_idle_ns = now_ns, idle_ns
        return round(self._allowed_ns), self._idle_ns


def _affinity() -> set[int]:
    """Of the calling thread."""
    if hasattr(os, "sched_getaffinity"):
        return os.sched_getaffinity(0)
    return set(range(os.cpu_count() or 1))


def _idle_ns() -> dict[int, int]:
    """By core: "cpu0 user nice system idle iowait ...", in ticks."""
    idle_ns: dict[int, int] = {}
    with suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/stat").read_text().splitlines():
            if line.startswith("cpu") and not line.startswith("cpu "):
                words = line.split()
                idle_ns[int(words[0][3:])] = (int(words[4]) + int(words[5])) * _TICK_NS
    return idle_ns


def total(usages: list[Usage]) -> Usage:
    """Of several processes: sums, but of hiccups the worst process's: what stops all of them is one hiccup.

    What is counted for the machine or the control group is the same in each."""
    sums = Usage(*(sum(figures) for figures in zip(*usages, strict=True)))
    return sums._replace(**{name: max(getattr(usage, name) for usage in usages) for name in _NOT_SUMS})


_NOT_SUMS = ("read_at_ns", "hiccup_max_ns", "hiccup_ns", "cpu_idle_ns", "throttled_ns", "steal_ns")
_CPU = ("cpu_ns", "cpu_allowed_ns", "cpu_idle_ns")
_CANARY = (
    "canary_late_ns",
    "canary_samples",
    "canary_over_1ms",
    "canary_over_10ms",
    "canary_over_100ms",
    "timer_late_ns",
)


def worst(usages: list[Usage]) -> Usage:
    """Of several processes in the same time: each figure of the one that lacked most, so that none hides another.

    But waits in run queues are added up, as the service times are that they are compared with."""
    most = Usage(*(max(figures) for figures in zip(*usages, strict=True)))
    busiest = max(usages, key=lambda usage: usage.cpu_ns / max(1, usage.cpu_allowed_ns))
    latest = max(usages, key=lambda usage: usage.canary_late_ns / max(1, usage.canary_samples))
    return most._replace(
        run_queue_wait_ns=sum(usage.run_queue_wait_ns for usage in usages),
        **{name: getattr(busiest, name) for name in _CPU},
        **{name: getattr(latest, name) for name in _CANARY},
    )


def _memory_bytes() -> int:
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def steal_ns() -> int:
    """What the hypervisor took from this machine since it started, over all cores."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/stat").read_text().split("\n", 1)[0].split()[8]) * _TICK_NS
    return 0


def throttled_ns(groups: Path = _OWN_GROUPS, mounted: Path = _MOUNTED) -> int:
    """What the CPU quota of this process's control group has held back, over all cores."""
    with suppress(OSError, ValueError):
        return sum(_throttled_by(group / "cpu.stat") for group in _groups(groups, mounted))
    return 0


def quota_cores(groups: Path = _OWN_GROUPS, mounted: Path = _MOUNTED) -> float:
    """The most cores that this process may use at a time, by its group and those above; infinite without a quota."""
    cores = float("inf")
    with suppress(OSError, ValueError, IndexError):
        for group in _groups(groups, mounted):
            while True:
                cores = min(cores, _quota_of(group))
                if group == mounted or group.parent in (group, mounted.parent):
                    break
                group = group.parent
    return cores


def _quota_of(group: Path) -> float:
    """Version 1 has a quota of -1 where there is none, version 2 the word max."""
    if (two := group / "cpu.max").exists():
        quota, period = two.read_text().split()
    elif (one := group / "cpu.cfs_quota_us").exists():
        quota, period = one.read_text(), (group / "cpu.cfs_period_us").read_text()
    else:
        return float("inf")
    return float("inf") if quota == "max" or int(quota) < 0 else int(quota) / int(period)


def _groups(groups: Path, mounted: Path) -> Iterator[Path]:
    """The folders of this process's control group that know of CPU."""
    for line in groups.read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if not controllers or "cpu" in controllers.split(","):
            own = mounted / controllers / path[1:]
            # Within a container the path may be the host's, while its own group is at the top.
            yield own if own.exists() else mounted / controllers


def _throttled_by(statistics: Path) -> int:
    if not statistics.exists():
        return 0
    figures = dict(line.split(" ", 1) for line in statistics.read_text().splitlines())
    return int(figures.get("throttled_time", 0)) + int(figures.get("throttled_usec", 0)) * 1_000
