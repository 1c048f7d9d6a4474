package muster.store;

import java.util.List;

class ReadmeTest {
    static List<String> views() {
        return List.of(
                "run_summary",
                "step_summary",
                "operation_summary",
                "interval_summary",
                "outcome_summary",
                "check_summary",
                "jmeter_summary",
                "coverage_summary");
    }

    static List<String> tables() {
        return List.of(
                "run",
                "plan",
                "step",
                "phase",
                "worker",
                "lease",
                "report",
                "snapshot",
                "tally",
                "interval",
                "bucket",
                "merged_bucket",
                "coverage",
                "environment",
                "resource",
                "slow_operation",
                "verdict");
    }
}
