package muster.workloads.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.zip.Deflater;
import muster.workloads.WorkloadSettings;
import muster.workloads.operation.EntityId;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Settings;
import org.junit.jupiter.api.Test;

class EdgePayloadTest {
    @Test
    void a_text_has_the_set_length_and_is_the_same_each_time() {
        EdgePayload payload = new EdgePayload(21);
        assertThat(payload.text(7)).hasSize(21).matches("[A-Za-z0-9_-]+").isEqualTo(payload.text(7));
        assertThat(payload.text(7)).isNotEqualTo(payload.text(8)).startsWith(new EdgePayload(9).text(7));
    }

    @Test
    void the_edges_of_a_batch_have_different_texts_in_its_order() {
        EdgePayload payload = new EdgePayload(16);
        long[] edges = LongStream.range(0, 500).map(e -> EntityId.of(3, e)).toArray();
        assertThat(payload.texts(edges)).doesNotHaveDuplicates().first().isEqualTo(payload.text(edges[0]));
    }

    @Test
    void compression_finds_no_more_in_it_than_the_six_bits_of_a_character() {
        String batch = LongStream.range(0, 500)
                .map(e -> EntityId.of(3, e))
                .mapToObj(new EdgePayload(16)::text)
                .collect(Collectors.joining());
        assertThat(deflated(batch)).isGreaterThan(batch.length() * 3 / 4);
    }

    @Test
    void none_is_the_default_and_more_than_65536_characters_are_refused() {
        assertThat(EdgePayload.of(WorkloadSettings.of("batch-insert", Map.of())).present())
                .isFalse();
        assertThat(EdgePayload.of(WorkloadSettings.of("batch-insert", Map.of("edgePayload", 16))))
                .isEqualTo(new EdgePayload(16));
        Settings tooLong = WorkloadSettings.of("batch-insert", Map.of("edgePayload", 65_537));
        assertThatThrownBy(() -> EdgePayload.of(tooLong))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("edgePayload");
    }

    private static int deflated(String text) {
        Deflater deflater = new Deflater();
        deflater.setInput(text.getBytes(StandardCharsets.US_ASCII));
        deflater.finish();
        int length = deflater.deflate(new byte[2 * text.length()]);
        deflater.end();
        return length;
    }
}
