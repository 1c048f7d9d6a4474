package muster.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonReaderTest {
    @Test
    void numbers_are_whole_or_doubles_as_they_are_written() {
        assertThat(JsonReader.read(" {\"a\": [1, 1.0, -2e3, true, null], \"b\": {}} "))
                .isEqualTo(Map.of("a", Arrays.asList(1L, 1.0, -2000.0, true, null), "b", Map.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | character 1: expected a value",
                "{\"a\": 1 | character 8: Unexpected end-of-input",
                "{\"a\": 1, \"a\": 2} | character 13: Duplicate field 'a'",
                "[1] 2 | expected nothing more",
                "[9223372036854775808] | expected 64 bits",
                "[01] | character 3: Invalid numeric value",
                "nul | character 1: Unrecognized token 'nul'",
            })
    void what_is_no_json_is_refused_with_its_place(String text, String message) {
        assertThatThrownBy(() -> JsonReader.read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void depth_is_bounded() {
        assertThat(JsonReader.read("[".repeat(32) + "]".repeat(32))).isInstanceOf(List.class);
        assertThatThrownBy(() -> JsonReader.read("[".repeat(33) + "]".repeat(33)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("depth");
    }
}
