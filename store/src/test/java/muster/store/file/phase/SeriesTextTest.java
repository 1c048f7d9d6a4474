package muster.store.file.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.model.Series;
import muster.model.Series.Counters;
import org.junit.jupiter.api.Test;

class SeriesTextTest {
    @Test
    void it_is_json_by_timing_with_the_place_of_each_histogram() {
        List<Series> three = List.of(
                new Series(new Series.Key("feed", "service", "ok"), 5, new Counters(1, 2, 3, 4, 6), "", new byte[7]),
                new Series(new Series.Key("feed", "response", "ok"), 5, Counters.NONE, "", new byte[2]),
                new Series(new Series.Key("feed", "service", "timeout"), 1, Counters.NONE, "late", new byte[9]));
        assertThat(SeriesText.write(three))
                .isEqualTo("{\"service\":[[\"feed\",\"ok\",5,1,2,3,4,6,1,7],[\"feed\",\"timeout\",1,0,0,0,0,0,10,9]],"
                        + "\"response\":[[\"feed\",\"ok\",5,0,0,0,0,0,8,2]]}");
        assertThat(SeriesText.histograms(three)).hasSize(18);
    }

    @Test
    void names_that_need_it_are_escaped() {
        List<Series> one =
                List.of(new Series(new Series.Key("a\"b\\c", "x\ny", "\u00e4"), 0, Counters.NONE, "", new byte[1]));
        assertThat(SeriesText.write(one)).startsWith("{\"x\\ny\":[[\"a\\\"b\\\\c\",\"");
        assertThat(SeriesText.write(List.of())).isEqualTo("{}");
    }
}
