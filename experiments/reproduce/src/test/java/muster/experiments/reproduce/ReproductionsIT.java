package muster.experiments.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.experiments.reproduce.claims.ReadyClaims;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The ready claims, one round each, against the real servers that they name. */
@Tag("slow")
@Tag("server")
class ReproductionsIT {
    private static final long PATIENCE_S = 1_800;
    private static final Map<String, String> ENVIRONMENT =
            Map.of("MUSTER_NO_BUILD", "1", "MUSTER_FLIGHT_TOKEN", "of the test");

    @TempDir
    private Path folder;

    static List<String> names() {
        return ReadyClaims.names();
    }

    @Test
    @Tag("thorough")
    void claims_about_the_harness_are_measured_or_say_what_is_missing() throws Exception {
        check("harness");
    }

    @ParameterizedTest
    @MethodSource("names")
    @Tag("nightly")
    void every_claim_of_every_file_is(String name) throws Exception {
        check(name);
    }

    /** Verdicts are the machine's; that every claim has a value or a reason is ours. */
    private void check(String name) throws Exception {
        Path store = folder.resolve("s.db");
        String muster = Shell.CHECKOUT.resolve("muster").toString();
        Shell.Result result = new Shell(Shell.CHECKOUT, ENVIRONMENT, PATIENCE_S)
                .run(muster, "reproduce", name, "--quick", "--rounds", "1", "--store", store.toString());
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
