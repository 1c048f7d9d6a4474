package muster.endtoend.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.endtoend.Shell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./muster release} refuses before it builds anything, in a small repository of its own; {@code ReleaseIT} makes one. */
class ReleaseTest {
    private static final String CHANGELOG = "# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2026-11-29\n";

    @TempDir
    private Path folder;

    @BeforeEach
    void aRepository() throws IOException {
        for (String script : new String[] {".ci/release", ".ci/version"}) {
            Files.createDirectories(folder.resolve(".ci"));
            Files.copy(Shell.CHECKOUT.resolve(script), folder.resolve(script));
        }
        // Whatever .ci/version looks at, with a version of its own.
        for (String file : Shell.in(Shell.CHECKOUT)
                .run("sed", "-nE", "/^readonly FILES=/,/\\)$/p", ".ci/version")
                .out()
                .replaceAll("readonly FILES=|[()]", " ")
                .strip()
                .split("\\s+", -1)) {
            write(file, "");
        }
        write("pom.xml", "<artifactId>muster-parent</artifactId>\n<version>1.2.3</version>\n");
        write("a/pom.xml", "<artifactId>muster-parent</artifactId>\n<version>1.2.3</version>\n");
        write("docker/Dockerfile", "ARG VERSION=1.2.3\n");
        write("CHANGELOG.md", CHANGELOG);
        write("muster", "echo built >built; exit 2");
        git("init", "-q");
        commit();
    }

    @Test
    void a_missing_or_malformed_version_is_refused() {
        assertThat(refusal()).isEqualTo("which version? See ./muster release --help");
        assertThat(refusal("1.2.3", "1.2.4")).isEqualTo("which version? See ./muster release --help");
        for (String version : new String[] {"1.2", "v1.2.3", "1.2.3-rc1", "1.2.x", "--all"}) {
            assertThat(refusal(version)).isEqualTo(version + ": expected N.N.N, such as 1.2.3");
        }
    }

    @Test
    void a_checkout_with_changes_is_refused_and_the_first_of_them_named() throws IOException {
        write("new.txt", "");
        assertThat(refusal("1.2.3")).isEqualTo("the checkout has changes (new.txt); commit them or take them back");
        write("CHANGELOG.md", CHANGELOG + "more");
        assertThat(refusal("1.2.3"))
                .isEqualTo("the checkout has changes (CHANGELOG.md and more); commit them or take them back");
    }

    @Test
    void a_version_without_a_dated_section_of_the_change_log_is_refused() throws IOException {
        String expected = "CHANGELOG.md has no section \"## 1.2.3 - YYYY-MM-DD\"; write it";
        for (String log : new String[] {"## 1.2.3\n", "## 1.2.30 - 2026-11-29\n", "## 1x2.3 - 2026-11-29\n"}) {
            write("CHANGELOG.md", log);
            commit();
            assertThat(refusal("1.2.3")).isEqualTo(expected);
        }
    }

    @Test
    void a_version_that_has_a_tag_is_refused() {
        git("tag", "v1.2.3");
        assertThat(refusal("1.2.3")).isEqualTo("tag v1.2.3 exists; choose another version");
    }

    @Test
    void a_version_that_the_files_do_not_have_is_refused() throws IOException {
        write("CHANGELOG.md", "## 1.3.0 - 2026-11-30\n" + CHANGELOG);
        commit();
        assertThat(refusal("1.3.0")).isEqualTo("the version is 1.2.3; set it with bash .ci/version 1.3.0, and commit");
        write("a/pom.xml", "<artifactId>muster-parent</artifactId>\n<version>1.2.2</version>\n");
        commit();
        assertThat(release("1.2.3").err())
                .isEqualTo("muster: version: another than 1.2.3 in ./a/pom.xml; set it with bash .ci/version N.N.N\n");
    }

    @Test
    void a_version_that_is_set_is_accepted_everywhere() throws IOException {
        write("CHANGELOG.md", "## 1.3.0 - 2026-11-30\n");
        Shell.Result set = Shell.in(folder).run("bash", ".ci/version", "1.3.0");
        assertThat(set.out()).as(set.err()).isEqualTo("1.3.0\n");
        assertThat(folder.resolve("a/pom.xml")).content().contains("<version>1.3.0</version>");
        assertThat(folder.resolve("docker/Dockerfile")).content().isEqualTo("ARG VERSION=1.3.0\n");
        commit();
        Shell.Result begun = release("1.3.0");
        assertThat(folder.resolve("built")).as(begun.err()).exists();
    }

    /** The one line of a refusal, before anything is built. */
    private String refusal(String... arguments) {
        Shell.Result result = release(arguments);
        assertThat(result.exitCode()).as(result.err()).isEqualTo(104);
        assertThat(result.out()).isEmpty();
        assertThat(folder.resolve("built")).doesNotExist();
        assertThat(result.err()).startsWith("muster: release: ").hasLineCount(1);
        return result.err().strip().substring("muster: release: ".length());
    }

    private Shell.Result release(String... arguments) {
        String[] command = new String[arguments.length + 2];
        command[0] = "bash";
        command[1] = ".ci/release";
        System.arraycopy(arguments, 0, command, 2, arguments.length);
        return Shell.in(folder).run(command);
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        file.toFile().setExecutable(name.equals("muster"));
    }

    private void commit() {
        git("add", "-A");
        git("-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "-q", "-m", "x");
    }

    private void git(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "git";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Shell.Result result = Shell.in(folder).run(command);
        assertThat(result.exitCode()).as(result.err()).isZero();
    }
}
