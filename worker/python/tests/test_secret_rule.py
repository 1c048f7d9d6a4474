"""Which secrets of this host a plan may name, and where they may be sent."""

from pathlib import Path
from typing import Any

import pytest

from muster_worker.secret_rule import SecretRule
from muster_worker.workloads.settings import PlanError, Settings

_PLAN = {"kind": "neo4j", "uri": "bolt://db1:7687", "password": "${env:PASSWORD}"}


def rule(*options: str) -> SecretRule:
    return SecretRule.of(options, None)


def refused(allowed: SecretRule, target: dict[str, Any], why: str) -> None:
    with pytest.raises(PlanError, match=why):
        allowed.check(target)


def test_a_worker_allows_no_secret_unless_its_owner_says_so() -> None:
    refused(rule(), _PLAN, r"target\.password: .* secret PASSWORD \(environment\); .*--allow-secret PASSWORD@db1:7687")
    refused(rule("PASSWORDS", "password", "file:PASSWORD"), _PLAN, "does not allow")
    rule("PASSWORD").check(_PLAN)
    rule("env:PASSWORD").check(_PLAN)


def test_a_bound_secret_goes_to_its_address_alone() -> None:
    bound = rule("PASSWORD@db1:7687")
    bound.check(_PLAN)
    bound.check(_PLAN | {"uri": "bolt+s://DB1:7687/"})
    for other in (
        {"uri": "bolt://db2:7687"},
        {"uri": "bolt://db1:7688"},
        {"uri": "bolt://db1"},
        {"uri": "neo4j://db1:7687"},
        {"uri": "bolt://db1:7687@evil:7687"},
        {"uri": "bolt://evil\\@db1:7687"},
        {"uri": ""},
        {"unixSocket": "/tmp/mine.sock"},
    ):
        refused(bound, _PLAN | other, "to be sent to")


def test_other_keys_resolve_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASSWORD", "hidden")
    for key in ("body", "uri", "user", "path", "cypher"):
        target = {"kind": "other", key: "x ${env:PASSWORD}"}
        refused(rule("PASSWORD"), target, rf"target\.{key}: .* only in secret keys")
        assert Settings(target, "target").resolved().text(key) == "x ${env:PASSWORD}"
    refused(rule("PASSWORD"), {"headers": {"x": "${env:PASSWORD}"}}, "only in secret keys")
    refused(rule("PASSWORD"), {"list": ["${env:PASSWORD}"]}, "only in secret keys")


def test_a_secret_is_in_no_message_and_in_nothing_that_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASSWORD", "hidden")
    settings = Settings({"kind": "http", "headers": {"authorization": "Bearer ${env:PASSWORD}"}}, "target").resolved()
    headers = settings.section("headers")
    assert headers.text("authorization") == "Bearer hidden"
    assert "hidden" not in f"{headers.raw()}{settings.raw()}{headers.wrong('authorization', 'right')}"


def test_the_file_next_to_the_keys_allows_more(tmp_path: Path) -> None:
    (tmp_path / "allowed-secrets").write_text("# databases\n\nenv:PASSWORD db1:7687\nfile:/run/secrets/neo4j\n")
    allowed = SecretRule.of([], tmp_path)
    allowed.check(_PLAN)
    allowed.check(_PLAN | {"password": "${file:/run/secrets/../secrets/neo4j}"})
    refused(allowed, _PLAN | {"uri": "bolt://db2:7687"}, "to be sent to bolt://db2:7687")
    (tmp_path / "allowed-secrets").write_text("A B C\n")
    with pytest.raises(PlanError, match="allowed-secrets:1: A B C: expected NAME"):
        SecretRule.of([], tmp_path)
