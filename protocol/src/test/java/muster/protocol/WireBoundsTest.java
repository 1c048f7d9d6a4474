package muster.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A frame that is legal on the wire and enormous in memory is refused before it is decoded. */
class WireBoundsTest {
    /** Each list that a frame may hold, and the fields that lead to it. */
    private static Map<String, List<FieldDescriptor>> lists() {
        Map<String, List<FieldDescriptor>> lists = new LinkedHashMap<>();
        add(Envelope.getDescriptor(), List.of(), lists);
        return lists;
    }

    private static void add(Descriptor type, List<FieldDescriptor> path, Map<String, List<FieldDescriptor>> lists) {
        for (FieldDescriptor field : type.getFields()) {
            List<FieldDescriptor> longer = new ArrayList<>(path);
            longer.add(field);
            if (field.isRepeated()) {
                lists.putIfAbsent(type.getName() + "." + field.getName(), longer);
            }
            if (field.getJavaType() == JavaType.MESSAGE) {
                add(field.getMessageType(), longer, lists);
            }
        }
    }

    /** So many entries without content at the end of the path. */
    private static byte[] bomb(List<FieldDescriptor> path, int entries) {
        FieldDescriptor last = path.getLast();
        boolean packed = last.isPackable();
        byte[] content = new byte[packed ? entries : 0];
        for (int i = 0; i < content.length; i++) {
            content[i] = 1;
        }
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        if (packed) {
            part(inner, last, content);
        } else {
            for (int i = 0; i < entries; i++) {
                part(inner, last, content);
            }
        }
        byte[] bytes = inner.toByteArray();
        for (FieldDescriptor field : path.subList(0, path.size() - 1).reversed()) {
            ByteArrayOutputStream outer = new ByteArrayOutputStream();
            part(outer, field, bytes);
            bytes = outer.toByteArray();
        }
        byte[] frame = new byte[4 + bytes.length];
        System.arraycopy(Frame.encode(Envelope.getDefaultInstance()), 0, frame, 0, 4);
        System.arraycopy(bytes, 0, frame, 4, bytes.length);
        return frame;
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

    /** A list that is new has no bound, and a worker that sends many entries of it would be refused: say how many are honest. */
    @Test
    void each_list_of_each_message_has_a_bound() {
        assertThat(WireBounds.MAX_ENTRIES.keySet()).containsExactlyInAnyOrderElementsOf(lists().keySet());
    }

    @TestFactory
    Stream<DynamicTest> one_entry_more_than_an_honest_message_holds_is_refused() {
        return lists().entrySet().stream()
                .map(list -> DynamicTest.dynamicTest(list.getKey(), () -> {
                    int most = Math.max(WireBounds.SMALL_BYTES, WireBounds.MAX_ENTRIES.getOrDefault(list.getKey(), 0));
                    byte[] frame = bomb(list.getValue(), most + 1);
                    assertThat(frame).hasSizeLessThan(Frame.MAX_BYTES);
                    assertThatThrownBy(() -> Frame.decode(frame))
                            .isInstanceOf(MalformedFrame.class)
                            .hasMessageContaining(list.getKey());
                }));
    }

    @Test
    void a_snapshot_of_as_many_leases_as_a_second_can_hold_is_decoded() throws MalformedFrame {
        Snapshot.Builder snapshot = Snapshot.newBuilder();
        for (int lease = 1; lease <= 200_000; lease++) {
            snapshot.addCoverage(
                    Coverage.newBuilder().setLease(lease).addRuns(0).addRuns(1));
        }
        Envelope envelope = Envelope.newBuilder().setSnapshot(snapshot).build();
        assertThat(Frame.decode(Frame.encode(envelope))).isEqualTo(envelope);
    }

    /** Each time it comes it is merged with what came before, and that is copied. */
    @Test
    void a_part_that_comes_twice_is_refused() {
        byte[] once = Frame.encode(Envelope.newBuilder()
                .setSnapshot(Snapshot.newBuilder().addSeries(Series.newBuilder().setFirstMessage("x".repeat(20_000))))
                .build());
        byte[] twice = new byte[2 * once.length - 4];
        System.arraycopy(once, 0, twice, 0, once.length);
        System.arraycopy(once, 4, twice, once.length, once.length - 4);
        assertThatCode(() -> Frame.decode(once)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Frame.decode(twice)).hasMessageContaining("Envelope.snapshot comes twice");
    }

    @Test
    void fields_that_nobody_knows_are_bounded_too() {
        byte[] frame = new byte[4 + 3 * 200_000];
        System.arraycopy(Frame.encode(Envelope.getDefaultInstance()), 0, frame, 0, 4);
        for (int at = 4; at < frame.length; at += 3) {
            frame[at] = (byte) 0x80;
            frame[at + 1] = 0x40;
        }
        assertThatThrownBy(() -> Frame.decode(frame)).hasMessageContaining("unknown fields");
    }

    /** Each would be hundreds of megabytes of objects. */
    @Test
    void a_process_of_64_megabytes_outlives_the_largest_bombs() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Bombed.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor()).as(said).isZero();
        assertThat(said.strip()).isEqualTo(Bombed.LISTS.size() + " refused");
    }

    /** The child. */
    static final class Bombed {
        static final List<String> LISTS = List.of(
                "Snapshot.series",
                "Snapshot.coverage",
                "Coverage.runs",
                "PhaseKnown.executed",
                "Hello.environment",
                "Status.workers");

        private Bombed() {}

        public static void main(String[] none) {
            int refused = 0;
            for (String list : LISTS) {
                byte[] frame = bomb(lists().getOrDefault(list, List.of()), 4_000_000);
                try {
                    Frame.decode(frame);
                } catch (MalformedFrame bomb) {
                    refused++;
                }
            }
            System.out.println(refused + " refused");
        }
    }
}
