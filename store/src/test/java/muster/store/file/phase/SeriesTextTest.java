package muster.store.file.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.store.file.row.SnapshotReport.Series;
import org.junit.jupiter.api.Test;

class SeriesTextTest {
    @Test
    void it_is_json_with_the_place_of_each_histogram() {
        List<Series> two = List.of(
                new Series("feed", "service", "ok", 5, 1, 2, 3, 4, 6, "", new byte[7]),
                new Series("feed", "service", "timeout", 1, 0, 0, 0, 0, 0, "late", new byte[9]));
        assertThat(SeriesText.write(two))
                .isEqualTo("[[\"feed\",\"service\",\"ok\",5,1,2,3,4,6,1,7],"
                        + "[\"feed\",\"service\",\"timeout\",1,0,0,0,0,0,8,9]]");
        assertThat(SeriesText.histograms(two)).hasSize(16);
    }

    @Test
    void names_that_need_it_are_escaped() {
        List<Series> one = List.of(new Series("a\"b\\c", "x\ny", "\u00e4", 0, 0, 0, 0, 0, 0, "", new byte[1]));
        assertThat(SeriesText.write(one)).startsWith("[[\"a\\\"b\\\\c\",\"x\\ny\",\"");
        assertThat(SeriesText.write(List.of())).isEqualTo("[]");
    }
}
