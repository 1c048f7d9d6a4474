"""Results of Muster in Python: the views of a store file as pandas or Arrow tables, and hdr_* functions for SQL.

import muster_results

with muster_results.open("results.db") as results:
    runs = results.table("run_summary")
    merged = results.table("select hdr_percentile(hdr_merge(histogram), 99) as p99_ns from snapshot")
"""

from muster_results.functions import register
from muster_results.results import Results, open

__all__ = ["Results", "open", "register"]
