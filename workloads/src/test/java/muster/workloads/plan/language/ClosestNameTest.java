package muster.workloads.plan.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClosestNameTest {
    private static final List<String> KNOWN =
            List.of("duration", "clients", "rate", "ramp", "think", "pacing", "drain", "with", "warmup");

    @ParameterizedTest
    @CsvSource({
        "duratoin, duration",
        "client, clients",
        "Clients, clients",
        "cilents, clients",
        "wiht, with",
        "ratte, rate",
        "warm, warmup",
        "thinks, think"
    })
    void a_swap_a_letter_more_or_fewer_and_the_beginning_of_a_name_are_near(String wrong, String meant) {
        assertThat(ClosestName.of(wrong, KNOWN)).contains(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"colour", "users", "x", "", "the-quick-brown-fox"})
    void other_words_are_not(String wrong) {
        assertThat(ClosestName.of(wrong, KNOWN)).isEmpty();
    }

    @Test
    void where_none_is_near_all_are_named() {
        assertThat(ClosestName.hint("colour", List.of("rate", "ramp"), "there are"))
                .isEqualTo("there are rate, ramp");
        assertThat(ClosestName.hint("rtae", List.of("rate", "ramp"), "there are"))
                .isEqualTo("did you mean rate?");
    }
}
