package muster.workloads.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.zip.Deflater;
import muster.workloads.MapSettings;
import muster.workloads.operation.EntityId;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.Test;

class EdgePayloadTest {
    @Test
    void aTextHasTheSetLengthAndIsTheSameEachTime() {
        EdgePayload payload = new EdgePayload(21);
        assertThat(payload.text(7)).hasSize(21).matches("[A-Za-z0-9_-]+").isEqualTo(payload.text(7));
        assertThat(payload.text(7)).isNotEqualTo(payload.text(8)).startsWith(new EdgePayload(9).text(7));
    }

    @Test
    void theEdgesOfABatchHaveDifferentTextsInItsOrder() {
        EdgePayload payload = new EdgePayload(16);
        long[] edges = LongStream.range(0, 500).map(e -> EntityId.of(3, e)).toArray();
        assertThat(payload.texts(edges)).doesNotHaveDuplicates().first().isEqualTo(payload.text(edges[0]));
    }

    @Test
    void compressionFindsNoMoreInItThanTheSixBitsOfACharacter() {
        String batch = LongStream.range(0, 500)
                .map(e -> EntityId.of(3, e))
                .mapToObj(new EdgePayload(16)::text)
                .collect(Collectors.joining());
        assertThat(deflated(batch)).isGreaterThan(batch.length() * 3 / 4);
    }

    @Test
    void noneIsTheDefaultAndMoreThan65536CharactersAreRefused() {
        assertThat(EdgePayload.of(new MapSettings(Map.of())).present()).isFalse();
        assertThat(EdgePayload.of(new MapSettings(Map.of("edgePayload", 16)))).isEqualTo(new EdgePayload(16));
        MapSettings tooLong = new MapSettings(Map.of("edgePayload", 65_537));
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
