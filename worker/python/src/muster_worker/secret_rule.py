"""Which secrets of this host a plan may name: those that the owner of the worker allowed, each only to its address.

A client chooses both the secret's name and the address of the target, so without this rule it could take any variable
of a worker's environment."""

import os.path
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from muster_worker.workloads.settings import REFERENCE, PlanError, is_secret

_FILE = "allowed-secrets"
_ALLOWED = re.compile(
    r"(\S.*?)(?:(?:@|\s+)(unix:\S+|default|(?:neo4j://)?(?:\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::\d{1,5})?))?", re.A
)
_URI = re.compile(r"([a-z][a-z0-9+.-]*)://(\[[0-9a-f:.]+]|[a-z0-9._-]+)(:\d{1,5})?([/?].*)?", re.I | re.A)
_RIGHT = "expected NAME, env:NAME or file:PATH, with @HOST:PORT to allow only that address"


class SecretUse(NamedTuple):
    """A secret that a plan names in a key, and where it would be sent; `secret` is "env:NAME" or "file:PATH"."""

    key: str
    secret: str
    address: str


class AllowedSecret(NamedTuple):
    """A secret that plans may name; `address` "" says: to any."""

    secret: str
    address: str

    @classmethod
    def parse(cls, text: str, place: str) -> "AllowedSecret":
        """ "NAME", "file:PATH", and either with "@HOST:PORT" or " HOST:PORT"."""
        parts = _ALLOWED.fullmatch(text.strip())
        secret = parts[1] if parts else ""
        if not secret.startswith("file:"):
            secret = "env:" + secret.removeprefix("env:")
        if not parts or not re.fullmatch(r"file:.+|env:[^\s=@]+", secret):
            raise PlanError(f"{place}: {text.strip()}: {_RIGHT}")
        address = parts[2] or ""
        return cls(secret, address if address.startswith("unix:") else address.lower())

    def names(self, secret: str) -> bool:
        """Whether this is the secret, wherever it is sent. Files are compared by where they really are."""
        both_files = self.secret.startswith("file:") and secret.startswith("file:")
        return self.secret == secret or (both_files and _real(self.secret) == _real(secret))

    def allows(self, use: SecretUse) -> bool:
        """Whether this secret may be sent there."""
        return self.names(use.secret) and self.address in ("", use.address)


class SecretRule(NamedTuple):
    """What the owner of the worker allowed."""

    allowed: tuple[AllowedSecret, ...] = ()

    @classmethod
    def of(cls, options: Sequence[str], keys: Path | None) -> "SecretRule":
        """Of the command line, and of the file "allowed-secrets" in the folder of keys: one a line."""
        allowed = [AllowedSecret.parse(text, "--allow-secret") for text in options]
        file = keys / _FILE if keys else None
        if file and file.exists():
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                if line.strip() and not line.strip().startswith("#"):
                    allowed.append(AllowedSecret.parse(line, f"{file}:{number}"))
        return cls(tuple(allowed))

    def check(self, target: Mapping[str, Any]) -> None:
        """Raises PlanError if section "target" names another secret, another address for one, or one in another key."""
        for use in _uses(target):
            if not any(one.allows(use) for one in self.allowed):
                raise PlanError(self._refusal(use, str(target.get("uri", use.address))))

    def _refusal(self, use: SecretUse, uri: str) -> str:
        source, name = use.secret.split(":", 1)
        wanted = use.secret.removeprefix("env:") + (f"@{use.address}" if use.address else "")
        elsewhere = f" to be sent to {uri}" if any(one.names(use.secret) for one in self.allowed) else ""
        kind = "environment" if source == "env" else "file"
        return (
            f"{use.key}: this worker does not allow the secret {name} ({kind}){elsewhere}; its owner allows it with"
            f" ./muster worker --allow-secret {wanted}, or by this line in {_FILE} next to its keys: {wanted}"
        )


def _uses(target: Mapping[str, Any]) -> list[SecretUse]:
    socket = str(target.get("unixSocket") or "")
    address = f"unix:{os.path.normpath(socket)}" if socket else _address(str(target.get("uri") or ""))
    return [SecretUse(key, secret, address) for key, secret in _secrets(target, "target")]


def _address(uri: str) -> str:
    """ "" for what is not understood, which nothing is bound to."""
    if not uri:
        return "default"
    parts = _URI.fullmatch(uri)
    if not parts:
        return ""
    scheme, host = parts[1].lower(), (parts[2] + (parts[3] or "")).lower()
    return f"neo4j://{host}" if scheme == "neo4j" or scheme.startswith("neo4j+") else host


def _secrets(values: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
    for key, value in values.items():
        place = f"{path}.{key}"
        if isinstance(value, Mapping):
            yield from _secrets(value, place)
            continue
        for found in REFERENCE.finditer(value if isinstance(value, str) else repr(value)):
            if not is_secret(key):
                raise PlanError(f"{place}: {found[0]} is resolved only in secret keys; write the text itself")
            yield place, f"{found[1]}:{found[2]}"


def _real(secret: str) -> Path:
    return Path(secret.removeprefix("file:")).resolve()
