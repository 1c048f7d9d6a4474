package muster.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryTest {
    private static final String JUNIT = """
            <testsuite name="a" tests="4" failures="1">
              <properties><property name="x" value="&lt;skipped"/></properties>
              <testcase name="works" classname="muster.A" time="0.1"/>
              <testcase name="isLeftOut" classname="muster.A">
                <skipped message="no &quot;uv&quot; here"/>
              </testcase>
              <testcase name="breaks" classname="muster.A">
                <failure message="&#10;expected 1 &amp; not 2" type="AssertionError"><![CDATA[at x <init>]]></failure>
              </testcase>
              <testcase name="throws" classname="muster.A"><error type="java.io.IOException">trace</error></testcase>
            </testsuite>
            """;
    private static final String CONTRACT = """
            <testsuite name="muster.NeoContractTest" tests="1">
              <testcase name="loads(String)[1]" classname="muster.contract.Contract$Data" time="0.0">
                <skipped type="org.opentest4j.TestAbortedException"><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: it loads no [data] of a plan
                    at muster.contract.DataContract.reset(DataContract.java:57)
                    at java.base/java.lang.reflect.Method.invoke(Method.java:580)
            ]]></skipped>
              </testcase>
            </testsuite>
            """;
    private static final String PYTEST =
            "<testsuites><testsuite tests=\"2\"><testcase classname=\"t.p\" name=\"one\" /><testcase classname=\"t.p\" "
                    + "name=\"two\" /></testsuite></testsuites>";

    @TempDir
    private Path folder;

    @Test
    void every_test_counts_once_and_the_last_line_is_the_sum() throws IOException {
        report("store/target/surefire-reports/TEST-muster.A.xml", JUNIT);
        report("worker/python/target/surefire-reports/TEST-p.xml", PYTEST);
        Shell.Result summary = summarise(
                "0",
                "store/target/surefire-reports/TEST-muster.A.xml",
                "worker/python/target/surefire-reports/TEST-p.xml");
        assertThat(summary.outLines()).last().isEqualTo("3 passed, 2 failed, 1 skipped");
        assertThat(summary.exitCode()).isEqualTo(1);
    }

    @Test
    void skipped_and_failed_tests_are_listed_with_their_reasons() throws IOException {
        report("a.xml", JUNIT);
        assertThat(summarise("0", "a.xml").out())
                .contains("  muster.A.isLeftOut: no \"uv\" here\n")
                .contains("  muster.A.breaks: expected 1 & not 2\n")
                .contains("  muster.A.throws: java.io.IOException\n");
    }

    @Test
    void a_build_that_broke_is_a_failure_even_if_all_that_ran_passed() throws IOException {
        report("a.xml", PYTEST);
        Shell.Result summary = summarise("1", "a.xml");
        assertThat(summary.outLines()).last().isEqualTo("2 passed, 1 failed, 0 skipped");
        assertThat(summary.exitCode()).isEqualTo(1);
    }

    @Test
    void what_passed_exits_with_zero() throws IOException {
        report("a.xml", PYTEST);
        Shell.Result summary = summarise("0", "a.xml");
        assertThat(summary.outLines()).last().isEqualTo("2 passed, 0 failed, 0 skipped");
        assertThat(summary.exitCode()).isZero();
    }

    /** A contract that several databases pass, with an assumption: JUnit writes what it says into the body. */
    @Test
    void a_nested_test_is_named_with_its_outer_class_and_an_assumption_with_its_text() throws IOException {
        report("a/target/surefire-reports/TEST-muster.NeoContractTest.xml", CONTRACT);
        assertThat(summarise("0", "a/target/surefire-reports/TEST-muster.NeoContractTest.xml")
                        .out())
                .contains("  muster.NeoContractTest Contract$Data.loads(String)[1]: it loads no [data] of a plan\n");
    }

    @Test
    void a_skip_that_is_listed_is_allowed_by_its_name_and_its_reason() throws IOException {
        report("a/TEST-muster.NeoContractTest.xml", CONTRACT);
        String test = "muster.NeoContractTest Contract$Data.loads*";
        assertThat(strict("always | " + test + " | it loads no [data] of a plan", ""))
                .isZero();
        assertThat(strict("always | " + test + " | *[data]*", "")).isZero();
        assertThat(strict("always | muster.NeoContractTest * | *", "")).isZero();
        assertThat(strict("always | " + test + " | it loads nothing", "")).isEqualTo(1);
        assertThat(strict("always | muster.NeoContractTest Contract$Queries.* | *", ""))
                .isEqualTo(1);
        assertThat(strict("always | Contract$Data.loads* | *", "")).isEqualTo(1);
        assertThat(strict("always | muster.NeoContractTest ContractXData* | *", ""))
                .isEqualTo(1);
        assertThat(strict("# always | * | *", "")).isEqualTo(1);
        assertThat(strict("", "")).isEqualTo(1);
    }

    @Test
    void a_skip_for_want_of_a_package_is_allowed_only_where_it_could_not_be_installed() throws IOException {
        report("a/TEST-muster.NeoContractTest.xml", CONTRACT);
        String line = "postgresql-15 | muster.NeoContractTest * | *";
        assertThat(strict(line, "sqlite3 postgresql-15")).isZero();
        assertThat(strict(line, "sqlite3")).isEqualTo(1);
        assertThat(strict(line, "")).isEqualTo(1);
    }

    @Test
    void a_skip_that_is_not_listed_fails_only_where_it_is_asked_for_and_is_always_marked() throws IOException {
        report("a/TEST-muster.NeoContractTest.xml", CONTRACT);
        Files.writeString(folder.resolve("skips"), "");
        Shell.Result elsewhere = summarise("0 -v skips=skips", "a/TEST-muster.NeoContractTest.xml");
        assertThat(elsewhere.exitCode()).isZero();
        assertThat(elsewhere.out()).contains("\nSkipped, and not allowed by .ci/skips:\n  muster.NeoContractTest ");
        Shell.Result strict = summarise("0 -v skips=skips -v strict=1", "a/TEST-muster.NeoContractTest.xml");
        assertThat(strict.exitCode()).isEqualTo(1);
        assertThat(strict.out())
                .contains("which fails: make them run, or list them with their reason:\n  muster.NeoContractTest ")
                .endsWith("\n0 passed, 0 failed, 1 skipped\n");
    }

    /** Exit code where CI is set. */
    private int strict(String allowed, String lacking) throws IOException {
        Files.writeString(folder.resolve("skips"), "# A comment.\n\n" + allowed + "\n");
        return summarise(
                        "0 -v skips=skips -v strict=1 -v lacking='" + lacking + "'",
                        "a/TEST-muster.NeoContractTest.xml")
                .exitCode();
    }

    /** So that no line outlives its test. All Python tests are one where there is no Python. */
    @Test
    void every_line_of_the_list_names_a_class_that_exists() throws IOException {
        List<String> sources = Shell.in(Shell.CHECKOUT)
                .run("git", "ls-files", "*Test.java", "*IT.java", "*.py")
                .outLines();
        List<String> wrong = new ArrayList<>();
        for (String line : Files.readAllLines(Shell.CHECKOUT.resolve(".ci/skips"))) {
            if (!line.isEmpty() && !line.startsWith("#") && !line.contains(" | python.all | ")) {
                String[] columns = line.split(" \\| ", -1);
                String type = columns.length == 3 ? columns[1].replaceFirst("(\\.[a-z_*][\\w*]*| .*)$", "") : "";
                Pattern file = Pattern.compile(type.replaceFirst("^.*\\.", "").replace("*", "\\w*") + "\\.(java|py)");
                if (sources.stream()
                        .noneMatch(source ->
                                file.matcher(source.replaceFirst("^.*/", "")).matches())) {
                    wrong.add(line);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private Shell.Result summarise(String broken, String... files) {
        String script = Shell.CHECKOUT.resolve(".ci/summary.awk").toString();
        return Shell.in(folder)
                .run("sh", "-c", "awk -v broken=" + broken + " -f '" + script + "' " + String.join(" ", files));
    }

    private void report(String name, String xml) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, xml);
    }
}
