"""What a figure of this worker depends on: versions, CPU, memory, kernel. Never a secret."""

import os
import platform
import resource
import socket
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from muster_worker import __version__
from muster_worker.wire import muster_pb2 as wire

_PACKAGES = ("pyzmq", "protobuf", "numpy", "neo4j", "neo4j-rust-ext")


def hello(name: str, processes: int, targets: list[str]) -> wire.Hello:
    """How a worker introduces itself; its name is the host and process id if it has none."""
    return wire.Hello(
        name=name or f"{socket.gethostname()}-{os.getpid()}",
        language="python",
        software_version=__version__,
        host=socket.gethostname(),
        pid=os.getpid(),
        cores=min(processes, os.cpu_count() or 1),
        targets=targets,
        environment=facts(processes),
    )


def raise_file_limit() -> None:
    """To the hard limit, as a JVM does for itself: each client needs a connection."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def facts(processes: int) -> dict[str, str]:
    """What the store keeps of this worker's machine."""
    return {
        "muster.version": __version__,
        "python.version": platform.python_version(),
        "python.implementation": platform.python_implementation(),
        "python.switch_interval_s": str(sys.getswitchinterval()),
        "processes": str(processes),
        **{f"package.{name}": _version(name) for name in _PACKAGES},
        "host": socket.gethostname(),
        "os": f"{platform.system()} {platform.machine()}",
        "kernel": platform.release(),
        "cpu": _first("/proc/cpuinfo", "model name"),
        "cores": str(os.cpu_count() or 0),
        "memory": _first("/proc/meminfo", "MemTotal"),
        "clock.source": _text("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        "cpu.governor": _text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "kernel.autogroup": _autogroup(),
    }


def _autogroup() -> str:
    """The scheduling group of this process's session; empty where the kernel has none, or does not use them."""
    used = _text("/proc/sys/kernel/sched_autogroup_enabled") == "1"
    return _text("/proc/self/autogroup").partition(" ")[0] if used else ""


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def _first(file: str, key: str) -> str:
    for line in _text(file).splitlines():
        if line.startswith(key):
            return line.partition(":")[2].strip()
    return ""


def _text(file: str) -> str:
    with suppress(OSError):
        return Path(file).read_text("utf-8").strip()
    return ""
