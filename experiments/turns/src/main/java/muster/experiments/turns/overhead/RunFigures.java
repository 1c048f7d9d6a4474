package muster.experiments.turns.overhead;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.model.CountedOperations;
import muster.model.OutcomeCounts;
import muster.store.file.sqlite.Query;
import muster.store.table.Row;
import org.jspecify.annotations.Nullable;

/**
 * What the store has of one run of one measured phase: plain queries of views. Times are nanoseconds; those "an
 * operation" are sums over the phase by its operations. NaN where there is none.
 *
 * @param counts how its measured operations ended
 * @param openModel whether arrivals come at a set rate, so that throughput says nothing of a cost
 * @param cores of the machine
 * @param serviceNs mean
 * @param leaseNs that a client waited for a lease, an operation
 * @param snapshotNs encoding and sending of messages by workers, an operation
 * @param loopCpuNs processor time of the coordinator's deciding thread, an operation
 * @param commitCpuNs processor time of commits, an operation
 * @param commitNs time until commits were durable, an operation
 * @param cpuNs processor time of each process, an operation
 */
public record RunFigures(
        long runId,
        OutcomeCounts counts,
        double throughputPerS,
        double p50Ns,
        double p99Ns,
        double p999Ns,
        int clients,
        boolean openModel,
        int cores,
        double serviceNs,
        double leaseNs,
        double snapshotNs,
        double loopCpuNs,
        double commitCpuNs,
        double commitNs,
        Map<String, Double> cpuNs) {

    private static final String RUN = """
            select r.throughput_per_s, r.p50_ns, r.p99_ns, r.p999_ns, p.clients, p.rate_per_s,
              (select max(cast(e.value as integer)) from environment e where e.run_id = r.run_id and e.key = 'cores'),
              (select sum(o.mean_ns * o.samples) / sum(o.samples) from operation_summary o
                where o.run_id = r.run_id and o.phase = p.phase and o.timing = 'service' and %s),
              (select sum(o.mean_ns * o.samples) from operation_summary o
                where o.run_id = r.run_id and o.phase = p.phase and o.timing = 'lease') * 1.0 / r.operations
            from run_summary r join phase p on p.run_id = r.run_id and p.kind = 'measure'
            where r.run_id =\s""".formatted(CountedOperations.sql("o.operation"));

    private static final String PROCESSES = """
            select process, cpu_per_operation_ns, (coalesce(encode_ns, 0) + coalesce(send_ns, 0)) * 1.0 / operations,
              loop_cpu_ns * 1.0 / operations, commit_cpu_ns * 1.0 / operations, commit_ns * 1.0 / operations
            from process_summary join phase using (run_id, step, trial, phase)
            where kind = 'measure' and run_id =\s""";

    public static RunFigures read(Query query, long runId) {
        List<@Nullable Object> run = query.table(RUN + runId).rows().getFirst();
        List<List<@Nullable Object>> processes = query.table(PROCESSES + runId + " order by session = 0, process")
                .rows();
        return new RunFigures(
                runId,
                counts(query, runId),
                number(run.get(0)),
                number(run.get(1)),
                number(run.get(2)),
                number(run.get(3)),
                (int) number(run.get(4)),
                number(run.get(5)) > 0,
                (int) number(run.get(6)),
                number(run.get(7)),
                orZero(run.get(8)),
                sum(processes, 2),
                sum(processes, 3),
                sum(processes, 4),
                sum(processes, 5),
                cpu(processes));
    }

    private static OutcomeCounts counts(Query query, long runId) {
        return Row.of(query.table("select * from run_summary where run_id = " + runId))
                .getFirst()
                .counts();
    }

    private static Map<String, Double> cpu(List<List<@Nullable Object>> processes) {
        Map<String, Double> cpuNs = new LinkedHashMap<>();
        for (List<@Nullable Object> row : processes) {
            if (row.get(1) != null) {
                cpuNs.merge(String.valueOf(row.get(0)), number(row.get(1)), Double::sum);
            }
        }
        return cpuNs;
    }

    private static double sum(List<List<@Nullable Object>> rows, int column) {
        return rows.stream().mapToDouble(row -> orZero(row.get(column))).sum();
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    private static double orZero(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : 0;
    }

    /** Processor time of all processes, an operation. */
    public double allCpuNs() {
        return cpuNs.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    public double coordinatorCpuNs() {
        return cpuNs.getOrDefault("coordinator", 0.0);
    }

    /** Clients that can get on at the same time. */
    public int slots() {
        return Math.min(clients, cores);
    }

    /** How long such a slot takes for an operation, all included. */
    public double slotNs() {
        return slots() * 1e9 / throughputPerS;
    }
}
