package muster.endtoend.peers;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.Deflater;
import muster.protocol.Envelope;
import muster.protocol.Frame;

/** Messages that are small on the wire and enormous in memory. */
final class Bombs {
    private static final int ENTRIES = 4_000_000;
    /** Messages that are kept as long as a session may have a megabyte; this is less. */
    private static final int KEPT_ENTRIES = 300_000;

    private static final Set<String> KEPT = Set.of("hello", "ready", "heartbeat");

    private Bombs() {}

    /** A list within a message: "Snapshot.series", and the fields that lead to it. */
    record Listed(String name, List<FieldDescriptor> path) {
        /** The message that holds it, such as "snapshot". */
        String message() {
            return path.getFirst().getName();
        }

        byte[] frame() {
            return Bombs.frame(path);
        }
    }

    /** Every list of every message that a peer can send, each once. */
    static List<Listed> all() {
        Map<String, Listed> lists = new LinkedHashMap<>();
        add(Envelope.getDescriptor(), List.of(), lists);
        return List.copyOf(lists.values());
    }

    /** One list of each message. */
    static List<Listed> ofEachMessage() {
        Map<String, Listed> first = new LinkedHashMap<>();
        all().forEach(list -> first.putIfAbsent(list.message(), list));
        return List.copyOf(first.values());
    }

    private static void add(Descriptor type, List<FieldDescriptor> path, Map<String, Listed> lists) {
        for (FieldDescriptor field : type.getFields()) {
            List<FieldDescriptor> longer = new ArrayList<>(path);
            longer.add(field);
            if (field.isRepeated()) {
                String name = type.getName() + "." + field.getName();
                lists.putIfAbsent(longer.getFirst().getName() + " " + name, new Listed(name, longer));
            }
            if (field.getJavaType() == JavaType.MESSAGE) {
                add(field.getMessageType(), longer, lists);
            }
        }
    }

    /** Millions of entries without content at the end of the path. */
    private static byte[] frame(List<FieldDescriptor> path) {
        FieldDescriptor last = path.getLast();
        int entries = KEPT.contains(path.getFirst().getName()) ? KEPT_ENTRIES : ENTRIES;
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        byte[] content = new byte[last.isPackable() ? entries : 0];
        Arrays.fill(content, (byte) 1);
        for (int i = 0; i < (last.isPackable() ? 1 : entries); i++) {
            part(inner, last, content);
        }
        byte[] bytes = inner.toByteArray();
        for (FieldDescriptor field : path.subList(0, path.size() - 1).reversed()) {
            ByteArrayOutputStream outer = new ByteArrayOutputStream();
            part(outer, field, bytes);
            bytes = outer.toByteArray();
        }
        byte[] header = Frame.encode(Envelope.getDefaultInstance());
        return ByteBuffer.allocate(header.length + bytes.length)
                .put(header)
                .put(bytes)
                .array();
    }

    private static void part(ByteArrayOutputStream out, FieldDescriptor field, byte[] content) {
        varint(out, (field.getNumber() << 3) | 2);
        varint(out, content.length);
        out.writeBytes(content);
    }

    private static void varint(ByteArrayOutputStream out, int value) {
        int rest = value;
        for (; rest > 0x7f; rest >>>= 7) {
            out.write((rest & 0x7f) | 0x80);
        }
        out.write(rest);
    }

    /** Histograms by what is wrong with them, as the coordinator says it. */
    static Map<String, ByteString> histograms() {
        return Map.of(
                "another configuration than values from 1 to 3600000000000 with 3 digits",
                histogram(0, 5, Long.MAX_VALUE / 2, 0),
                "a payload of a size that no histogram has",
                histogram(20_000_000, 3, 3_600_000_000_000L, 20_000_000));
    }

    /** A header of HdrHistogram, and so many zeros. */
    private static ByteString histogram(int payload, int digits, long highest, int zeros) {
        byte[] inner = ByteBuffer.allocate(40 + zeros)
                .putInt(0x1c849313)
                .putInt(payload)
                .putInt(0)
                .putInt(digits)
                .putLong(1)
                .putLong(highest)
                .putDouble(1)
                .array();
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        deflater.setInput(inner);
        deflater.finish();
        byte[] deflated = new byte[100 + inner.length / 100];
        int length = deflater.deflate(deflated);
        deflater.end();
        return ByteString.copyFrom(ByteBuffer.allocate(8 + length)
                .putInt(0x1c849314)
                .putInt(length)
                .put(deflated, 0, length)
                .array());
    }
}
