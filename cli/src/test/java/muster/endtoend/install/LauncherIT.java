package muster.endtoend.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import muster.endtoend.Shell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher in a checkout of its own, with a Maven and JVMs that are small scripts. */
class LauncherIT {
    private static final String MAVEN = """
            #!/bin/sh
            echo "$@" >> calls
            sleep 0.3
            if [ -f broken ]; then
                echo "[ERROR] $PWD/cli/src/main/java/A.java:[3,7] cannot find symbol"
                echo "[ERROR] Failed to execute goal x: Compilation failure"
                echo "[ERROR] $PWD/cli/src/main/java/A.java:[3,7] cannot find symbol"
                exit 1
            fi
            touch cli/target/muster.jar
            """;

    @TempDir
    private Path folder;

    private Path source;

    @BeforeEach
    void aCheckout() throws IOException {
        Files.createDirectories(folder.resolve("cli/src/main/java"));
        Files.createDirectories(folder.resolve("workloads/plans"));
        Files.copy(Shell.CHECKOUT.resolve("muster"), folder.resolve("muster"));
        Files.writeString(folder.resolve("pom.xml"), "<project/>");
        source = Files.writeString(folder.resolve("cli/src/main/java/A.java"), "class A {}");
        script("mvnw", MAVEN);
        jdk("home/.jdks/new", "999.0.1", "echo 999 \"$@\"");
    }

    @Test
    void the_first_call_builds_and_says_so_on_standard_error_only() {
        Shell.Result result = muster("plans");
        assertThat(result.err())
                .matches("muster: building \\(first time: Maven fetches what it needs\\) \\.\\.\\. \\d+ s\n");
        assertThat(result.out()).startsWith("999 ").endsWith("/muster.jar plans\n");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void what_is_built_just_runs() {
        muster("plans");
        Shell.Result second = muster("plans");
        assertThat(second.err()).isEmpty();
        assertThat(folder.resolve("calls")).content().hasLineCount(1);
    }

    @Test
    void a_changed_source_and_a_deleted_one_and_a_plan_are_built() throws IOException {
        muster("plans");
        newer(source);
        assertThat(muster("plans").err()).startsWith("muster: building (sources changed) ...");
        settle();
        Files.delete(source);
        newer(source.getParent());
        assertThat(muster("plans").err()).startsWith("muster: building (sources changed) ...");
        settle();
        newer(Files.writeString(folder.resolve("workloads/plans/x.yaml"), ""));
        assertThat(muster("plans").err()).startsWith("muster: building (sources changed) ...");
    }

    @Test
    void a_build_that_fails_shows_the_errors_of_the_compiler_once() throws IOException {
        Files.writeString(folder.resolve("broken"), "");
        Shell.Result result = muster("plans");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err().lines())
                .hasSize(3)
                .anyMatch(line -> line.endsWith("... failed"))
                .contains("cli/src/main/java/A.java:3:7: cannot find symbol")
                .last()
                .asString()
                .contains(".muster/build.log");
    }

    @Test
    void two_calls_at_the_same_time_build_once() throws Exception {
        Path nowhere = Path.of("/dev/null");
        Process first = shell().start(nowhere, nowhere, "./muster", "plans");
        Process second = shell().start(nowhere, nowhere, "./muster", "plans");
        assertThat(first.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(second.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(folder.resolve("calls")).content().hasLineCount(1);
    }

    @Test
    void a_build_leaves_the_jars_of_a_running_jvm_alone() throws Exception {
        jdk(
                "home/.jdks/new",
                "999.0.1",
                "case \"$*\" in *coordinator) while :; do sleep 0.1; done;; *) echo \"$@\";; esac");
        muster("plans");
        Path first = application();
        Process running = shell().start(Path.of("/dev/null"), Path.of("/dev/null"), "./muster", "coordinator");
        while (running.info()
                .commandLine()
                .filter(line -> line.contains(first.toString()))
                .isEmpty()) {
            assertThat(running.isAlive()).isTrue();
            Thread.onSpinWait();
        }
        newer(source);
        muster("plans");
        assertThat(application()).isNotEqualTo(first);
        assertThat(first.resolve("muster.jar")).exists();
        running.destroyForcibly().waitFor();
        Files.setLastModifiedTime(folder.resolve("cli/target/.built"), FileTime.from(Instant.EPOCH));
        muster("plans");
        assertThat(first).doesNotExist();
    }

    private Path application() throws IOException {
        return folder.resolve(".muster/app/current").toRealPath();
    }

    @Test
    void the_newest_jdk_is_taken() throws IOException {
        jdk("old", "998", "echo 998");
        Shell.Result result =
                shell().with("JAVA_HOME", folder.resolve("old").toString()).run("./muster", "--java-home");
        assertThat(result.out()).isEqualTo(folder.resolve("home/.jdks/new") + "\n");
    }

    @Test
    void without_a_jdk_one_line_says_what_to_install() throws IOException {
        jdk("old", "20.0.2", "echo 20");
        Shell.Result result = shell().with(
                        "MUSTER_JAVA_HOME", folder.resolve("old").toString())
                .run("./muster", "plans");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err())
                .startsWith("muster: no JDK 21 or newer found (looked at MUSTER_JAVA_HOME=")
                .contains("install one, such as Temurin 21 or Debian 13's openjdk-21-jdk, or set JAVA_HOME")
                .hasLineCount(1);
    }

    @Test
    void a_distribution_has_no_sources_and_just_runs() throws IOException {
        Files.delete(folder.resolve("pom.xml"));
        Files.writeString(folder.resolve("muster.jar"), "");
        Shell.Result result = muster("plans");
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).endsWith(folder.resolve("muster.jar") + " plans\n");
    }

