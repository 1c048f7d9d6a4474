"""The tables on pages that commands of benchmarks/ write."""

from pathlib import Path

END = "<!-- end -->"


def replace(page: Path, name: str, table: str) -> None:
    """Replaces the table of `page` that stands after a comment which names benchmarks/results/NAME.csv."""
    begin = f"<!-- from benchmarks/results/{name}.csv: bash benchmarks/{name} -->\n"
    text = page.read_text()
    start = text.index(begin) + len(begin)
    page.write_text(f"{text[:start]}{table.rstrip()}\n{text[text.index(END, start) :]}")
