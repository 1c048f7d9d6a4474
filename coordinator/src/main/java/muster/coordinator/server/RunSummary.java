package muster.coordinator.server;

import java.util.List;
import java.util.Locale;
import muster.store.file.Store;
import muster.store.file.row.RunRow;
import muster.store.table.CheckLines;
import muster.store.table.Quantity;
import muster.store.table.Table;
import org.jspecify.annotations.Nullable;

/** What is printed when a run is over: one block a step, then the verdict. */
final class RunSummary {
    private RunSummary() {}

    static String of(Store store, long runId) {
        StringBuilder text = new StringBuilder();
        operations(text, store, runId);
        checks(text, store, runId);
        coverage(text, store, runId);
        verdict(text, store, runId);
        order(text, store, runId);
        return text.toString().stripTrailing();
    }

    private static void operations(StringBuilder text, Store store, long runId) {
        Table table =
                store.query("select step, trial, phase, operation, samples, errors, throughput_per_s, p50_ns, p99_ns,"
                        + " p999_ns, max_ns from operation_summary where timing = 'response' and operation <> 'transaction'"
                        + " and phase in (select phase from phase where run_id = " + runId
                        + " and kind = 'measure') and run_id = " + runId);
        text.append(String.format(
                Locale.ROOT,
                "%-5s %-6s %-12s %-15s %10s %7s %12s %9s %9s %9s %9s%n",
                "step",
                "trial",
                "phase",
                "operation",
                "ok",
                "errors",
                "ok/s",
                "p50",
                "p99",
                "p99.9",
                "max"));
        for (List<@Nullable Object> row : table.rows()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-5s %-6s %-12s %-15s %10s %7s %12s %9s %9s %9s %9s%n",
                    row.get(0),
                    row.get(1),
                    row.get(2),
                    row.get(3),
                    row.get(4),
                    row.get(5),
                    rate(row.get(6)),
                    time(row.get(7)),
                    time(row.get(8)),
                    time(row.get(9)),
                    time(row.get(10))));
        }
    }

    /** Thresholds, what made the run invalid, wrong answers, and warnings. */
    private static void checks(StringBuilder text, Store store, long runId) {
        CheckLines.read(store::query, runId)
                .worthSaying()
                .forEach(line -> text.append(String.format(Locale.ROOT, "%-9s", word(line)))
                        .append(line.text())
                        .append(System.lineSeparator()));
    }

    /** A missed threshold says something of the database, an invalid run something of the generator. */
    private static String word(CheckLines.Line line) {
        return switch (line.kind()) {
            case VALIDITY -> "INVALID";
            case WARNING -> "warning";
            case ORACLE -> "WRONG";
            case THRESHOLD -> line.passed() ? "met" : "MISSED";
            case FACT, FINDING -> line.kind().label();
        };
    }

    private static void coverage(StringBuilder text, Store store, long runId) {
        Table table = store.query("select sum(planned), sum(covered), sum(missing), sum(counted), sum(executed_again),"
                + " sum(quarantined) from coverage_summary where run_id = " + runId);
        List<@Nullable Object> row = table.rows().getFirst();
        if (row.getFirst() == null) {
            return;
        }
        text.append(String.format(
                Locale.ROOT,
                "coverage: planned %s = covered %s + missing %s; counted %s; executed again %s; quarantined %s%n",
                row.toArray()));
    }

    private static void verdict(StringBuilder text, Store store, long runId) {
        Table table = store.query("select name, mode, workers, operations, errors, state, validity, thresholds, answers"
                + " from run_summary where run_id = " + runId);
        for (List<@Nullable Object> row : table.rows()) {
            String verdicts = "complete".equals(row.get(5))
                    ? "%s; thresholds %s; answers %s"
                            .formatted(validity(store, runId, row.get(6)), row.get(7), row.get(8))
                    : row.get(5) + ", so there is no verdict" + steps(store, runId);
            text.append(String.format(
                    Locale.ROOT,
                    "run %d %s (%s, %s workers): %s operations, %s errors; %s%n",
                    runId,
                    row.get(0),
                    row.get(1),
                    row.get(2),
                    row.get(3),
                    row.get(4),
                    verdicts));
        }
    }

    private static String validity(Store store, long runId, @Nullable Object validity) {
        return validity == null
                ? "NOTHING MEASURED"
                : validity.toString().toUpperCase(Locale.ROOT) + steps(store, runId);
    }

    /** A bad trial spoils its step, and no other: how many are left to use. */
    private static String steps(Store store, long runId) {
        Table table = store.query("select sum(valid) from (select s.step, min(coalesce(s.validity, '') = 'valid')"
                + " as valid from step_summary s join phase p using (run_id, step, trial, phase)"
                + " where p.kind = 'measure' and run_id = " + runId + " group by s.step)");
        List<@Nullable Object> row = table.rows().getFirst();
        long planned =
                store.query("select 1 from step where run_id = " + runId).rows().size();
        return planned < 2
                ? ""
                : " (" + (row.getFirst() == null ? 0 : row.getFirst()) + " of " + planned + " steps valid)";
    }

    private static void order(StringBuilder text, Store store, long runId) {
        Table table = store.query("select value from environment where source = 'coordinator' and key = '"
                + RunRow.ORDER_SEED + "' and run_id = " + runId);
        table.rows()
                .forEach(row -> text.append("steps in random order in each trial; --order-seed ")
                        .append(row.getFirst())
                        .append(" repeats it")
                        .append(System.lineSeparator()));
    }

    private static String rate(@Nullable Object perS) {
        return perS instanceof Number number
                ? String.format(Locale.ROOT, "%,.1f", number.doubleValue())
                : Quantity.NONE;
    }

    private static String time(@Nullable Object ns) {
        return ns instanceof Number number ? Quantity.duration(number.doubleValue()) : Quantity.NONE;
    }
}
