"""How the driver of Neo4j is configured."""

from typing import Any

import neo4j
from neo4j.exceptions import DriverError

from muster_worker.targets.neo4j_failures import line
from muster_worker.targets.spi import TargetError
from muster_worker.workloads.settings import Settings

_MOST_CONNECTIONS = 100_000


def connected(uri: str, address: str, target: Settings) -> neo4j.Driver:
    """Connects when it is first used; raises TargetError if the settings are refused."""
    auth = neo4j.basic_auth(target.text("user"), target.text("password")) if "user" in target else None
    config: dict[str, Any] = _encryption(target.section("tls"))
    try:
        return neo4j.GraphDatabase.driver(
            uri,
            auth=auth,
            connection_timeout=target.duration_ns("connectTimeout") / 1e9,
            connection_acquisition_timeout=timeout_s(target),
            max_connection_pool_size=_MOST_CONNECTIONS,
            max_transaction_retry_time=0,
            notifications_min_severity="OFF",
            telemetry_disabled=True,
            user_agent="muster",
            **config,
        )
    except (DriverError, ValueError, OSError) as error:
        raise TargetError(f"Neo4j at {address}: {line(error)}") from error


def timeout_s(target: Settings) -> float:
    """How long an operation may take."""
    return target.duration_ns("operationTimeout") / 1e9


def _encryption(tls: Settings) -> dict[str, Any]:
    if not tls.flag("encrypted"):
        return {}
    trust = tls.text("trust")
    known = {"system": neo4j.TrustSystemCAs, "all": neo4j.TrustAll}
    return {
        "encrypted": True,
        "trusted_certificates": known[trust]() if trust in known else neo4j.TrustCustomCAs(trust),
    }
