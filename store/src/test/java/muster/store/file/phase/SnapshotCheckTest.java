package muster.store.file.phase;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.SampledOperations;
import muster.model.SampledOperations.Sample;
import muster.model.SampledOperations.StageTime;
import muster.model.Series;
import muster.model.Series.Counters;
import muster.model.SnapshotReport;
import muster.store.file.Given;
import muster.store.file.GivenReport;
import muster.store.file.histogram.InvalidSnapshotException;
import org.junit.jupiter.api.Test;

class SnapshotCheckTest {
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "measure");

    private static void verify(SnapshotReport report) {
        SnapshotCheck.verify(report);
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
        return GivenReport.of(AT, 1, 1)
                .sampled(new SampledOperations(1, samples))
                .build();
    }

    @Test
    void samples_must_be_what_the_histogram_holds() {
        Series series = Given.series("post", "service", "ok", Given.histogram(1, 2));
        Series lying = new Series(series.key(), 3, Counters.NONE, "", series.histogram());
        refused(List.of(lying), "samples 3, histogram holds 2", Given.range(0, 3));
    }

    @Test
    void the_same_series_twice_and_an_empty_name_are_refused() {
        Series series = Given.series("post", "service", "ok", Given.histogram(1));
        refused(List.of(series, series), "two series", Given.range(0, 2));
        refused(List.of(named("", series)), "an empty name", Given.range(0, 1));
    }

    @Test
    void too_much_of_anything_is_refused() {
        Series series = Given.series("post", "service", "ok", Given.histogram(1));
        refused(
                IntStream.range(0, 5_000)
                        .mapToObj(i -> Given.series("op" + i, "service", "ok", Given.histogram()))
                        .toList(),
                "5000 series, at most 4096");
        refused(List.of(named("x".repeat(300), series)), "at most 256", Given.range(0, 1));
        refused(
                List.of(new Series(series.key(), 1, Counters.NONE, "", new byte[5_000_000])),
                "a size that no histogram has",
                Given.range(0, 1));
    }

    private static Series named(String operation, Series series) {
        Series.Key key = new Series.Key(operation, "service", "ok");
        return new Series(key, 1, Counters.NONE, "", series.histogram());
    }

    private static void refused(List<Series> series, String message, IndexRange... covered) {
        assertThatThrownBy(() -> verify(Given.report(AT, 1, 1, Given.START, series, covered)))
                .isInstanceOf(InvalidSnapshotException.class)
                .hasMessageContaining(message);
    }
}
