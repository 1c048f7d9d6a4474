package muster.experiments.turns;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import muster.model.CountedOperations;
import muster.store.file.sqlite.Query;
import org.jspecify.annotations.Nullable;

/**
 * What the store of an arm says of one operation of its measured phase, beside what the target took. Times are nanoseconds, sums
 * over the phase by its operations.
 *
 * @param perS operations a second of the time that the arm had its turns
 * @param cores of the machine
 * @param serviceNs mean
 * @param leaseNs that a client waited for a lease
 * @param snapshotNs encoding and sending of messages by workers
 * @param loopCpuNs processor time of the coordinator's deciding thread
 * @param commitCpuNs processor time of commits
 * @param coordinatorCpuNs processor time of the coordinator's process; 0 where it has none of its own
 */
public record ArmCosts(
        double perS,
        double clients,
        double cores,
        double serviceNs,
        double leaseNs,
        double snapshotNs,
        double loopCpuNs,
        double commitCpuNs,
        double coordinatorCpuNs) {

    private static final String RUN = """
            select r.throughput_per_s, p.clients,
              (select max(cast(e.value as integer)) from environment e where e.run_id = r.run_id and e.key = 'cores'),
              (select sum(o.mean_ns * o.samples) / sum(o.samples) from operation_summary o
                where o.run_id = r.run_id and o.phase = p.phase and o.timing = 'service' and %s),
              (select sum(o.mean_ns * o.samples) from operation_summary o
                where o.run_id = r.run_id and o.phase = p.phase and o.timing = 'lease') * 1.0 / r.operations
            from run_summary r join phase p on p.run_id = r.run_id and p.kind = 'measure'
            where r.run_id = (select max(run_id) from run)""".formatted(CountedOperations.sql("o.operation"));

    private static final String PROCESSES = """
            select sum(coalesce(encode_ns, 0) + coalesce(send_ns, 0)) * 1.0 / max(operations), sum(loop_cpu_ns) * 1.0 / max(operations),
              sum(commit_cpu_ns) * 1.0 / max(operations), sum(iif(process = 'coordinator', cpu_per_operation_ns, 0))
            from process_summary join phase using (run_id, step, trial, phase)
            where kind = 'measure' and run_id = (select max(run_id) from run)""";

    /** Of the last run of a store. */
    static ArmCosts read(Path file) {
        try (Query query = Query.open(file)) {
            return of(DoubleStream.concat(numbers(query, RUN), numbers(query, PROCESSES))
                    .toArray());
        }
    }

    private static DoubleStream numbers(Query query, String sql) {
        return query.table(sql).rows().getFirst().stream().mapToDouble(ArmCosts::number);
    }

    private static ArmCosts of(double[] all) {
        return new ArmCosts(all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7], all[8]);
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : 0;
    }

    String encode() {
        return DoubleStream.of(
                        perS, clients, cores, serviceNs, leaseNs, snapshotNs, loopCpuNs, commitCpuNs, coordinatorCpuNs)
                .mapToObj(Double::toString)
                .collect(Collectors.joining("\t"));
    }

    static ArmCosts decode(String text) {
        return of(Arrays.stream(text.split("\t", -1))
                .mapToDouble(Double::parseDouble)
                .toArray());
    }

    /** Clients that can get on at the same time. */
    public double slots() {
        return Math.min(clients, cores);
    }

    /** How long such a slot takes for an operation, all included. */
    public double slotNs() {
        return slots() * 1e9 / perS;
    }
}
