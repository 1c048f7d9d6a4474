package muster.experiments.turns;

import java.util.Map;
import muster.model.OutcomeCounts;
import org.jspecify.annotations.Nullable;

/** The lines in which one restart tells the comparing process what it measured: a word, then fields, separated by tabs. */
final class ArmLines {
    private static final String TURN = "turn";
    private static final String LATENCY = "latency";
    private static final String BLOCK = "block";
    private static final String COSTS = "costs";
    /** What a restart ends with. */
    static final String END = "end";

    private ArmLines() {}

    /** How far it is. */
    static String block(long done, long of) {
        return String.join("\t", BLOCK, "" + done, "" + of);
    }

    /** "12 of 40"; null for any other line. */
    static @Nullable String block(String line) {
        String[] fields = line.split("\t", -1);
        return fields[0].equals(BLOCK) ? fields[1] + " of " + fields[2] : null;
    }

    /** What an arm spent beside its operations. */
    static String costs(String arm, ArmCosts costs) {
        return String.join("\t", COSTS, arm, costs.encode());
    }

    /** An arm with what it spent; null for any other line. */
    static Map.@Nullable Entry<String, ArmCosts> costs(String line) {
        String[] fields = line.split("\t", 3);
        return fields[0].equals(COSTS) ? Map.entry(fields[1], ArmCosts.decode(fields[2])) : null;
    }

    static String of(TurnRow row) {
        return String.join(
                "\t",
                TURN,
                "" + row.number(),
                "" + row.block(),
                row.arm(),
                "" + row.keyRange(),
                "" + row.startNs(),
                "" + row.measuredNs(),
                "" + row.operations(),
                "" + row.cpuNs(),
                "" + row.compilerNs(),
                "" + row.serverCpuNs());
    }

    static String of(String arm, ArmLatency latency) {
        OutcomeCounts counts = latency.counts();
        return String.join(
                "\t",
                LATENCY,
                arm,
                "" + counts.ok(),
                "" + counts.errors(),
                "" + counts.absent(),
                "" + counts.duplicate(),
                "" + counts.unknown(),
                "" + counts.aborted(),
                "" + latency.unexpected(),
                "" + latency.p50Ns(),
                "" + latency.p99Ns(),
                "" + latency.p999Ns());
    }

    /** Null for any other line. */
    static @Nullable TurnRow turn(String line) {
        String[] fields = line.split("\t", -1);
        return !fields[0].equals(TURN)
                ? null
                : new TurnRow(
                        Integer.parseInt(fields[1]),
                        Integer.parseInt(fields[2]),
                        fields[3],
                        Integer.parseInt(fields[4]),
                        Long.parseLong(fields[5]),
                        Long.parseLong(fields[6]),
                        Long.parseLong(fields[7]),
                        Long.parseLong(fields[8]),
                        Long.parseLong(fields[9]),
                        Long.parseLong(fields[10]));
    }

    /** An arm with its latency; null for any other line. */
    static Map.@Nullable Entry<String, ArmLatency> latency(String line) {
        String[] fields = line.split("\t", -1);
        return !fields[0].equals(LATENCY)
                ? null
                : Map.entry(
                        fields[1],
                        new ArmLatency(
                                new OutcomeCounts(
                                        Long.parseLong(fields[2]),
                                        Long.parseLong(fields[3]),
                                        Long.parseLong(fields[4]),
                                        Long.parseLong(fields[5]),
                                        Long.parseLong(fields[6]),
                                        Long.parseLong(fields[7])),
                                Long.parseLong(fields[8]),
                                Double.parseDouble(fields[9]),
                                Double.parseDouble(fields[10]),
                                Double.parseDouble(fields[11])));
    }
}
