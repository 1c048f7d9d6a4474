package muster.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import muster.store.table.Row;
import muster.store.table.Table;
import org.junit.jupiter.api.Test;

class InvalidAdviceTest {
    private static final String IDLE =
            "on an idle machine, with a server that leaves cores to the clients (./muster server start --cpus)";

    /** Of rows such as "validity|canary|1 ms". */
    private static String of(String... rows) {
        return InvalidAdvice.of(Row.of(new Table(
                List.of("kind", "name", "observed"),
                Arrays.stream(rows)
                        .map(row -> Arrays.<Object>asList((Object[]) row.split("\\|")))
                        .toList())));
    }

    @Test
    void a_machine_that_was_busy_is_to_be_idle() {
        assertThat(of("validity|canary|2 ms")).isEqualTo("repeat it " + IDLE);
        assertThat(of("validity|Little's law of writers|0.8")).isEqualTo("repeat it " + IDLE);
    }

    @Test
    void a_coordinator_that_was_restarted_is_the_cause_and_an_idle_machine_no_cure_of_it() {
        String restarted = "repeat it, as the coordinator was restarted meanwhile: its log says why it ended";
        assertThat(of("warning|coordinator|restarted; 2 of 2 workers resumed", "validity|lease wait|0.3"))
                .isEqualTo(restarted);
        assertThat(of("validity|books|not judged")).isEqualTo(restarted);
        assertThat(of("warning|coordinator|restarted", "validity|missed arrivals of writers|7"))
                .isEqualTo(restarted);
        assertThat(of("warning|coordinator|restarted", "validity|canary|2 ms")).isEqualTo(restarted + "; and " + IDLE);
    }

    @Test
    void a_lost_worker_a_short_phase_and_books_that_differ_have_cures_of_their_own() {
        assertThat(of("validity|lost worker|silent"))
                .isEqualTo("repeat it with workers that stay: the log of the one that was lost says why it ended");
        assertThat(of("validity|clients without a completion|2"))
                .isEqualTo("measure for longer than one operation takes");
        assertThat(of("validity|books|planned 7"))
                .isEqualTo("its books do not agree, which is a fault of Muster: report it with the file");
    }
}
