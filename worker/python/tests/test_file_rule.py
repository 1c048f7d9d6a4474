"""Which files of this host a plan may name."""

from pathlib import Path

import pytest

from muster_worker.file_rule import FileRule
from muster_worker.workloads.settings import PlanError


def test_files_of_the_folder_may_be_named_and_no_others_wherever_they_stand(tmp_path: Path) -> None:
    inside = tmp_path / "plans/secret.txt"
    inside.parent.mkdir()
    inside.write_text("x")
    rule = FileRule(inside.parent)
    rule.check({"password": f"${{file:{inside}}}", "token": "${env:USER}"}, "target")
    for section in ({"tls": {"key": "${file:/etc/hosts}"}}, {"list": ["x", "${file:/etc/hosts}"]}):
        with pytest.raises(PlanError, match=r"target\.(tls\.key|list): /etc/hosts is outside of .*--allow-files"):
            rule.check(section, "target")
    FileRule(None).check({"password": "${file:/etc/hosts}"}, "target")


def test_where_a_link_leads_counts(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc/hosts")
    with pytest.raises(PlanError, match="outside"):
        FileRule(tmp_path).check({"password": f"${{file:{tmp_path}/link}}"}, "target")


def test_no_plan_may_name_a_key_of_a_cluster_under_any_name(tmp_path: Path) -> None:
    key = tmp_path / "keys/workers/rack1.key"
    key.parent.mkdir(parents=True)
    (tmp_path / "keys/cluster.pub").write_text("curve")
    key.write_text(f'curve\n    secret-key = "{"x" * 40}"\n')
    (tmp_path / "keys/workers/other").write_text("x")
    (tmp_path / "link").symlink_to(key)
    (tmp_path / "hard").hardlink_to(key)
    (tmp_path / "copy").write_text("# mine\n" + key.read_text())
    for name in ("keys/workers/rack1.key", "keys/workers/other", "plans/../keys/cluster.pub", "link", "hard", "copy"):
        for rule in (FileRule(tmp_path), FileRule(None)):
            with pytest.raises(PlanError, match="which no plan may name"):
                rule.check({"password": f"${{file:{tmp_path}/{name}}}"}, "target")
