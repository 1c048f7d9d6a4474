package muster.experiments.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Claims about operations of known length, a page of a real web server, and what nobody has. */
@Tag("slow")
class ReproduceIT extends KnownClaims {
    /** A machine that is too busy leaves claims undecided; it must never turn them round. */
    @Tag("thorough")
    @Test
    void known_claims_get_their_verdicts_and_what_was_measured_is_not_measured_again() throws Exception {
        Shell.Result result = reproduce(CLAIMS, "--docs", "pages");
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(result.err()).contains("ssd: not testable here: a second disk", "round 1 of 3: page");
        assertThat(result.out()).containsPattern("ssd +- +- +not testable here  a second disk");
        Stored stored = stored();
        assertThat(stored.rows("select verdict in ('reproduced', 'not decided') from claim where name = 'true'"))
                .containsExactly(List.of(1L));
        assertThat(stored.rows("select verdict in ('differs', 'not decided') from claim where name = 'false'"))
                .containsExactly(List.of(1L));
        assertThat(stored.rows("select verdict in ('reproduced', 'not decided') from claim where name = 'answered'"))
                .containsExactly(List.of(1L));
        assertThat(stored.rows("select verdict, note like 'page: too few operations%' from claim where name = 'rare'"))
                .containsExactly(List.of("not decided", 1L));
        assertThat(stored.rows("select experiment, count(*) from claim_run group by experiment"))
                .containsExactly(
                        List.of("again", 3L),
                        List.of("long", 3L),
                        List.of("page", 3L),
                        List.of("short", 3L),
                        List.of("slowest", 1L));
        assertThat(result.err().split("Starting ", -1)).as("one server a round").hasSize(1 + 3);
        assertThat(folder.resolve("s.html")).content().contains("<svg", "Four times", "not testable here");
        assertThat(folder.resolve("pages/known.md"))
                .content()
                .contains(
                        "`./muster reproduce known --docs DIR` from `s.db`",
                        "It is made up.",
                        "![By delay](known-both.svg)",
                        "| slowest | 1 |",
                        "| Four times | short 500");
        assertThat(folder.resolve("pages/known-both.svg")).content().contains("<svg", "all: /s", "ms (logarithmic)");
        Shell.Result more = reproduce(CLAIMS, "--rounds", "4", "--only", "answered", "--docs", "pages");
        assertThat(more.exitCode()).as(more.out() + more.err()).isZero();
        assertThat(folder.resolve("pages/known.md"))
                .content()
                .contains(
                        "`./muster reproduce known --docs DIR` from",
                        "Before it: `./muster reproduce known --rounds 4 --only answered`.");
        Shell.Result again = reproduce(CLAIMS.replace("Four times", "Times four"), "--only", "ssd");
        assertThat(again.exitCode()).as(again.out() + again.err()).isZero();
        assertThat(again.err()).doesNotContain("round 1");
    }
}
