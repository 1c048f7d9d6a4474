"""What tests share: the built Muster, a store file that it wrote, a real Neo4j that it started."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHECKOUT = Path(__file__).parents[3]


def muster(*arguments: object, timeout: float = 300) -> "subprocess.CompletedProcess[str]":
    """Runs what was built."""
    command = [str(CHECKOUT / "muster"), *map(str, arguments)]
    environment = os.environ | {"MUSTER_NO_BUILD": "1", "MUSTER_JAVA_OPTS": "-Xmx300m"}
    return subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, timeout=timeout)


def need_muster() -> None:
    if not (CHECKOUT / "cli/target/muster.jar").exists():
        pytest.skip("Muster is not built: ./muster test builds it before these tests run")


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with one run of the noop plan of two seconds."""
    need_muster()
    file = tmp_path_factory.mktemp("store") / "noop.db"
    sets = ("--set", "measure.duration=2s", "--set", "warmup.duration=1s", "--set", "workload.delay=1ms")
    ran = muster("standalone", "noop", "--store", file, *sets)
    assert ran.returncode in (0, 111), ran.stderr
    return file


@pytest.fixture(scope="session")
def neo4j_addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """Those of a real server; MUSTER_TEST_NEO4J names one that is there already and may be erased: "bolt://...,http://..."."""
    if given := os.environ.get("MUSTER_TEST_NEO4J"):
        yield given.split(",")
        return
    need_muster()
    data = tmp_path_factory.mktemp("neo4j") / "data"
    small = ("--free-ports", "--heap", "400m", "--timeout", "180s")
    started = muster("server", "start", "neo4j", "--data", data, *small, "--json")
    if started.returncode:
        pytest.fail(f"no Neo4j could be started: {started.stderr}")
    addresses: dict[str, Any] = json.loads(started.stdout)["addresses"]
    yield list(addresses.values())
    muster("server", "stop", "neo4j", "--data", data, "--delete")


@pytest.fixture(scope="session")
def neo4j_uri(neo4j_addresses: list[str]) -> str:
    """Where the server speaks Bolt."""
    return next(address for address in neo4j_addresses if address.startswith("bolt"))


@pytest.fixture(scope="session")
def neo4j_http_uri(neo4j_addresses: list[str]) -> str:
    """Where the server speaks HTTP."""
    return next(address for address in neo4j_addresses if address.startswith("http"))


@pytest.fixture(scope="session")
def falkordb_uri(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server; MUSTER_TEST_FALKORDB names one that is there already and may be erased."""
    if given := os.environ.get("MUSTER_TEST_FALKORDB"):
        yield given
        return
    need_muster()
    data = tmp_path_factory.mktemp("falkordb") / "data"
    started = muster("server", "start", "falkordb", "--data", data, "--free-ports", "--json")
    if started.returncode:
        pytest.fail(f"no FalkorDB could be started: {started.stderr}")
    addresses: dict[str, Any] = json.loads(started.stdout)["addresses"]
    yield addresses["uri"]
    muster("server", "stop", "falkordb", "--data", data, "--delete")
