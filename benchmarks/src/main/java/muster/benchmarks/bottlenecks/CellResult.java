package muster.benchmarks.bottlenecks;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import muster.store.file.sqlite.Query;
import org.jspecify.annotations.Nullable;

/**
 * What came of one run of a cell.
 *
 * @param validity "valid" or "invalid"; "none" if the run was not judged
 * @param culprit as the run's finding names it
 * @param finding the sentence
 * @param failed the checks that failed, by name
 * @param generatorCores processor time that workers used, by the measured time
 * @param load1 the load average of the machine's last minute when it ended
 */
public record CellResult(
        Bottleneck bottleneck,
        Load load,
        int exitCode,
        String validity,
        String culprit,
        String finding,
        String failed,
        double throughputPerS,
        double p50Ms,
        double p99Ms,
        double generatorCores,
        String load1) {
    private static final String FIGURES = """
            with newest as (select max(run_id) as run_id from run),
            used as (
              select sum(ns * 1.0 / nullif(took_ns, 0)) as cores from (
                select max(value) - min(value) as ns, max(end_ns) - min(end_ns) as took_ns from resource join newest using (run_id)
                where phase = 'measure' and worker <> '' and name = 'cpu_ns' group by session))
            select coalesce(s.validity, 'none'), coalesce(s.throughput_per_s, 0), s.p50_ns / 1e6, s.p99_ns / 1e6,
              used.cores,
              (select group_concat(distinct name) from check_summary c
                where c.run_id = s.run_id and c.kind = 'validity' and not c.passed),
              (select observed from check_summary c where c.run_id = s.run_id and c.kind = 'finding'),
              (select reason from check_summary c where c.run_id = s.run_id and c.kind = 'finding')
            from newest join step_summary s using (run_id), used
            where s.phase = 'measure'""";

    /** Of the newest run of the file. */
    static CellResult read(Path store, Bottleneck bottleneck, Load load, int exitCode, String load1) {
        try (Query query = Query.open(store)) {
            List<@Nullable Object> row = query.table(FIGURES).rows().getFirst();
            return new CellResult(
                    bottleneck,
                    load,
                    exitCode,
                    text(row.get(0)),
                    text(row.get(6)),
                    text(row.get(7)),
                    text(row.get(5)),
                    number(row.get(1)),
                    number(row.get(2)),
                    number(row.get(3)),
                    number(row.get(4)),
                    load1);
        }
    }

    private static String text(@Nullable Object value) {
        return Objects.requireNonNullElse(value, "").toString();
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    Expected expected() {
        return Expected.of(bottleneck, load);
    }

    /** The verdict, the exit code that goes with it, and the culprit. */
    public boolean right() {
        boolean said = validity.equals("invalid") == (exitCode == 111);
        return said && expected().matches(validity, culprit);
    }

    /** For people: verdict, figures and finding. */
    public String line() {
        return String.format(
                Locale.ROOT,
                "%-6s %-15s %-11s %-8s %9.1f/s p50 %8.2f ms  generator %.2f cores  load %s  %s%s",
                right() ? "ok" : "WRONG",
                bottleneck.label(),
                load.label(),
                validity,
                throughputPerS,
                p50Ms,
                generatorCores,
                load1,
                finding.isEmpty() ? "(no finding)" : finding,
                failed.isEmpty() ? "" : "  {" + failed + "}");
    }
}
