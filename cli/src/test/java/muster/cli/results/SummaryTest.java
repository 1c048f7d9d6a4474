package muster.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
