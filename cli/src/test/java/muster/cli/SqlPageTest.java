package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/sql.md: each query, as it stands there, on a file that real runs have written. */
@Tag("slow")
class SqlPageTest {
    private static final Pattern QUESTION = Pattern.compile("## (\\d+\\. .*?)\\n.*?```sql\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    private static List<MatchResult> questions() throws IOException {
        String page = Files.readString(Shell.CHECKOUT.resolve("docs/sql.md"));
        return QUESTION.matcher(page).results().toList();
    }

    @Test
    void everyQueryIsAnsweredByThePlainProgramAndByMusterAlike() throws IOException {
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
    void everyQueryButTheOnesForTroubleFindsSomething() throws IOException {
        String file = RealFile.in(folder).toString();
        List<String> mayBeEmpty = List.of("2", "7", "16");
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
            return one.equals(other);
        }
    }
}
