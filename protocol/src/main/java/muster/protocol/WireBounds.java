package muster.protocol;

import static java.util.Map.entry;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks through a large frame before it is decoded: how many entries each list has, and that no part comes twice. Two bytes
 * on the wire may become a hundred in memory, so the size of a frame bounds too little.
 */
final class WireBounds {
    /** A smaller frame cannot become more than a few megabytes. */
    static final int SMALL_BYTES = 16 << 10;

    /** Of one frame, entries of all its lists of a kind together; numbers are eight bytes each. */
    static final Map<String, Integer> MAX_ENTRIES = Map.ofEntries(
            entry("AbortOperations.operations", 20_000),
            entry("Coverage.runs", 2_000_000),
            entry("CrashFindings.lost", 1_000),
            entry("FeedSample.posts", 1_000_000),
            entry("Hello.environment", 1_000),
            entry("Hello.targets", 1_000),
            entry("LostWrites.runs", 1_000_000),
            entry("NonOkPositions.positions", 400_000),
            entry("OperationSample.stages", 100_000),
            entry("OperationsAborted.operations", 20_000),
            entry("OperationsAborted.silent", 20_000),
            entry("OperationsInFlight.operations", 20_000),
            entry("OperationsInFlight.silent", 20_000),
            entry("PhaseKnown.absent", 1_000_000),
            entry("PhaseKnown.again", 1_000_000),
            entry("PhaseKnown.before_crash", 1_000_000),
            entry("PhaseKnown.duplicate", 1_000_000),
            entry("PhaseKnown.executed", 1_000_000),
            entry("PhaseKnown.feeds", 100_000),
            entry("PhaseKnown.uncertain", 1_000_000),
            entry("Prepare.files", 10_000),
            entry("Prepare.stream_clients", 1_000),
            entry("Progress.examples", 10_000),
            entry("Progress.failed", 10_000),
            entry("Progress.members", 20_000),
            entry("Ready.target", 1_000),
            entry("ResourceSample.host", 10_000),
            entry("ResourceSample.metrics", 50_000),
            entry("ResourceSample.process", 10_000),
            entry("ResourceSample.threads", 20_000),
            entry("Returned.unstarted", 400_000),
            entry("RunResult.checks", 100_000),
            entry("RunResult.crashes", 10_000),
            entry("RunResult.error_classes", 10_000),
            entry("RunResult.operation_results", 100_000),
            entry("RunResult.sections", 1_000),
            entry("RunResult.sweeps", 10_000),
            entry("RunSection.answers", 10_000),
            entry("RunSection.lines", 10_000),
            entry("RunSection.notes", 10_000),
            entry("SessionState.leases", 400_000),
            entry("SessionState.returned", 400_000),
            entry("SessionState.stream_clients", 1_000),
            entry("SessionState.stream_granted", 1_000),
            entry("Snapshot.answers", 1_000),
            entry("Snapshot.coverage", 400_000),
            entry("Snapshot.feeds", 10_000),
            entry("Snapshot.non_ok_positions", 1_000),
            entry("Snapshot.samples", 20_000),
            entry("Snapshot.seen_answers", 1_000),
            entry("Snapshot.series", 4_096),
            entry("Snapshot.slow", 1_000),
            entry("Snapshot.wrong_answers", 1_000),
            entry("Status.observers", 20_000),
            entry("Status.refused", 1_000),
            entry("Status.runs", 20_000),
            entry("Status.workers", 20_000),
            entry("Submit.files", 10_000),
            entry("SweepResult.keys", 10_000),
            entry("SweepResult.sentences", 10_000),
            entry("SweepResult.steps", 100_000),
            entry("SweepStepResult.values", 100_000),
            entry("Task.files", 10_000),
            entry("Task.known", 10_000),
            entry("TaskResult.facts", 1_000),
            entry("TaskResult.findings", 10_000),
            entry("TaskResult.statements", 10_000));

    /** Of a newer peer's fields, which are kept and not read. */
    private static final int MAX_UNKNOWN = 100_000;

    /** What a session keeps of its worker for as long as it lasts. */
    private static final int MAX_KEPT_BYTES = 1 << 20;

