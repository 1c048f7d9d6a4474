package muster.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import muster.endtoend.Cli;
import muster.endtoend.RealFile;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/sql.md: each query, as it stands there, on a file that real runs have written. */
@Tag("slow")
class SqlPageTest {
    private static final Pattern QUESTION = Pattern.compile("## (\\d+\\. .*?)\\n.*?```sql\\n(.*?)```", Pattern.DOTALL);

    private static final Pattern STATEMENT = Pattern.compile("```(sql|hdr|python)\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern PER_OPERATION = Pattern.compile(
            "(from|join) (interval_summary|operation_summary|outcome_summary|jmeter_summary|snapshot|outcome_total|interval|bucket)\\b");
    private static final Pattern SUMS = Pattern.compile("\\b(sum|hdr_merge|hdr_count|count)\\(");

    @TempDir
    private Path folder;

    private static List<MatchResult> questions() throws IOException {
        String page = Files.readString(Shell.CHECKOUT.resolve("docs/sql.md"));
        return QUESTION.matcher(page).results().toList();
    }

    @Tag("thorough")
    @Test
    void every_query_is_answered_by_the_plain_program_and_by_muster_alike() throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/sqlite3")), "the program sqlite3 is not installed");
        String file = RealFile.in(folder).toString();
        assertThat(questions()).hasSizeGreaterThanOrEqualTo(12);
        for (MatchResult question : questions()) {
            Shell.Result plain =
                    Shell.in(folder).run("sqlite3", "-readonly", "-csv", "-header", file, question.group(2));
            Shell.Result muster = Cli.run("sql", file, "--csv", question.group(2));
            assertThat(plain.err()).as(question.group(1)).isEmpty();
            assertThat(muster.err()).as(question.group(1)).isEmpty();
            assertThat(cells(muster.out()))
                    .as(question.group(1))
                    .usingRecursiveComparison()
                    .withEqualsForType(SqlPageTest::areAlike, String.class)
                    .isEqualTo(cells(plain.out()));
        }
    }

    @Test
    void every_query_but_the_ones_for_trouble_finds_something() throws IOException {
        String file = RealFile.in(folder).toString();
        List<String> mayBeEmpty = List.of("2", "7", "13", "15");
        for (MatchResult question : questions()) {
            String number = question.group(1).replaceFirst("\\..*", "");
            if (!mayBeEmpty.contains(number)) {
                assertThat(Cli.run("sql", file, "--csv", question.group(2))
                                .out()
                                .lines())
                        .as(question.group(1))
                        .hasSizeGreaterThan(1);
            }
        }
    }

    /** The file's transactions hold two actions each: a sum that takes them in is half as large again. */
    @Test
    void no_query_counts_a_transaction_in_addition_to_its_actions() throws IOException {
        String file = RealFile.in(folder).toString();
        assertThat(number(file, "select count(*) from operation_summary where operation = 'transaction'"))
                .isPositive();
        String step = " from step_summary where run_id = 1 and phase = 'measure' and step = 1 and trial = 1";
        assertThat(number(file, "select sum(operations) from (" + query("6") + ")"))
                .isEqualTo(number(file, "select operations" + step));
        // Query 7, asked for every second instead of the slow ones.
        String seconds = query("7").replaceAll("(?s)WHERE per_s < .*ORDER BY", "WHERE step = 1 AND trial = 1 ORDER BY");
        assertThat(number(file, "select max(per_s) from (" + seconds + ")"))
                .isLessThan(1.3 * number(file, "select throughput_per_s" + step));
        assertThat(number(file, "select sum(operations) from (" + query("12") + ")"))
                .isEqualTo(number(file, "select operations" + step));
    }

    /** Wherever a page sums, merges or counts what has a row for each operation, it must say which. */
    @Test
    void every_documented_query_that_sums_over_operations_leaves_transactions_out() throws IOException {
        for (String page : List.of("docs/sql.md", "store/README.md", "docs/python.md", "README.md")) {
            String text = Files.readString(Shell.CHECKOUT.resolve(page));
            for (MatchResult block : STATEMENT.matcher(text).results().toList()) {
                String sql = block.group(2).toLowerCase(Locale.ROOT);
                boolean perOperation = PER_OPERATION.matcher(sql).find();
                boolean sums = SUMS.matcher(sql).find();
                boolean byOperation = sql.contains("group by operation") || sql.contains("operation = '");
                assertThat(!perOperation || !sums || byOperation || sql.contains("operation <> 'transaction'"))
                        .as(page + ": " + sql)
                        .isTrue();
            }
        }
    }

    private static String query(String number) throws IOException {
        return questions().stream()
                .filter(question -> question.group(1).startsWith(number + "."))
                .map(question -> question.group(2).strip().replaceAll(";$", ""))
                .findFirst()
                .orElseThrow();
    }

    private static double number(String file, String sql) {
        return Double.parseDouble(Cli.run("sql", file, "--csv", sql)
                .out()
                .lines()
                .skip(1)
                .findFirst()
                .orElseThrow());
    }

    /** The program writes no header for an empty answer. */
    private static List<List<String>> cells(String csv) {
        return csv.lines()
                .skip(1)
                .map(line -> List.of(line.replace("\"", "").split(",", -1)))
                .toList();
    }

    /**
     * The program writes reals with 15 digits; and of a number that lies between two rounded ones, such as 11224.175, one
     * release of SQLite makes 11224.17 and another 11224.18.
     */
    private static boolean areAlike(String one, String other) {
        try {
            BigDecimal a = new BigDecimal(one);
            BigDecimal b = new BigDecimal(other);
            int decimals = Math.clamp(Math.max(a.scale(), b.scale()), 1, 6);
            return a.subtract(b).abs().compareTo(BigDecimal.ONE.movePointLeft(decimals)) <= 0;
        } catch (NumberFormatException word) {
            // What a spreadsheet would take for a formula is marked as a text by Muster, not by the plain program.
            return one.equals(other) || one.equals("'" + other);
        }
    }
}
