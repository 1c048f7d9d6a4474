package muster.cli.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.cli.claims.ReadyClaims;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The ready claims, one round each, against the real servers that they name. */
@Tag("slow")
@Tag("server")
class ReproductionsIT {
    private static final long PATIENCE_S = 1_800;

    @TempDir
    private Path folder;

    /** Those that take a minute or two; the others start a dozen servers each. */
    private static final List<String> SHORT =
            List.of("arangodb-life", "falkordb-neo4j", "harness", "memgraph-benchgraph");

    static List<String> others() {
        return ReadyClaims.names().stream()
                .filter(name -> !SHORT.contains(name))
                .toList();
    }

    static List<String> shortOnes() {
        return SHORT;
    }

    @ParameterizedTest
    @MethodSource("shortOnes")
    void every_claim_is_measured_or_says_what_is_missing(String name) throws Exception {
        check(name);
    }

    @ParameterizedTest
    @MethodSource("others")
    @Tag("nightly")
    void every_claim_of_the_larger_ones_too(String name) throws Exception {
        check(name);
    }

    /** Verdicts are the machine's; that every claim has a value or a reason is ours. */
    private void check(String name) throws Exception {
        Path store = folder.resolve("s.db");
        Shell.Result result = new Shell(Shell.CHECKOUT, Map.of("MUSTER_NO_BUILD", "1"), PATIENCE_S)
                .run(
                        Shell.CHECKOUT.resolve("muster").toString(),
                        "reproduce",
                        name,
                        "--quick",
                        "--rounds",
                        "1",
                        "--store",
                        store.toString());
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
