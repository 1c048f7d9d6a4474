"""The files and the tables on pages that commands of benchmarks/ write."""

import csv
from collections.abc import Sequence
from pathlib import Path

END = "<!-- end -->"


def replace(page: Path, name: str, table: str) -> None:
    """Replaces the table of `page` that stands after a comment which names benchmarks/results/NAME.csv."""
    begin = f"<!-- from benchmarks/results/{name}.csv: bash benchmarks/{name} -->\n"
    text = page.read_text()
    start = text.index(begin) + len(begin)
    page.write_text(f"{text[:start]}{table.rstrip()}\n{text[text.index(END, start) :]}")


def renew(file: Path, columns: Sequence[str], key: Sequence[str], rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """Replaces the rows of a CSV file that were measured again, by the columns of `key`; returns all of them."""
    kept: list[dict[str, str]] = []
    if file.exists():
        with file.open(newline="") as text:
            kept = list(csv.DictReader(text))
    every = list({tuple(row[column] for column in key): row for row in [*kept, *rows]}.values())
    with file.open("w", newline="") as text:
        writer = csv.DictWriter(text, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(every)
    return every
