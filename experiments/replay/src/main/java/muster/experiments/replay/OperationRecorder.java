package muster.experiments.replay;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.Operation;
import muster.workloads.plan.ArrivalSchedule;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.replay.RecordedPhase;
import muster.workloads.replay.ReplayHeader;
import muster.workloads.replay.ReplayWorkload;
import muster.workloads.replay.ReplayWriter;

/** Writes operations, which are pure functions of their index: nothing has to be logged while they are executed. */
final class OperationRecorder {
    private final Plan plan;
    private final Workload workload;
    private final String source;

    /**
     * What was recorded of a phase.
     *
     * @param digest the sum of the digests of its operations, as workers report it
     */
    record Recorded(RecordedPhase phase, long digest) {}

    /** @param source what the header names */
    OperationRecorder(Plan plan, Workload workload, String source) {
        this.plan = plan;
        this.workload = workload;
        this.source = source;
    }

    List<Recorded> write(Path file, List<PhaseIndexes> phases) throws IOException {
        List<RecordedPhase> headed =
                phases.stream().map(OperationRecorder::recorded).toList();
        List<Recorded> recorded = new ArrayList<>();
        try (ReplayWriter writer = new ReplayWriter(file, header(headed))) {
            for (int i = 0; i < phases.size(); i++) {
                recorded.add(new Recorded(headed.get(i), write(phases.get(i), writer)));
            }
            writer.finish();
        }
        return recorded;
    }

    private static RecordedPhase recorded(PhaseIndexes phase) {
        boolean timed = phase.phase().arrivals() != null;
        return new RecordedPhase(phase.phase().name(), phase.indexes().cardinality(), timed);
    }

    private ReplayHeader header(List<RecordedPhase> phases) {
        return new ReplayHeader(
                plan.workload().kind(),
                plan.seed(),
                source,
                digest(plan.text()),
                ReplayWorkload.load(workload),
                phases);
    }

    private static String digest(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new LinkageError("every Java has SHA-256", e);
        }
    }

    private long write(PhaseIndexes recorded, ReplayWriter writer) throws IOException {
        ExecutedPhase phase = recorded.phase();
        Operations operations = phase.operations(workload);
        ArrivalSchedule arrivals = phase.arrivals();
        BitSet indexes = recorded.indexes();
        long digest = 0;
        long at = 0;
        long startNs = arrivals == null ? 0 : arrivals.first();
        for (int index = indexes.nextSetBit(0); index >= 0; index = indexes.nextSetBit(index + 1)) {
            Operation operation = operations.at(index);
            digest += operation.digest();
            if (arrivals == null) {
                writer.add(phase.name(), index, operation);
            } else {
                startNs = arrivals.timeNs(at, startNs, index);
                at = index;
                writer.add(phase.name(), index, startNs, operation);
            }
        }
        return digest;
    }
}
