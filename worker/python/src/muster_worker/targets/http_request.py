"""A request of target "http", and its template."""

from typing import NamedTuple
from urllib.parse import SplitResult

from muster_worker.workloads.operations import Noop, Operation
from muster_worker.workloads.settings import Settings


class RequestTemplate(NamedTuple):
    """A request whose path, headers and body may hold {index}, the number of the operation."""

    method: str
    path: str
    headers: dict[str, str]
    body: str

    @classmethod
    def of(cls, target: Settings, url: SplitResult) -> "RequestTemplate":
        """Reads the keys of a request."""
        path = url._replace(scheme="", netloc="", fragment="").geturl() or "/"
        section = target.section("headers")
        headers = {name.lower(): section.text(name) for name in section.raw()}
        encoding = target.choice("compression")
        headers["accept-encoding"] = "identity" if encoding == "none" else encoding
        method = target.choice("method")
        return cls(method, target.text("path", path), headers, target.text("body"))

    def filled(self, operation: Operation) -> "RequestTemplate":
        """The request of one operation."""
        if "{index}" not in f"{self.path}{self.body}{self.headers}":
            return self
        index = str(operation.index if isinstance(operation, Noop) else operation.digest())
        headers = {name: value.replace("{index}", index) for name, value in self.headers.items()}
        return self._replace(
            path=self.path.replace("{index}", index), headers=headers, body=self.body.replace("{index}", index)
        )