    private static final Map<Integer, Integer> MAX_BYTES = Map.of(
            Envelope.HELLO_FIELD_NUMBER, MAX_KEPT_BYTES,
            Envelope.READY_FIELD_NUMBER, MAX_KEPT_BYTES,
            Envelope.HEARTBEAT_FIELD_NUMBER, MAX_KEPT_BYTES);

    private final byte[] bytes;
    private final Map<FieldDescriptor, Integer> entries = new HashMap<>();
    private int unknown;
    private int at;

    private WireBounds(byte[] bytes, int from) {
        this.bytes = bytes;
        this.at = from;
    }

    /** Throws {@link MalformedFrame} if the envelope that begins here would become larger in memory than an honest one. */
    static void check(byte[] frame, int from) throws MalformedFrame {
        if (frame.length - from > SMALL_BYTES) {
            new WireBounds(frame, from).message(Envelope.getDescriptor(), frame.length);
        }
    }

    private void message(Descriptor type, int end) throws MalformedFrame {
        long parts = 0;
        while (at < end) {
            long tag = varint(end);
            FieldDescriptor field = type.findFieldByNumber((int) (tag >>> 3));
            if (field != null && field.getJavaType() == JavaType.MESSAGE && !field.isRepeated()) {
                long part = 1L << field.getNumber();
                require((parts & part) == 0, field, "comes twice");
                parts |= part;
            }
            value(field, (int) (tag & 7), end);
        }
    }

    private void value(@Nullable FieldDescriptor field, int wireType, int end) throws MalformedFrame {
        switch (wireType) {
            case 0 -> {
                varint(end);
                count(field, 1);
            }
            case 1 -> {
                skip(8, end);
                count(field, 1);
            }
            case 5 -> {
                skip(4, end);
                count(field, 1);
            }
            case 2 -> delimited(field, end);
            default -> throw new MalformedFrame("not an envelope: a group, which no message has");
        }
    }

    private void delimited(@Nullable FieldDescriptor field, int end) throws MalformedFrame {
        long length = varint(end);
        if (length < 0 || length > end - at) {
            throw new MalformedFrame("not an envelope: a part is longer than the frame");
        }
        int partEnd = at + (int) length;
        if (field == null) {
            count(null, 1);
            at = partEnd;
        } else if (field.getJavaType() == JavaType.MESSAGE) {
            Integer most = field.getContainingType().equals(Envelope.getDescriptor())
                    ? MAX_BYTES.get(field.getNumber())
                    : null;
            require(most == null || length <= most, field, "has " + length + " bytes");
            count(field, 1);
            message(field.getMessageType(), partEnd);
        } else if (field.isPackable()) {
            packed(field, partEnd);
        } else {
            count(field, 1);
            at = partEnd;
        }
    }

    /** Numbers one after another: each ends with a byte below 128, or has a fixed size. */
    private void packed(FieldDescriptor field, int end) throws MalformedFrame {
        int numbers = 0;
        boolean fixed = field.getJavaType() == JavaType.DOUBLE || field.getType() == FieldDescriptor.Type.FIXED64;
        for (; !fixed && at < end; at++) {
            numbers += bytes[at] >= 0 ? 1 : 0;
        }
        count(field, fixed ? (end - at) / 8 : numbers);
        at = end;
    }

    private void count(@Nullable FieldDescriptor field, int more) throws MalformedFrame {
        if (field == null) {
            unknown += more;
            if (unknown > MAX_UNKNOWN) {
                throw new MalformedFrame("more than " + MAX_UNKNOWN + " unknown fields");
            }
        } else if (field.isRepeated()) {
            int now = entries.merge(field, more, Integer::sum);
            int most = MAX_ENTRIES.getOrDefault(name(field), 0);
            require(now <= most, field, "has more than " + most + " entries");
        }
    }

    private static String name(FieldDescriptor field) {
        return field.getContainingType().getName() + "." + field.getName();
    }

    private static void require(boolean sound, FieldDescriptor field, String otherwise) throws MalformedFrame {
        if (!sound) {
            throw new MalformedFrame(name(field) + " " + otherwise);
        }
    }

    private void skip(int count, int end) throws MalformedFrame {
        if (count > end - at) {
            throw new MalformedFrame("not an envelope: it is cut off");
        }
        at += count;
    }

    private long varint(int end) throws MalformedFrame {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            skip(1, end);
            byte next = bytes[at - 1];
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedFrame("not an envelope: a number of more than ten bytes");
    }
}
