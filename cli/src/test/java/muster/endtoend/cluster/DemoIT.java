package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo on a real Neo4j; its answer is computed again from the file, in another way. */
@Tag("nightly")
@Tag("server")
class DemoIT {
    @TempDir
    private Path folder;

    @Test
    void the_answer_follows_from_the_store_and_the_last_lines_say_where_to_look() {
        Path file = folder.resolve("demo.db");
        Shell.Result demo = Shell.muster("demo", "--store", file.toString());
        assertThat(demo.exitCode()).as(demo.err()).isIn(0, 99, 111);
        List<String> last = demo.outLines()
                .subList(demo.outLines().size() - 3, demo.outLines().size());
        Stored stored = new Stored(file, 1);
        assertThat(last.getFirst())
                .matches("no answer: .*|stou against st: feed .*, post .*; graphity against st: feed .*, post .*");
        for (String operation : List.of("feed", "post")) {
            assertThat(last.getFirst())
                    .matches(answer -> agrees(answer, 2, operation, ratio(stored, 2, operation)))
                    .matches(answer -> agrees(answer, 3, operation, ratio(stored, 3, operation)));
        }
        assertThat(last.get(1)).isEqualTo("report: " + folder.resolve("demo-run-1.html"));
        assertThat(folder.resolve("demo-run-1.html")).isNotEmptyFile();
        assertThat(last.get(2)).startsWith("query: sqlite3 -header -column " + file + " ");
        assertThat(stored.rows(last.get(2).replaceFirst("[^\"]*\"", "").replace("\"", "")))
                .hasSize(3 * 2 * 4);
    }

    /** Of a step by the first: the logarithms of the ratios, averaged over the pairs after the cold one. */
    private static double ratio(Stored stored, int step, String operation) {
        String sql = """
                select exp(avg(ln(g.mean_ns / s.mean_ns)))
                from operation_summary s join operation_summary g using (run_id, trial, phase, operation, timing)
                where run_id = 1 and s.step = 1 and g.step = %d and phase = 'measure' and timing = 'service' and trial > 1
                  and operation = '%s'""".formatted(step, operation);
        return stored.rows(sql).getFirst().getFirst() instanceof Double ratio ? ratio : Double.NaN;
    }

    /** An undecided operation names no direction. */
    private static boolean agrees(String answer, int step, String operation, double ratio) {
        String part = answer.startsWith("no answer") ? answer : answer.split("; ", -1)[step - 2];
        String figure = String.format(
                Locale.ROOT,
                "%s %.2f times %s (",
                operation,
                Math.max(ratio, 1 / ratio),
                ratio > 1 ? "slower" : "faster");
        return part.startsWith("no answer")
                || part.contains(operation + " undecided (")
                || part.contains(operation + " alike")
                || part.contains(figure);
    }
}
