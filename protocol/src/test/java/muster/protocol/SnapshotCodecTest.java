package muster.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import muster.model.AnswerReport.Counts;
import muster.model.IntervalFigures;
import muster.model.IntervalFigures.Slow;
import muster.model.IntervalFigures.Window;
import muster.model.SampledOperations;
import muster.model.SampledOperations.Sample;
import muster.model.SampledOperations.StageTime;
import muster.model.Series.Counters;
import org.junit.jupiter.api.Test;

class SnapshotCodecTest {
    /** What a snapshot holds besides figures. */
    private static final Set<String> OTHERS = Set.of(
            "assignment",
            "stream",
            "seq",
            "coverage",
            "resources",
            "non_ok_positions",
            "feeds",
            "phase",
            "answers",
            "wrong_answers",
            "seen_answers");

    private static final muster.model.Series SERIES = new muster.model.Series(
            new muster.model.Series.Key("post", "service", "timeout"),
            2,
            new Counters(3, 4, 5, 6, 7),
            "because",
            new byte[] {8, 9});

    private static final IntervalFigures FIGURES = new IntervalFigures(
            new Window(1, 2, 3, 4),
            List.of(SERIES),
            5,
            6,
            List.of(new Slow("post", 1, 2, 3, 4, "ok")),
            new SampledOperations(
                    7, List.of(new Sample("post", 1, "ok", 2, 3, 4, List.of(new StageTime("commit", 5))))));

    @Test
    void what_is_decoded_is_what_was_encoded() {
        IntervalFigures decoded =
                SnapshotCodec.decode(SnapshotCodec.encode(FIGURES).build());
        muster.model.Series series = decoded.series().getFirst();
        assertThat(series.histogram()).containsExactly(8, 9);
        assertThat(series).usingRecursiveComparison().isEqualTo(SERIES);
        assertThat(new IntervalFigures(
                        decoded.window(),
                        FIGURES.series(),
                        decoded.digest(),
                        decoded.content(),
                        decoded.slow(),
                        decoded.sampled()))
                .isEqualTo(FIGURES);
        Counts counts = new Counts("find", 1, 2, 3, 4);
        assertThat(SnapshotCodec.decode(SnapshotCodec.encode(counts))).isEqualTo(counts);
    }

    @Test
    void every_field_of_the_messages_is_encoded() {
        Snapshot snapshot = SnapshotCodec.encode(FIGURES).build();
        assertThat(unset(snapshot)).containsExactlyInAnyOrderElementsOf(OTHERS);
        assertThat(unset(snapshot.getSeries(0))).isEmpty();
        assertThat(unset(snapshot.getSlow(0))).isEmpty();
        assertThat(unset(snapshot.getSamples(0))).isEmpty();
        assertThat(unset(SnapshotCodec.encode(new Counts("find", 1, 2, 3, 4)))).isEmpty();
    }

    private static List<String> unset(com.google.protobuf.Message message) {
        List<String> unset = new ArrayList<>();
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            if (!message.getAllFields().containsKey(field)) {
                unset.add(field.getName());
            }
        }
        return unset;
    }
}
