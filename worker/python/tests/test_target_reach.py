"""Real sockets: a target that is gone, one that accepts connections and says nothing, and one that answers."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from muster_worker import pipe
from muster_worker.agent.target_cache import TargetCache
from muster_worker.agent.task_runner import TaskRunner
from muster_worker.file_rule import FileRule
from muster_worker.plan_access import PlanAccess


def reached(port: int) -> pipe.TaskDone:
    plan = {
        "name": "p",
        "target": {
            "kind": "http",
            "uri": f"http://127.0.0.1:{port}/",
            "connectTimeout": "500ms",
            "operationTimeout": "500ms",
        },
        "workload": {"kind": "noop"},
    }
    return TaskRunner(TargetCache(PlanAccess(FileRule(None)))).run(pipe.Task(7, "reach", json.dumps(plan)))


@contextmanager
def server(answer: bytes | None) -> Iterator[int]:
    """Answers each connection so, and closes it; with None it keeps it and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        kept: list[socket.socket] = []

        def serve() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                kept.append(connection)
                if answer is not None:
                    connection.recv(4096)
                    connection.sendall(answer)
                    connection.close()

        Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]


def test_a_target_that_refuses_connections_cannot_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    done = reached(port)
    assert (done.failure, done.facts) == ("target", {"connects": "false"})
    assert done.message == f"127.0.0.1:{port}: Connection refused"


def test_a_target_that_accepts_and_says_nothing_is_silent() -> None:
    with server(None) as port:
        done = reached(port)
    assert (done.failure, done.facts) == ("target", {"connects": "true"})


def test_a_target_that_answers_is_reached_whatever_it_says() -> None:
    for answer in (b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", b"go away\r\n\r\n", b""):
        with server(answer) as port:
            assert reached(port).failure == ""
