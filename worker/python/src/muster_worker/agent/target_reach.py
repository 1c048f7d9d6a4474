"""Finds out whether a target that has gone silent within a phase can still be reached: it is opened anew, with
connections of its own, since those of the clients may all be in use."""

import socket
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from urllib.parse import urlsplit

from muster_worker import pipe
from muster_worker.agent.target_cache import TargetCache
from muster_worker.plan import target_settings
from muster_worker.targets.spi import TargetError
from muster_worker.workloads.settings import Settings

_MAX_OPENING_S = 20
_MAX_CONNECT_S = 3
_MIN_SILENCE_S = 2
_PORTS = {"http": 80, "https": 443, "bolt": 7687, "neo4j": 7687, "redis": 6379, "postgresql": 5432}


def attempt(task: pipe.Task, targets: TargetCache) -> pipe.TaskDone:
    """Takes `_MAX_OPENING_S` and `_MAX_CONNECT_S` at most; raises PlanError."""
    _, settings, workload = target_settings(task.plan)
    start = monotonic()
    silence = _silence(targets, settings, workload)
    # A server that listens and fails an opening sooner has answered: it is full, or it refuses us.
    waited = monotonic() - start >= min(_MIN_SILENCE_S, settings.duration_ns("connectTimeout") / 2e9)
    refusal = _refusal(str(settings.raw().get("uri", ""))) if silence else ""
    if not refusal and not (silence and waited):
        return pipe.TaskDone(task.task, "", "", {})
    return pipe.TaskDone(task.task, "target", refusal or silence, {"connects": "false" if refusal else "true"})


def _silence(targets: TargetCache, settings: Settings, workload: Settings) -> str:
    """Why the target does not answer; empty if it does."""
    thread = ThreadPoolExecutor(1, "reach")
    try:
        return thread.submit(_open, targets, settings, workload).result(_MAX_OPENING_S)
    except TimeoutError:
        return f"{settings.raw().get('uri', 'the target')}: no answer to a new connection within {_MAX_OPENING_S} s"
    finally:
        thread.shutdown(wait=False, cancel_futures=True)


def _open(targets: TargetCache, settings: Settings, workload: Settings) -> str:
    try:
        targets.connect(settings, workload).close()
        return ""
    except TargetError as error:
        return str(error)


def _refusal(uri: str) -> str:
    """Why no connection can be made; empty if one can, or if the plan does not say where to."""
    try:
        parts = urlsplit(uri)
        host, port = parts.hostname, parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        return ""
    if not host or not port:
        return ""
    try:
        socket.create_connection((host, port), _MAX_CONNECT_S).close()
        return ""
    except OSError as error:
        return f"{host}:{port}: {error.strerror or error}"
