package muster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeaseSizesTest {
    @Test
    void leases_last_longer_where_there_would_be_more_than_a_thousand_a_second() {
        assertThat(IntStream.of(1, 250, 500, 1_000, 2_000, 100_000).mapToDouble(LeaseSizes::seconds))
                .containsExactly(0.25, 0.25, 0.5, 1.0, 2.0, 2.0);
    }
}
