package muster.experiments.reproduce.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import muster.store.table.Row;
import org.junit.jupiter.api.Test;

class ClaimsReportTest {
    private static List<ReportedClaim> claims(String... verdicts) {
        return Stream.of(verdicts)
                .map(verdict -> new ReportedClaim(new Row(Map.of("verdict", verdict)), List.of(), List.of()))
                .toList();
    }

    @Test
    void verdicts_are_counted_from_reproduced_to_not_testable() {
        assertThat(ClaimsReport.counts(
                        claims("not testable here", "not decided", "differs", "reproduced", "not decided")))
                .isEqualTo("1 reproduced, 1 differs, 2 not decided, 1 not testable here");
        assertThat(ClaimsReport.counts(claims("differs", "differs"))).isEqualTo("2 differ");
    }
}
