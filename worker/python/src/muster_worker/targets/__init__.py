"""Bindings to systems under test.

MUSTER_RUST_EXT=off keeps the official Neo4j driver from its compiled parts (neo4j-rust-ext), so that the driver as it
comes can be measured in the same environment. It has to happen before the driver is imported anywhere."""

import os
import sys

if os.environ.get("MUSTER_RUST_EXT") == "off":
    sys.modules["neo4j._rust"] = None  # type: ignore[assignment]