    @Test
    void the_exit_code_and_the_signals_are_those_of_java() throws Exception {
        jdk(
                "home/.jdks/new",
                "999.0.1",
                "trap 'exit 105' TERM\necho ready > \"$HOME/ready\"\nwhile :; do sleep 0.1; done");
        Files.createDirectories(folder.resolve("cli/target"));
        Process process = shell().with("MUSTER_NO_BUILD", "1")
                .with("MUSTER_NO_ARCHIVE", "1")
                .start(Path.of("/dev/null"), Path.of("/dev/null"), "./muster", "run", "p");
        while (!Files.exists(folder.resolve("home/ready"))) {
            assertThat(process.isAlive()).isTrue();
            Thread.onSpinWait();
        }
        process.destroy();
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(105);
    }

    /** Before, it went on with the command, and never made an archive again. */
    @Test
    void ctrl_c_while_quick_starts_are_prepared_ends_the_command() throws IOException {
        jdk("home/.jdks/new", "999.0.1", "case \"$*\" in *CacheOutput*) exit 130 ;; esac\necho 999 \"$@\"");
        Shell.Result stopped = muster("plans");
        assertThat(stopped.exitCode()).isEqualTo(105);
        assertThat(stopped.out()).isEmpty();
        assertThat(folder.resolve(".muster/cds")).isEmptyDirectory();
        jdk("home/.jdks/new", "999.0.1", "echo 999 \"$@\"");
        assertThat(muster("plans").exitCode()).isZero();
        assertThat(folder.resolve(".muster/cds")).isNotEmptyDirectory();
    }

    private Shell.Result muster(String... arguments) {
        return shell().run("./muster", arguments[0]);
    }

    private Shell shell() {
        return Shell.in(folder).with("HOME", folder.resolve("home").toString()).with("MUSTER_NO_BUILD", "");
    }

    private void jdk(String name, String version, String java) throws IOException {
        script(name + "/bin/java", "#!/bin/sh\n" + java + "\n");
        script(name + "/bin/javac", "#!/bin/sh\n");
        Files.writeString(folder.resolve(name + "/release"), "JAVA_VERSION=\"" + version + "\"\n");
    }

    private void script(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** File times, not the clock, say what is newer: so no test has to wait for a tick. */
    private static void newer(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
    }

    private void settle() throws IOException {
        newer(folder.resolve("cli/target/.built"));
    }

    /** The launcher, too: a closed standard output must not become a file that the JVM opens. */
    @ParameterizedTest
    @CsvSource({"'>/dev/full', 2, No space left on device", "'>&-', 2, Bad file descriptor", "'| head -1', 0, ''"})
    void the_process_tells_whether_its_result_was_written(String to, int expected, String why) {
        Shell.Result result = Shell.in(Shell.CHECKOUT)
                .with("MUSTER_NO_BUILD", "1")
                .run("bash", "-o", "pipefail", "-c", "./muster plans " + to);
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(expected);
        assertThat(result.err())
                .isEqualTo(why.isEmpty() ? "" : "muster: cannot write to standard output: " + why + "\n");
    }
}
