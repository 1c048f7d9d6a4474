package muster.store.file.phase;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import muster.model.AnswerReport;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.SampledOperations;
import muster.model.SampledOperations.Sample;
import muster.model.SampledOperations.StageTime;
import muster.model.SnapshotReport;
import muster.model.SnapshotReport.Series;
import muster.store.file.Given;
import muster.store.file.histogram.InvalidSnapshotException;
import org.junit.jupiter.api.Test;

class SnapshotCheckTest {
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "measure");

    private static void verify(SnapshotReport report) {
        SnapshotCheck.verify(report, Given.START);
    }

    @Test
    void a_sound_report_passes() {
        verify(Given.report(
                AT,
                1,
                1,
                Given.START,
                Given.all(
                        Given.both("post", "ok", Given.histogram(1, 2)),
                        Given.both("post", "timeout", Given.histogram(3)),
                        Given.both("transaction", "ok", Given.histogram(9)),
                        List.of(Given.series("transaction", "commit", "ok", Given.histogram(9)))),
                new IndexRange(0, 2, 2),
                Given.range(1, 1)));
        verify(Given.report(AT, 1, 2, Given.START, List.of()));
    }

    @Test
    void more_single_operations_than_a_worker_sends_are_refused_and_so_are_those_without_a_name() {
        Sample sample = new Sample("post", 1, "ok", 1, 1, 1, List.of(new StageTime("send", 1)));
        verify(singly(Collections.nCopies(1_000, sample)));
        refusedSingly(Collections.nCopies(1_001, sample), "1001 single operations, at most 1000");
        Sample nameless = new Sample("post", 1, "ok", 1, 1, 1, List.of(new StageTime("", 1)));
        refusedSingly(List.of(nameless), "an empty name");
    }

    private static void refusedSingly(List<Sample> samples, String why) {
        assertThatThrownBy(() -> verify(singly(samples)))
                .isInstanceOf(InvalidSnapshotException.class)
                .hasMessageContaining(why);
    }

    private static SnapshotReport singly(List<Sample> samples) {
        return new SnapshotReport(
                AT,
                "w1",
                1,
                1,
                1,
                Given.START,
                Given.START + 1,
                0,
                true,
                List.of(),
                List.of(),
                0,
                List.of(),
                Map.of(),
                0,
                AnswerReport.NONE,
                new SampledOperations(1, samples));
    }

    @Test
    void a_report_from_the_future_is_refused() {
        long nowNs = Given.START;
        verify(Given.report(AT, 1, 1, nowNs, List.of()));
        for (long startNs : new long[] {nowNs + 2 * 3_600_000_000_000L, Long.MAX_VALUE / 2}) {
            assertThatThrownBy(() -> verify(Given.report(AT, 1, 1, startNs, List.of())))
                    .isInstanceOf(InvalidSnapshotException.class)
                    .hasMessageContaining("in the future");
        }
    }

    @Test
    void samples_must_be_what_the_histogram_holds() {
        Series series = Given.series("post", "service", "ok", Given.histogram(1, 2));
        Series lying = new Series("post", "service", "ok", 3, 0, 0, 0, 0, 0, "", series.histogram());
        refused(List.of(lying), "samples 3, histogram holds 2", Given.range(0, 3));
    }

    @Test
    void service_and_response_samples_must_equal_covered_indexes() {
        List<Series> both = Given.both("post", "ok", Given.histogram(1, 2));
        refused(both, "2 service samples, but 3 covered indexes", Given.range(0, 3));
        refused(both.subList(0, 1), "0 response samples, but 2 covered indexes", Given.range(0, 2));
        refused(List.of(), "0 service samples, but 1 covered indexes", Given.range(0, 1));
    }

    @Test
    void what_is_covered_twice_is_refused() {
        List<Series> three = Given.both("post", "ok", Given.histogram(1, 2, 3));
        refused(three, "overlap", Given.range(0, 2), Given.range(1, 1));
        refused(three, "overlap", new IndexRange(0, 2, 4), new IndexRange(4, 1, 1));
    }

    @Test
    void ranges_that_are_none_are_refused() {
        for (IndexRange range : List.of(
                new IndexRange(-1, 1, 1),
                new IndexRange(0, 0, 1),
                new IndexRange(0, 1, 0),
                new IndexRange(0, Long.MAX_VALUE, 1),
                new IndexRange(Long.MAX_VALUE, 2, 1),
                new IndexRange(0, 3, Long.MAX_VALUE / 2))) {
            refused(List.of(), "is no range", range);
        }
    }

    @Test
    void the_same_series_twice_a_negative_counter_and_an_empty_name_are_refused() {
        Series series = Given.series("post", "service", "ok", Given.histogram(1));
        refused(List.of(series, series), "two series", Given.range(0, 2));
        refused(
                List.of(new Series("post", "service", "ok", 1, -1, 0, 0, 0, 0, "", series.histogram())),
                "negative counter",
                Given.range(0, 1));
        refused(
                List.of(new Series("", "service", "ok", 1, 0, 0, 0, 0, 0, "", series.histogram())),
                "an empty name",
                Given.range(0, 1));
    }

    @Test
    void too_much_of_anything_is_refused() {
        Series series = Given.series("post", "service", "ok", Given.histogram(1));
        refused(
                IntStream.range(0, 5_000)
                        .mapToObj(i -> Given.series("op" + i, "service", "ok", Given.histogram()))
                        .toList(),
                "5000 series, at most 4096");
        refused(
                List.of(new Series("x".repeat(300), "service", "ok", 1, 0, 0, 0, 0, 0, "", series.histogram())),
                "at most 256",
                Given.range(0, 1));
        refused(
                List.of(new Series("post", "service", "ok", 1, 0, 0, 0, 0, 0, "", new byte[5_000_000])),
                "a size that no histogram has",
                Given.range(0, 1));
    }

    @Test
    void a_sequence_from_zero_and_a_reversed_time_are_refused() {
        assertThatThrownBy(() -> verify(Given.report(AT, 1, 0, Given.START, List.of())))
                .isInstanceOf(InvalidSnapshotException.class);
        assertThatThrownBy(() -> verify(new SnapshotReport(
                        AT, "w", 1, 1, 1, 5, 4, 0, true, List.of(), List.of(), 0, List.of(), Map.of(), 0)))
                .hasMessageContaining("ends before it starts");
    }

    private static void refused(List<Series> series, String message, IndexRange... covered) {
        assertThatThrownBy(() -> verify(Given.report(AT, 1, 1, Given.START, series, covered)))
                .isInstanceOf(InvalidSnapshotException.class)
                .hasMessageContaining(message);
    }
}
