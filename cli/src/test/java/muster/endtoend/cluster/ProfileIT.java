package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers of both languages offer a rate that changes: every operation is recorded singly, so that its start is known. */
@Tag("slow")
@Tag("thorough")
class ProfileIT {
    private static final String SECONDS = "with sample as (select since_start_ns as started,"
            + " since_start_ns + service_ns - response_ns as intended from operation_sample) ";

    @TempDir
    private Path folder;

    private Background background;
    private Path file;

    @BeforeEach
    void prepare() {
        background = new Background(folder);
        file = folder.resolve("s.db");
    }

    @AfterEach
    void end() {
        background.close();
    }

    /** Arrivals up to a second of 100/s, within 3 s up to 1,000/s, 2 s of it, and within 2 s down to 100/s. */
    private static double due(double second) {
        double up = Math.min(second, 3);
        double hold = Math.clamp(second - 3, 0, 2);
        double down = Math.clamp(second - 5, 0, 2);
        return 100 * up + 150 * up * up + 1000 * hold + 1000 * down - 225 * down * down;
    }

    @Test
    void each_second_of_stages_has_the_operations_of_the_profile() throws IOException {
        Path plan = Files.writeString(folder.resolve("p.yaml"), """
                name: p
                target: {kind: noop}
                workload: {kind: noop}
                phases:
                  - kind: measure
                    maxInFlight: 12
                    rate: {from: 100/s, stages: [{to: 1000/s, in: 3s}, {hold: 2s}, {to: 100/s, in: 2s}]}
                """);
        // Three, since a worker keeps at most 500 single operations a second.
        Shell.Result result = background
                .start(
                        "run",
                        plan.toString(),
                        "--store",
                        file.toString(),
                        "--workers",
                        "2",
                        "--python-workers",
                        "1",
                        "--samples",
                        "1/1")
                .result();
        // A crowded machine may make the figures doubtful (111), which is not what is tested here.
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
        Stored stored = new Stored(file, 1);
        assertThat(stored.coverage().isWhole(Math.round(due(7))))
                .as(stored.coverage() + "")
                .isTrue();
        assertThat(stored.rows("select observed, passed from check_summary where name = 'missed arrivals'"))
                .hasToString("[[0, 1]]");
        double lateS = number(stored, "select max(started - intended) / 1e9 from sample");
        for (int second = 0; second < 7; second++) {
            double planned = due(second + 1) - due(second);
            assertThat(in(stored, "intended", second)).isBetween(planned * 0.98 - 1, planned * 1.02 + 1);
            assertThat(in(stored, "started", second))
                    .isBetween(
                            (due(second + 1 - lateS) - due(second)) * 0.98 - 1,
                            (due(second + 1) - due(Math.max(0, second - lateS))) * 1.02 + 1);
        }
    }

    private static double in(Stored stored, String time, int second) {
        return number(
                stored,
                "select count(*) from sample where %s >= %d * 1000000000 and %s < %d * 1000000000"
                        .formatted(time, second, time, second + 1));
    }

    private static double number(Stored stored, String query) {
        List<List<Object>> rows = stored.rows(SECONDS + query);
        return ((Number) rows.getFirst().getFirst()).doubleValue();
    }
}
