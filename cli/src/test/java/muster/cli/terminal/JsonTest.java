package muster.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void maps_keep_their_order_and_nest_as_they_are() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("b", List.of(1, 2L, 2.5));
        map.put("a", Map.of("flag", true));
        assertThat(Json.text(map)).isEqualTo("{\"b\": [1, 2, 2.5], \"a\": {\"flag\": true}}");
    }

    @Test
    void what_json_has_no_number_for_is_null() {
        assertThat(Json.text(Arrays.asList(null, Double.NaN, Double.POSITIVE_INFINITY)))
                .isEqualTo("[null, null, null]");
    }

    @Test
    void quotes_control_characters_and_other_scripts_survive() {
        assertThat(Json.text("\"\\\n\u0001é\uD83D\uDE00")).isEqualTo("\"\\\"\\\\\\n\\u0001é\uD83D\uDE00\"");
    }
}
