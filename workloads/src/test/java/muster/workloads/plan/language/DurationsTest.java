package muster.workloads.plan.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "20s,20000000000",
        "250ms,250000000",
        "1m,60000000000",
        "1h,3600000000000",
        "10us,10000",
        "7ns,7",
        "1.5s,1500000000",
        "0s,0",
        "'2 s',2000000000"
    })
    void reads_a_number_and_a_unit(String text, long ns) {
        assertThat(Durations.parse(text)).isEqualTo(Duration.ofNanos(ns));
    }

    @ParameterizedTest
    @ValueSource(strings = {"20", "s", "-1s", "1.5ns", "1 day", "1m30s", "", "999999999999999999h", "1e3s"})
    void refuses_what_is_none(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(PlanException.class)
                .hasMessage("\"" + text + "\" is not a duration, such as 20s or 250ms");
    }

    @ParameterizedTest
    @CsvSource({"60000000000,1m", "90000000000,90s", "1500000000,1500ms", "1,1ns", "0,0s", "3600000000000,1h"})
    void writes_the_largest_unit_that_is_exact(long ns, String text) {
        assertThat(Durations.format(ns)).isEqualTo(text);
    }

    @Test
    void reads_what_it_wrote() {
        long seed = 20261121;
        Random random = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            long ns = random.nextLong() >>> (1 + random.nextInt(60));
            assertThat(Durations.parse(Durations.format(ns)).toNanos())
                    .as("seed %s, draw %s", seed, i)
                    .isEqualTo(ns);
        }
    }
}
