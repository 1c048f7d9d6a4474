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
    rule.check({"password": f"${{file:{inside}}}", "user": "${env:USER}"}, "target")
    for section in ({"tls": {"key": "${file:/etc/hosts}"}}, {"list": ["x", "${file:/etc/hosts}"]}):
        with pytest.raises(PlanError, match=r"target\.(tls\.key|list): /etc/hosts is outside of .*--allow-files"):
            rule.check(section, "target")
    FileRule(None).check({"password": "${file:/etc/hosts}"}, "target")


def test_where_a_link_leads_counts(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc/hosts")
    with pytest.raises(PlanError, match="outside"):
        FileRule(tmp_path).check({"password": f"${{file:{tmp_path}/link}}"}, "target")
