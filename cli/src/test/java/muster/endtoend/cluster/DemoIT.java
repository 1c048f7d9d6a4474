package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo on a real Neo4j; its answer is computed again from the file, in another way. */
@Tag("nightly")
@Tag("server")
class DemoIT {
    private static final Pattern FASTER = Pattern.compile(
            "(?:fastest: )?(\\w+) answers ([0-9.]+) times \\([0-9.]+ to [0-9.]+\\) as fast as (\\w+).*");

    @TempDir
    private Path folder;

    @Test
    void the_answer_follows_from_the_store_and_the_last_lines_say_where_to_look() {
        Path file = folder.resolve("demo.db");
        Shell.Result demo = Shell.muster("demo", "--store", file.toString());
        assertThat(demo.exitCode()).as(demo.err()).isIn(0, 111);
        List<String> last = demo.outLines()
                .subList(demo.outLines().size() - 3, demo.outLines().size());
        Stored stored = new Stored(file, 1);
        Matcher faster = FASTER.matcher(last.getFirst());
        if (faster.matches()) {
            double ratio = meanNs(stored, faster.group(3)) / meanNs(stored, faster.group(1));
            assertThat(Double.parseDouble(faster.group(2))).as(last.getFirst()).isCloseTo(ratio, within(0.01 * ratio));
        } else {
            assertThat(last.getFirst()).matches("no arm is named the fastest, as the run is INVALID: .*|undecided: .*");
        }
        assertThat(stored.rows("select answers from run_summary where run_id = 1"))
                .hasToString("[[right]]");
        assertThat(last.get(1)).isEqualTo("report: " + folder.resolve("demo-run-1.html"));
        assertThat(folder.resolve("demo-run-1.html")).isNotEmptyFile();
        assertThat(last.get(2)).startsWith("query: sqlite3 -header -column " + file + " ");
        assertThat(stored.rows(last.get(2).replaceFirst("[^\"]*\"", "").replace("\"", "")))
                .hasSize(3 * 2);
    }

    /** Of the responses in an algorithm's measured windows. */
    private static double meanNs(Stored stored, String arm) {
        String sql =
                "select sum(ok * mean_ns) / sum(ok) from turn_summary where run_id = 1 and phase = 'measure' and arm = '%s'"
                        .formatted(arm);
        return stored.rows(sql).getFirst().getFirst() instanceof Double mean ? mean : Double.NaN;
    }
}
