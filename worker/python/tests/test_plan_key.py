"""Default, range and choices of a key are those of plan.schema.json; asking for one that is not there is a mistake."""

import pytest

from muster_worker.workloads.settings import PlanError, Settings


def test_defaults_ranges_and_choices_are_those_of_the_schema() -> None:
    workload = Settings({"kind": "graphity", "k": 0, "algorithm": "best"}, "workload")
    assert workload.integer("users") == 10_000
    assert workload.number("followeeExponent") == 0.75
    assert Settings({"kind": "noop"}, "workload").duration_ns("delay") == 0
    assert Settings({"kind": "http"}, "target").flag("keepAlive")
    with pytest.raises(PlanError, match=r"workload\.k: 0 is not a whole number from 1 to 10000"):
        workload.integer("k")
    with pytest.raises(PlanError, match=r"workload\.algorithm: 'best' is not one of stou, graphity, st"):
        workload.choice("algorithm")


def test_a_key_has_the_range_of_its_kind() -> None:
    assert Settings({"kind": "noop", "actionsPerTransaction": 1_000_000}, "workload").integer("actionsPerTransaction")
    for kind in ("graphity", "batch-insert", "query"):
        with pytest.raises(PlanError, match="from 1 to 100000"):
            Settings({"kind": kind, "actionsPerTransaction": 1_000_000}, "workload").integer("actionsPerTransaction")


def test_a_target_may_ask_a_workload_for_a_key_of_another_kind() -> None:
    assert Settings({"kind": "batch-insert"}, "workload").integer("messageLength") == 140


def test_a_reader_that_asks_for_a_key_which_the_schema_does_not_have_fails_at_once() -> None:
    target = Settings({"kind": "neo4j"}, "target")
    with pytest.raises(LookupError, match=r"target\.noDelay is not in plan\.schema\.json"):
        target.flag("noDelay")
    with pytest.raises(LookupError, match=r"target\.noDelay is not in plan\.schema\.json"):
        assert "noDelay" not in target
    with pytest.raises(LookupError, match=r"target\.tls\.insecure is not in plan\.schema\.json"):
        target.section("tls").flag("insecure")
    with pytest.raises(LookupError, match=r"target\.database is no integer in plan\.schema\.json"):
        target.integer("database")


def test_a_target_of_another_package_declares_its_keys_itself() -> None:
    target = Settings({"kind": "other", "size": 7}, "target")
    assert target.integer("size", 1, 0, 9) == 7
    assert target.choice("mode", "a", ("a", "b")) == "a"
    assert target.integer("retries") == 5
