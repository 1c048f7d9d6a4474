"""What of this host plans may name: files and secrets. The owner of the worker decides it, never a client."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from muster_worker.file_rule import FileRule
from muster_worker.secret_rule import SecretRule


class PlanAccess(NamedTuple):
    """By default no secrets, and no code."""

    files: FileRule
    secrets: SecretRule = SecretRule()
    code: Path | None = None
    """The folder whose modules a plan may name as generators of journeys; None for no code."""

    def check(self, target: Mapping[str, Any]) -> None:
        """Raises PlanError if section "target" of a plan names anything else."""
        self.files.check(target, "target")
        self.secrets.check(target)
