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
            "(?:fastest: )?(\\w+) completes ([0-9.]+) times \\([0-9.]+ to [0-9.]+\\) as much as (\\w+).*");

    @TempDir
    private Path folder;

    @Test
    void verdict_and_answer_come_first_and_follow_from_the_store_and_the_last_lines_say_where_to_look() {
        Path file = folder.resolve("demo.db");
        Shell.Result demo = Shell.muster("demo", "--store", file.toString());
        assertThat(demo.exitCode()).as(demo.err()).isIn(0, 111);
        assertThat(demo.err().lines()).hasSizeLessThanOrEqualTo(15).noneMatch(line -> line.contains(" 0/s"));
        assertThat(demo.outLines().getFirst()).startsWith("run 1 demo-graphity (cluster, 2 workers): ");
        String answer = demo.outLines().get(1);
        Stored stored = new Stored(file, 1);
        Matcher faster = FASTER.matcher(answer);
        if (faster.matches()) {
            double ratio = perS(stored, faster.group(1)) / perS(stored, faster.group(3));
            assertThat(Double.parseDouble(faster.group(2))).as(answer).isCloseTo(ratio, within(0.01 * ratio));
        } else {
            assertThat(answer).matches("INVALID: no arm is named the fastest: .*|undecided: .*");
        }
        assertThat(stored.rows("select answers from run_summary where run_id = 1"))
                .hasToString("[[right]]");
        List<String> last = demo.outLines()
                .subList(demo.outLines().size() - 4, demo.outLines().size());
        assertThat(last.getFirst()).isEqualTo("report: " + folder.resolve("demo-run-1.html"));
        assertThat(folder.resolve("demo-run-1.html")).isNotEmptyFile();
        assertThat(last.get(1)).startsWith("next: sqlite3 -header -column " + file + " ");
        assertThat(stored.rows(last.get(1).replaceFirst("[^\"]*\"", "").replace("\"", "")))
                .hasSize(3 * 2);
        assertThat(last.get(2)).isEqualTo("      ./muster runs " + file);
    }

    /** In an algorithm's measured windows, which are the same for each of its operations. */
    private static double perS(Stored stored, String arm) {
        String sql = """
                select sum(per_s) from (select sum(ok) * 1e9 / sum(to_ns - from_ns) as per_s from turn_summary
                where run_id = 1 and phase = 'measure' and arm = '%s' group by operation)""".formatted(arm);
        return stored.rows(sql).getFirst().getFirst() instanceof Double perS ? perS : Double.NaN;
    }
}
