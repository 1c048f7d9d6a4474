"""Code on this host that says which step of a journey is next: modules of a folder that the worker's owner allows.

Nothing of a plan is code: it names a function, and the plan's author can only choose among those in that folder."""

import sys
from collections.abc import Callable, Mapping
from importlib import util
from pathlib import Path
from typing import Any, TypeAlias

from muster_worker.workloads.settings import PlanError

Generators: TypeAlias = Mapping[str, Callable[[dict[str, Any], int], Any]]
"""Each takes what was drawn, and the index, and returns a generator."""


def load_generator(journey: str, place: str, folder: Path | None) -> Callable[[dict[str, Any], int], Any]:
    """MODULE:FUNCTION of the folder; raises PlanError, one line with the cause and the cure."""
    key = f"workload.journeys.{journey}.python: {place}"
    if folder is None:
        raise PlanError(
            f"{key} is code, which this worker allows no plan to name; allow a folder on its host with --allow-code DIR"
            " or MUSTER_ALLOW_CODE"
        )
    module, _, name = place.partition(":")
    file = folder.joinpath(*module.split(".")).with_suffix(".py")
    if not file.resolve().is_relative_to(folder.resolve()):
        raise PlanError(f"{key}: {file} leads out of {folder}, which --allow-code allows; put the module there")
    if not file.is_file():
        raise PlanError(f"{key}: there is no {file}; put the module into the folder of --allow-code")
    function = getattr(_loaded(key, module, file, folder), name, None)
    if not callable(function):
        raise PlanError(f"{key}: {file} has no function {name}")
    loaded: Callable[[dict[str, Any], int], Any] = function
    return loaded


def _loaded(key: str, module: str, file: Path, folder: Path) -> Any:
    """The module, which may import others of its folder."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    spec = util.spec_from_file_location(f"muster_journeys.{module}", file)
    if spec is None or spec.loader is None:
        raise PlanError(f"{key}: {file} is no module of Python")
    loaded = util.module_from_spec(spec)
    try:
        spec.loader.exec_module(loaded)
    except (Exception, SystemExit) as error:
        raise PlanError(f"{key}: {file} cannot be loaded: {type(error).__name__}: {error}") from error
    return loaded
