package muster.experiments.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.experiments.reproduce.claims.ReadyClaims;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The ready claims, one round each, against the real servers that they name. */
@Tag("slow")
@Tag("server")
@Tag("thorough")
class ReproductionsIT {
    private static final long PATIENCE_S = 1_800;
    private static final Map<String, String> ENVIRONMENT =
            Map.of("MUSTER_NO_BUILD", "1", "MUSTER_FLIGHT_TOKEN", "of the test");

    @TempDir
    private Path folder;

    /** Some that take a minute or two; of long files a few claims. */
    private static final Map<String, List<String>> SOME = Map.of(
            "arangodb-life", List.of("tls", "hand-over-seen-by-the-client"),
            "harness", List.of(),
            "neo4j-ratpack", List.of("throughput"));

    static Set<String> some() {
        return SOME.keySet();
    }

    static List<String> names() {
        return ReadyClaims.names();
    }

    @ParameterizedTest
    @MethodSource("some")
    void claims_are_measured_or_say_what_is_missing(String name) throws Exception {
        check(name, SOME.getOrDefault(name, List.of()));
    }

    @ParameterizedTest
    @MethodSource("names")
    @Tag("nightly")
    void every_claim_of_every_file_is(String name) throws Exception {
        check(name, List.of());
    }

    /** Verdicts are the machine's; that every claim has a value or a reason is ours. */
    private void check(String name, List<String> only) throws Exception {
        Path store = folder.resolve("s.db");
        List<String> command =
                new ArrayList<>(List.of(Shell.CHECKOUT.resolve("muster").toString(), "reproduce", name));
        command.addAll(List.of("--quick", "--rounds", "1", "--store", store.toString()));
        only.forEach(claim -> command.addAll(List.of("--only", claim)));
        Shell.Result result = new Shell(Shell.CHECKOUT, ENVIRONMENT, PATIENCE_S).run(command.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(result.err()).doesNotContain(" failed: ");
        Stored stored = new Stored(store, 1);
        assertThat(
                        stored.rows(
                                "select name, verdict, note from claim_summary c where verdict <> 'not testable here'"
                                        + " and not exists (select 1 from claim_value v where v.claim_id = c.claim_id and side = 'here')"))
                .isEmpty();
        assertThat(stored.rows("select count(*) > 0 from claim_summary where verdict <> 'not testable here'"))
                .containsExactly(List.of(1L));
    }
}
