"""Requests that a plan's operations name, to a real server on a real socket; QueryRequestTest in Java."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from muster_worker.targets.http import HttpProvider
from muster_worker.targets.spi import FailureKind, OperationFailure
from muster_worker.workloads.json_text import json_text
from muster_worker.workloads.operations import PhaseKey
from muster_worker.workloads.query import QueryWorkload
from muster_worker.workloads.query_operation import QueryOperation
from muster_worker.workloads.settings import Settings
from test_neo4j import RecordingProbe

HOSTILE = 'a/b?c&d=e#f %"\\\n\r\nX-Bad: 1 {v1} \u00fc\U0001f600'


class Handler(BaseHTTPRequestHandler):
    """Keeps what came and answers as the test says."""

    protocol_version = "HTTP/1.1"
    got: list[tuple[str, str, dict[str, str], str]] = []  # noqa: RUF012
    status = 200
    body = b"{}"

    def handle_any(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode()
        headers = {name.lower(): value for name, value in self.headers.items()}
        Handler.got.append((self.command, self.path, headers, content))
        self.send_response(Handler.status)
        self.send_header("Content-Length", str(len(Handler.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(Handler.body)

    do_GET = do_HEAD = do_POST = do_DELETE = handle_any

    def log_message(self, *arguments: Any) -> None:
        pass


class Probe(RecordingProbe):
    """Keeps the rows of answers too."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[object]] = []

    def answer(self, position: int) -> Any:
        return self

    def columns(self, names: Any) -> None:
        self.names = names

    def row(self, values: Any) -> None:
        self.rows.append(list(values))


@pytest.fixture
def url() -> Iterator[str]:
    Handler.got.clear()
    Handler.status, Handler.body = 200, b"{}"
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def operation(http: dict[str, Any], *values: Any, **more: Any) -> QueryOperation:
    workload = {
        "parameters": {f"v{i}": {"choice": [value]} for i, value in enumerate(values)},
        "operations": {"q": {"http": http, "with": {f"v{i}": f"v{i}" for i in range(len(values))}, **more}},
    }
    operations = QueryWorkload(Settings(workload, "workload"), lambda name: name)  # type: ignore[arg-type, return-value]
    return operations.operations(PhaseKey(1, 0, "", 0, 1, -1)).at(0)


def execute(url: str, asked: QueryOperation, depth: str = "execute") -> Probe:
    target = HttpProvider().open(
        Settings({"kind": "http", "uri": url, "headers": {"x-of": "all"}}, "target"), Settings({}, "workload")
    )
    session = target.session(depth)
    Handler.got.clear()
    probe = Probe()
    session.execute([asked], probe)
    session.close()
    return probe


def test_a_value_stays_one_value_in_path_query_header_and_json(url: str) -> None:
    body = {"text": "{v0}", "within": "<{v0}> {v1}", "number": "{v1}", "truth": "{v2}"}
    http = {"method": "POST", "path": "/p/{v0}?q={v0}&n={v1}", "headers": {"X-Of": "is {v0}"}, "body": body}
    execute(url, operation(http, HOSTILE, -2.5, True))
    method, path, headers, content = Handler.got[-1]
    assert method == "POST"
    parts = urlsplit(path)
    assert unquote(parts.path) == "/p/" + HOSTILE
    assert [unquote(pair) for pair in parts.query.split("&")] == ["q=" + HOSTILE, "n=-2.5"]
    assert json.loads(content) == {"text": HOSTILE, "within": f"<{HOSTILE}> -2.5", "number": -2.5, "truth": True}
    assert headers["x-of"].startswith('is a/b?c&d=e#f %"\\   X-Bad: 1')
    assert headers["content-type"] == "application/json"


def test_a_text_of_json_and_a_form_are_escaped_where_their_values_stand(url: str) -> None:
    http = {"method": "POST", "path": "/", "body": '[{v0}, "{v0}", "\\"{v1}", {v1}]'}
    execute(url, operation(http, HOSTILE, 7))
    assert json.loads(Handler.got[-1][3]) == [HOSTILE, HOSTILE, '"7', 7]
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    execute(url, operation({"method": "POST", "path": "/", "body": "a={v0}&b={v1}", "headers": form}, HOSTILE, 7))
    assert "c&d" not in Handler.got[-1][3]
    execute(url, operation({"method": "POST", "path": "/", "body": "plain {v0}"}, HOSTILE))
    assert Handler.got[-1][3] == "plain " + HOSTILE


def test_rows_are_those_at_the_pointer(url: str) -> None:
    Handler.body = b'{"data": {"rows": [{"id": 1, "name": "a"}, {"name": null, "id": 2}, [3, [4]], 5]}}'
    http = {"path": "/", "rows": "/data/rows"}
    assert execute(url, operation(http)).rows == [[1, "a"], [None, 2], [3, [4]], [5]]
    named = execute(url, operation({**http, "columns": ["id", "name", "other"]}))
    assert named.rows[:2] == [[1, "a", None], [2, None, None]]
    limited = execute(url, operation(http, limit=2))
    assert (limited.counts, limited.outcomes, len(limited.rows)) == ({0: 2}, {0: "tooManyRows"}, 2)
    assert execute(url, operation({"path": "/"})).rows == [[Handler.body.decode()]]


def test_a_status_is_the_outcome_that_the_plan_says(url: str) -> None:
    http = {"path": "/", "statuses": {"404": "absent", "2xx": "error", "5xx": "ok"}}
    for status, outcome in ((404, "absent"), (201, "HTTP 201"), (403, "HTTP 403"), (503, None)):
        Handler.status = status
        assert execute(url, operation(http)).outcomes.get(0) == outcome


@pytest.mark.parametrize("body", [b"<html>", b'{"other": []}', b'{"data": [1, 2'])
def test_a_body_that_is_not_what_the_plan_says_is_an_error_for_good(url: str, body: bytes) -> None:
    Handler.body = body
    with pytest.raises(OperationFailure) as failed:
        execute(url, operation({"path": "/", "rows": "/data"}))
    assert (failed.value.error_class, failed.value.kind) == ("BadResponse", FailureKind.PERMANENT)


def test_below_execute_no_request_of_the_operation_is_sent(url: str) -> None:
    asked = operation({"method": "DELETE", "path": "/precious"}, write=True)
    execute(url, asked, "parse")
    assert [method for method, *_ in Handler.got] == ["HEAD"]
    execute(url, asked)
    assert Handler.got[-1][:2] == ("DELETE", "/precious")


def test_json_is_written_as_by_java() -> None:
    assert json_text({"a": [1, 2.0, -0.0, 1e22, 1e-7, None, True]}) == (
        '{"a": [1, 2.0, -0.0, 10000000000000000000000.0, 0.0000001, null, true]}'
    )
    assert json_text('\u00fc\U0001f600\u2028\n\x01"') == '"\u00fc\\ud83d\\ude00\\u2028\\n\\u0001\\""'
