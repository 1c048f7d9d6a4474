package muster.experiments.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What was measured before a command was interrupted, or is not possible any more, stays. */
@Tag("slow")
class InterruptedIT extends KnownClaims {
    @Tag("thorough")
    @Test
    void an_interrupted_one_goes_on_where_it_was() throws Exception {
        Path needed = Files.createFile(folder.resolve("needed"));
        Files.writeString(
                folder.resolve("known.yaml"),
                CLAIMS.replace("short: &one\n", "short:\n    needs: {files: [" + needed + "]}\n"));
        String[] command = {"reproduce", "known.yaml", "--store", "s.db", "--only", "true", "--rounds", "2"};
        Background.One first = background.start(command).awaitLine("round 2 of 2");
        assertThat(first.signal("INT").result().exitCode()).as(first.said()).isEqualTo(105);
        assertThat(first.said()).contains("the same command goes on with it");
        List<List<Object>> before =
                stored().rows("select experiment, run_id from claim_run where round = 1 order by experiment");
        assertThat(before).hasSize(2);
        Files.delete(needed);
        Shell.Result without = background.start(command).result();
        assertThat(without.err()).contains("true: no more rounds here: needs file ");
        // The one round that was measured counts unless a busy machine spoiled it.
        assertThat(stored().rows("select verdict, rounds <= 1 from claim_summary"))
                .as(without.out())
                .containsExactly(List.of("not decided", 1L));
        Files.createFile(needed);
        Shell.Result second = background.start(command).result();
        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        Stored stored = stored();
        assertThat(stored.rows("select experiment, count(distinct round) from claim_run group by experiment"))
                .containsExactly(List.of("long", 2L), List.of("short", 2L));
        assertThat(stored.rows("select experiment, min(run_id) from claim_run where round = 1 group by experiment"))
                .isEqualTo(before);
    }
}
