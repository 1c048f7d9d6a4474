package muster.coordinator.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import muster.protocol.Envelope;
import muster.protocol.Snapshot;
import org.junit.jupiter.api.Test;

/** A snapshot is only looked through, so each of its texts must be looked at: here one at a time is hostile. */
class PeerTextTest {
    private static final String HOSTILE = "a\u001b[31m" + "b".repeat(1 << 16);

    @Test
    void each_text_of_a_snapshot_is_made_safe_where_all_others_are_plain() {
        List<List<FieldDescriptor>> texts = new ArrayList<>();
        texts(Snapshot.getDescriptor(), List.of(), texts);
        assertThat(texts).hasSizeGreaterThan(8);
        assertThat(texts).allSatisfy(path -> {
            Snapshot.Builder snapshot = Snapshot.newBuilder();
            fill(snapshot, path);
            Envelope safe =
                    PeerText.safe(Envelope.newBuilder().setSnapshot(snapshot).build());
            assertThat(safe.toString()).as("%s", path).doesNotContain("\\033").hasSizeLessThan(1 << 15);
        });
    }

    @Test
    void a_plain_snapshot_is_not_copied() {
        Envelope plain = Envelope.newBuilder()
                .setSnapshot(Snapshot.newBuilder().setSeq(1))
                .build();
        assertThat(PeerText.safe(plain)).isSameAs(plain);
    }

    private static void texts(Descriptor message, List<FieldDescriptor> path, List<List<FieldDescriptor>> found) {
        for (FieldDescriptor field : message.getFields()) {
            List<FieldDescriptor> longer = new ArrayList<>(path);
            longer.add(field);
            if (field.getJavaType() == JavaType.STRING) {
                found.add(longer);
            } else if (field.getJavaType() == JavaType.MESSAGE) {
                texts(field.getMessageType(), longer, found);
            }
        }
    }

    private static void fill(Message.Builder message, List<FieldDescriptor> path) {
        FieldDescriptor field = path.getFirst();
        Object value = HOSTILE;
        if (path.size() > 1) {
            Message.Builder part = message.newBuilderForField(field);
            fill(part, path.subList(1, path.size()));
            value = part.build();
        }
        if (field.isRepeated()) {
            message.addRepeatedField(field, value);
        } else {
            message.setField(field, value);
        }
    }
}
