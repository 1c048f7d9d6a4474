"""Which files of this host a plan may name as ${file:PATH}: those in one folder, or any, but never keys of a cluster.

A plan that somebody else wrote could otherwise send every file that this worker can read to a database of its author's
choice."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from muster_worker.workloads.private_keys import private_key_problem
from muster_worker.workloads.settings import PlanError

_FILE = re.compile(r"\$\{file:([^{}]+)}")


class FileRule(NamedTuple):
    """`folder` is None for any file."""

    folder: Path | None

    def check(self, section: Mapping[str, Any], place: str) -> None:
        """Raises PlanError if the section of a plan names another file. Where a link leads counts, not its name."""
        for key, file in _files(section, place):
            if self.folder and not Path(file).resolve().is_relative_to(self.folder.resolve()):
                raise PlanError(
                    f"{key}: {file} is outside of {self.folder.resolve()}; put it there, or allow any file with"
                    " --allow-files"
                )
            problem = private_key_problem(Path(file))
            if problem:
                raise PlanError(f"{key}: {problem}")


def _files(value: Any, place: str) -> Iterator[tuple[str, str]]:
    match value:
        case str():
            yield from ((place, file) for file in _FILE.findall(value))
        case Mapping():
            for key, below in value.items():
                yield from _files(below, f"{place}.{key}")
        case list():
            for item in value:
                yield from _files(item, place)
