"""Tables of CSV files that are larger than they look."""

import gzip
from pathlib import Path

import pytest

from muster_worker.workloads.settings import PlanError
from muster_worker.workloads.table import read_fields, read_table


def test_a_packed_file_that_is_one_endless_line_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    file = tmp_path / "content"
    with gzip.open(file, "wt") as out:
        out.write("a\n1\n")
        for _ in range(100):
            out.write("x" * (1 << 20))
    with pytest.raises(PlanError, match=r"^p\.csv:3: longer than 1048576 characters$"):
        read_table("p.csv", file)
    with pytest.raises(PlanError, match=r"^p\.csv:3: longer than 1048576 characters$"):
        list(read_fields("p.csv", file))


def test_so_is_a_header_of_more_columns_than_a_table_may_have(tmp_path: Path) -> None:
    file = tmp_path / "content"
    names = [f"c{i}" for i in range(1_001)]
    file.write_text(",".join(names[:-1]) + "\n" + "1" + ",1" * 999 + "\n")
    assert len(read_table("p.csv", file).columns) == 1_000
    file.write_text(",".join(names) + "\n" + "1" + ",1" * 1_000 + "\n")
    with pytest.raises(PlanError, match=r"^p\.csv:1: more than 1000 columns$"):
        read_table("p.csv", file)


@pytest.mark.parametrize(
    ("content", "columns", "values"),
    [
        (b"id:ID(Person)|name:STRING\n1|a\n", ["id", "name"], [[1], ["a"]]),
        (b":START_ID(A);:END_ID(B);since:long\n1;x;3\n", ["START_ID", "END_ID", "since"], [[1], ["x"], [3]]),
        (b":ID{id-type:string}\tx:IGNORE\ty\n1\t2\t3\n", ["id", "y"], [["1"], ["3"]]),
        (b'id:ID,on:boolean\r\n 1 , True \r\n2,"FALSE"\r\n', ["id", "on"], [[1, 2], [True, False]]),
        (b'id:ID,t\n1,"x\r\ny"\n2,z\n', ["id", "t"], [[1, 2], ["x\r\ny", "z"]]),
        (b"a|b,c\n1|1,1\n", ["a|b", "c"], [["1|1"], [1]]),
    ],
)
def test_a_file_of_data_is_a_table(
    tmp_path: Path, content: bytes, columns: list[str], values: list[list[object]]
) -> None:
    file = tmp_path / "content"
    file.write_bytes(content)
    table = read_table("p.csv", file)
    assert (table.columns, table.values) == (columns, values)


def test_a_file_that_is_packed_with_zstd_is_for_java_workers(tmp_path: Path) -> None:
    file = tmp_path / "content"
    file.write_bytes(b"\x28\xb5\x2f\xfd")
    with pytest.raises(PlanError, match="use Java workers"):
        read_table("p.csv", file)


def test_a_line_as_long_as_it_may_be_is_read(tmp_path: Path) -> None:
    file = tmp_path / "content"
    file.write_text("a\n" + "x" * (1 << 20) + "\r\n" + "y" * (1 << 20))
    assert [len(str(value)) for value in read_table("p.csv", file).values[0]] == [1 << 20, 1 << 20]
