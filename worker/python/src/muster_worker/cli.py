"""muster-worker: joins a coordinator and executes its runs until interrupted."""

import argparse
import os
import re
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from muster_worker import __version__
from muster_worker.connection_diagnostics import HealthFile
from muster_worker.dealer import DealerService
from muster_worker.file_rule import FileRule
from muster_worker.keys import KeyFault, WorkerKeys, read_keys
from muster_worker.machine import hello, raise_file_limit
from muster_worker.plan_access import PlanAccess
from muster_worker.printable import printable
from muster_worker.secret_rule import SecretRule
from muster_worker.targets.spi import target_kinds
from muster_worker.workloads.settings import PlanError

_USUAL_PORT, _HIGHEST_PORT = 5557, 65_535
_OK, _FAULT, _BAD_ARGUMENT, _ABORTED = 0, 2, 104, 105
_EXAMPLE = "example:\n  muster-worker --coordinator tcp://192.0.2.7:5557 --name rack3 --processes 4"


class _Parser(argparse.ArgumentParser):
    """Bad arguments have the exit code that they have in all of Muster."""

    def error(self, message: str) -> NoReturn:
        self.exit(_BAD_ARGUMENT, f"{self.prog}: {message}; see {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        "muster-worker",
        description="Join a coordinator and execute its runs until interrupted (Ctrl-C).",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    coordinator = "tcp://127.0.0.1:5557"
    parser.add_argument(
        "--coordinator",
        metavar="HOST:PORT",
        default=coordinator,
        help=f"address of the coordinator; default {coordinator}",
    )
    parser.add_argument("--name", default="", help="name, unique in the cluster; default host and process id")
    parser.add_argument("--processes", metavar="N", type=int, default=1, help="number of engine processes; default 1")
    parser.add_argument("--data", metavar="DIR", default=_data_folder(), help="cache folder for data files of plans")
    parser.add_argument(
        "--keys",
        metavar="DIR",
        default=os.environ.get("MUSTER_KEYS"),
        help="folder of keys; default MUSTER_KEYS",
    )
    parser.add_argument(
        "--replica", action="store_true", help="share a key with other workers: join as KEY/HOST-PROCESS"
    )
    parser.add_argument("--health-file", metavar="FILE", help="write the health of this worker to FILE once a second")
    parser.add_argument(
        "--allow-files",
        action="store_true",
        help="allow plans to read any file of this host as ${file:PATH}; default: only the working directory",
    )
    parser.add_argument(
        "--allow-secret",
        metavar="NAME[@HOST:PORT]",
        action="append",
        default=[],
        help="allow plans to name this secret: a variable of the environment, or file:PATH; with an address, only"
        " there; may be repeated; also one a line in allowed-secrets next to the keys",
    )
    parser.add_argument(
        "--allow-code",
        metavar="DIR",
        default=os.environ.get("MUSTER_ALLOW_CODE"),
        help="allow plans to name generators of journeys in modules of this folder, which is code that runs here;"
        " default MUSTER_ALLOW_CODE, else none",
    )
    parser.add_argument("--files-in", metavar="DIR", default=".", help=argparse.SUPPRESS)
    parser.add_argument("--quiet", action="store_true", help="print errors only")
    parser.add_argument("--attached", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--version", action="version", version=f"muster-worker {__version__}")
    return parser


def address(typed: str) -> str:
    """HOST, HOST:PORT or tcp://HOST:PORT, port 5557 where none is given, as tcp://HOST:PORT; "" for anything else."""
    ipv6 = re.fullmatch(r"(?:tcp://)?([^\[\]/\s:]*:[^\[\]/\s]*:[^\[\]/\s]*)", typed.strip())
    if ipv6:
        return f"tcp://[{ipv6[1]}]:{_USUAL_PORT}"
    parts = re.fullmatch(r"(?:tcp://)?(\[[^\[\]\s]+\]|[^\[\]:/\s]+)(?::(\d{1,5}))?", typed.strip())
    port = int(parts[2] or _USUAL_PORT) if parts else 0
    return f"tcp://{parts[1]}:{port}" if parts and 1 <= port <= _HIGHEST_PORT else ""


def _data_folder() -> str:
    return os.environ.get("MUSTER_DATA") or str(Path.home() / ".cache" / "muster" / "data")


def main() -> None:
    """The command."""
    sys.exit(run(_parser().parse_args()))


def run(arguments: argparse.Namespace) -> int:
    """Serves until the worker is done; returns the exit code."""
    if not 1 <= arguments.processes <= 256:
        return _fail(f"--processes {arguments.processes}: 1 to 256", _BAD_ARGUMENT)
    coordinator = address(arguments.coordinator)
    if not coordinator:
        return _fail(f"--coordinator {arguments.coordinator}: not an address; expected HOST:PORT", _BAD_ARGUMENT)
    try:
        keys = read_keys(Path(arguments.keys), arguments.name) if arguments.keys else None
        access = _access(arguments)
    except (KeyFault, PlanError) as fault:
        return _fail(str(fault), _BAD_ARGUMENT)
    raise_file_limit()
    own_hello = hello(_join_as(arguments, keys), arguments.processes, target_kinds())
    service = DealerService(
        coordinator,
        own_hello,
        arguments.processes,
        Path(arguments.data),
        access,
        (lambda line: None) if arguments.quiet else _print_line,
        arguments.attached,
        keys,
    )
    _leave_on_signals(service, arguments.attached)
    health = HealthFile(Path(arguments.health_file), service.trouble, _print_line) if arguments.health_file else None
    try:
        failure = service.serve()
    finally:
        service.close()
        if health:
            health.close()
    return _fail(failure, _FAULT) if failure else _OK


def _access(arguments: argparse.Namespace) -> PlanAccess:
    files = FileRule(None if arguments.allow_files else Path(arguments.files_in))
    keys = Path(arguments.keys) if arguments.keys else None
    code = Path(arguments.allow_code) if arguments.allow_code else None
    if code and not code.is_dir():
        raise PlanError(f"--allow-code {code}: no folder; name the folder of the modules")
    return PlanAccess(files, SecretRule.of(arguments.allow_secret, keys), code.resolve() if code else None)


def _join_as(arguments: argparse.Namespace, keys: WorkerKeys | None) -> str:
    """A key stands for its name, and for names that begin with that and a slash."""
    if keys and arguments.replica:
        return f"{keys.name}/{socket.gethostname()}-{os.getpid()}"
    return keys.name if keys else str(arguments.name)


def _leave_on_signals(service: DealerService, attached: bool) -> None:
    """Once: drain and leave. Twice: exit at once. An attached worker leaves Ctrl-C and a closed terminal to its parent.

    A closed terminal is reported by the system and by the launcher, so it never counts as one of the two."""
    asked: list[int] = []

    def leave(number: int, frame: object) -> None:
        if number != signal.SIGHUP:
            if asked:
                os._exit(_ABORTED)
            asked.append(number)
        service.leave("stop requested")

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN if attached else leave)
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_IGN if attached else leave)


def _print_line(line: str) -> None:
    with suppress(OSError):  # of a terminal that was closed
        print(printable(line), flush=True)


def _fail(line: str, code: int) -> int:
    print(f"muster-worker: {printable(line)}", file=sys.stderr, flush=True)
    return code


if __name__ == "__main__":
    main()
