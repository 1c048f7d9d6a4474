"""muster-worker: joins a coordinator and does its work, run after run, until Ctrl-C."""

import argparse
import os
import signal
import socket
import sys
from pathlib import Path
from typing import NoReturn

from muster_worker import __version__
from muster_worker.dealer import DealerService
from muster_worker.file_rule import FileRule
from muster_worker.keys import KeyFault, WorkerKeys, read_keys
from muster_worker.lookout import HealthFile
from muster_worker.machine import hello
from muster_worker.targets.spi import target_kinds

_OK, _FAULT, _BAD_ARGUMENT, _ABORTED = 0, 2, 104, 105
_EXAMPLE = "example:\n  muster-worker --coordinator tcp://192.0.2.7:5557 --name rack3 --processes 4"


class _Parser(argparse.ArgumentParser):
    """Bad arguments have the exit code that they have in all of Muster."""

    def error(self, message: str) -> NoReturn:
        self.exit(_BAD_ARGUMENT, f"{self.prog}: {message}; see {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        "muster-worker",
        description="Join a coordinator and do its work, run after run, until Ctrl-C.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    coordinator = "tcp://127.0.0.1:5557"
    parser.add_argument(
        "--coordinator", metavar="tcp://HOST:PORT", default=coordinator, help=f"where it is; default {coordinator}"
    )
    parser.add_argument("--name", default="", help="unique in the cluster; default the host and process id")
    parser.add_argument(
        "--processes", metavar="N", type=int, default=1, help="engine processes of this worker; default 1"
    )
    parser.add_argument("--data", metavar="DIR", default=_data_folder(), help="where data files of plans are kept")
    parser.add_argument(
        "--keys", metavar="DIR", default=os.environ.get("MUSTER_KEYS"), help="default the variable MUSTER_KEYS"
    )
    parser.add_argument(
        "--replica", action="store_true", help="one of several with the same key: join as KEY/HOST-PROCESS"
    )
    parser.add_argument(
        "--health-file", metavar="FILE", help="say in it, once a second, whether this worker can do its work"
    )
    parser.add_argument(
        "--allow-files",
        action="store_true",
        help="let plans name any file of this host as ${file:PATH}; else those under the working directory",
    )
    parser.add_argument("--files-in", metavar="DIR", default=".", help=argparse.SUPPRESS)
    parser.add_argument("--quiet", action="store_true", help="say nothing but errors")
    parser.add_argument("--attached", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--version", action="version", version=f"muster-worker {__version__}")
    return parser


def _data_folder() -> str:
    return os.environ.get("MUSTER_DATA") or str(Path.home() / ".cache" / "muster" / "data")


def main() -> None:
    """The command."""
    sys.exit(run(_parser().parse_args()))


def run(arguments: argparse.Namespace) -> int:
    """Serves until the worker is done; returns the exit code."""
    if not 1 <= arguments.processes <= 256:
        return _complain(f"--processes {arguments.processes}: 1 to 256", _BAD_ARGUMENT)
    if not arguments.coordinator.startswith("tcp://"):
        return _complain(f"--coordinator {arguments.coordinator}: an address such as tcp://HOST:5557", _BAD_ARGUMENT)
    try:
        keys = read_keys(Path(arguments.keys), arguments.name) if arguments.keys else None
    except KeyFault as fault:
        return _complain(str(fault), _BAD_ARGUMENT)
    said = hello(_join_as(arguments, keys), arguments.processes, target_kinds())
    service = DealerService(
        arguments.coordinator,
        said,
        arguments.processes,
        Path(arguments.data),
        FileRule(None if arguments.allow_files else Path(arguments.files_in)),
        (lambda line: None) if arguments.quiet else _say,
        arguments.attached,
        keys,
    )
    _leave_on_signals(service, arguments.attached)
    health = HealthFile(Path(arguments.health_file), service.trouble, _say) if arguments.health_file else None
    try:
        failure = service.serve()
    finally:
        service.close()
        if health:
            health.close()
    return _complain(failure, _FAULT) if failure else _OK


def _join_as(arguments: argparse.Namespace, keys: WorkerKeys | None) -> str:
    """A key stands for its name, and for names that begin with that and a slash."""
    if keys and arguments.replica:
        return f"{keys.name}/{socket.gethostname()}-{os.getpid()}"
    return keys.name if keys else str(arguments.name)


def _leave_on_signals(service: DealerService, attached: bool) -> None:
    """Once: go when all is drained. Twice: at once. An attached worker leaves Ctrl-C to its parent."""
    asked: list[int] = []

    def leave(number: int, frame: object) -> None:
        if asked:
            os._exit(_ABORTED)
        asked.append(number)
        service.leave("asked to go")

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN if attached else leave)


def _say(line: str) -> None:
    print(line, flush=True)


def _complain(line: str, code: int) -> int:
    print(f"muster-worker: {line}", file=sys.stderr, flush=True)
    return code


if __name__ == "__main__":
    main()
