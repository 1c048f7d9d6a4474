package muster.text;

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
        assertThat(Json.write(map)).isEqualTo("{\"b\": [1, 2, 2.5], \"a\": {\"flag\": true}}");
        assertThat(Json.compact(map)).isEqualTo("{\"b\":[1,2,2.5],\"a\":{\"flag\":true}}");
        assertThat(Json.write(List.of(List.of(), Map.of()))).isEqualTo("[[], {}]");
    }

    @Test
    void an_object_may_have_a_key_twice() {
        assertThat(Json.object(List.of("x", "x"), Arrays.asList(null, new byte[] {0, (byte) 0xff})))
                .isEqualTo("{\"x\": null, \"x\": \"00ff\"}");
    }

    @Test
    void what_json_has_no_number_for_is_null() {
        assertThat(Json.write(Arrays.asList(null, Double.NaN, Double.POSITIVE_INFINITY)))
                .isEqualTo("[null, null, null]");
    }

    @Test
    void a_double_has_a_point_and_no_exponent_and_a_whole_number_has_neither() {
        assertThat(Json.write(List.of(1e9, 2.5e-7, 3.0, -0.0, Long.MAX_VALUE)))
                .isEqualTo("[1000000000.0, 0.00000025, 3.0, -0.0, 9223372036854775807]");
    }

    @Test
    void quotes_are_escaped_and_letters_and_signs_of_other_scripts_are_not() {
        assertThat(Json.write("\"\\\n\té€世")).isEqualTo("\"\\\"\\\\\\n\\té€世\"");
    }

    @Test
    void what_a_terminal_would_obey_or_a_reader_be_fooled_by_is_escaped() {
        assertThat(Json.write("\u001b\u007f\u009b\u202e\u2028\uffff\ud800"))
                .isEqualTo("\"\\u001b\\u007f\\u009b\\u202e\\u2028\\uffff\\ud800\"");
        assertThat(Json.write(Map.of("\u202e", 1))).isEqualTo("{\"\\u202e\": 1}");
    }

    @Test
    void all_of_it_reads_back() {
        StringBuilder text = new StringBuilder();
        for (int unit = 0; unit <= Character.MAX_VALUE; unit++) {
            text.append((char) unit);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("text", text.append("🙂").toString());
        map.put("numbers", List.of(Double.MIN_VALUE, Double.MAX_VALUE, 0.1, Long.MIN_VALUE));
        assertThat(JsonReader.read(Json.write(map))).isEqualTo(map);
        assertThat(JsonReader.read(Json.compact(map))).isEqualTo(map);
    }
}
