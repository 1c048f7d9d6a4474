package muster.endtoend.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import muster.protocol.Coverage;
import muster.protocol.Credit;
import muster.protocol.Envelope;
import muster.protocol.Heartbeat;
import muster.protocol.Lease;
import muster.protocol.Ready;
import muster.protocol.Snapshot;
import muster.workloads.plan.ReadyPlans;

/** What is fuzzed, and with what it begins. */
final class Targets {
    static final Map<String, Consumer<byte[]>> ALL = all();

    private Targets() {}

    private static Map<String, Consumer<byte[]>> all() {
        Map<String, Consumer<byte[]>> all = new LinkedHashMap<>();
        all.put("FrameFuzz", FrameFuzz::fuzzerTestOneInput);
        all.put("HistogramFuzz", HistogramFuzz::fuzzerTestOneInput);
        all.put("CoordinatorFuzz", CoordinatorFuzz::fuzzerTestOneInput);
        all.put("WorkerFuzz", WorkerFuzz::fuzzerTestOneInput);
        all.put("PlanFuzz", PlanFuzz::fuzzerTestOneInput);
        all.put("SqlFuzz", SqlFuzz::fuzzerTestOneInput);
        all.put("DataFuzz", DataFuzz::fuzzerTestOneInput);
        return all;
    }

    /** Right ones: most of what is near them is wrong. */
    static List<byte[]> seeds(String target) {
        return switch (target) {
            case "PlanFuzz" ->
                ReadyPlans.names().stream()
                        .map(name -> text(ReadyPlans.text(name)))
                        .toList();
            case "DataFuzz" ->
                List.of(
                        text("a b\nb c\n"),
                        text("follow\ta\tb\npost\ta\nunfollow\ta\tb\n"),
                        text("Package: a\nDepends: b\n\n"));
            case "HistogramFuzz", "SqlFuzz" -> List.of(new byte[] {2}, new byte[] {-55, 1, 2}, new byte[] {1, 4, 2});
            case "FrameFuzz" -> List.of(new byte[] {'M', 'U', 0, 1, 90, 0}, new byte[] {'M', 'U', 0, 9});
            case "CoordinatorFuzz" -> List.of(play());
            default ->
                List.of(say(Envelope.newBuilder()
                        .setLease(Lease.newBuilder().setAssignment(1).setCount(9))));
        };
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A phase that goes well, up to its first snapshot. */
    private static byte[] play() {
        return concatenated(
                say(Envelope.newBuilder()
                        .setHeartbeat(Heartbeat.newBuilder().setSeq(1).setOffsetErrorNs(1_000))),
                say(Envelope.newBuilder()
                        .setCredit(Credit.newBuilder().setAssignment(1).setTotal(2))),
                say(Envelope.newBuilder().setReady(Ready.newBuilder().setAssignment(1))),
                new byte[] {-1, 0},
                say(Envelope.newBuilder()
                        .setSnapshot(Snapshot.newBuilder()
                                .setAssignment(1)
                                .setSeq(1)
                                .addCoverage(Coverage.newBuilder()
                                        .setLease(1)
                                        .addRuns(0)
                                        .addRuns(1)))));
    }

    private static byte[] say(Envelope.Builder envelope) {
        byte[] body = envelope.build().toByteArray();
        return concatenated(new byte[] {1, (byte) body.length}, body);
    }

    private static byte[] concatenated(byte[]... parts) {
        java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
