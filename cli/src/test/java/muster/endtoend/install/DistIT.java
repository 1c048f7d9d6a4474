package muster.endtoend.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import muster.cli.install.Archive;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive, unpacked where nothing of the checkout is: the programs on PATH are a JDK's, bash and coreutils. */
@Tag("slow")
@Tag("thorough")
class DistIT {
    private static final List<String> COREUTILS = List.of(
            "bash", "env", "dirname", "readlink", "stat", "cksum", "tr", "mkdir", "rm", "mv", "touch", "uname", "cat");

    private static final String VERSION = Shell.version();
    private static final String NAME = "muster-" + VERSION;

    @TempDir
    private static Path folder;

    private static Path unpacked;

    @BeforeAll
    static void packAndUnpack() throws IOException {
        Shell.Result packed = Shell.muster(
                "dist", "--no-python", "--out", folder.resolve("out").toString());
        assertThat(packed.exitCode()).as(packed.err()).isZero();
        assertThat(packed.out())
                .matches("(?s).*/" + Pattern.quote(NAME) + "\\.tar\\.gz  [\\d.]+ MB  sha256 [0-9a-f]{64}\n");
        assertThat(Shell.in(folder).run("tar", "xzf", "out/" + NAME + ".tar.gz").exitCode())
                .isZero();
        unpacked = folder.resolve(NAME);
        Files.createDirectories(folder.resolve("bin"));
        for (String program : COREUTILS) {
            Path found = Path.of("/usr/bin", program).toRealPath();
            Files.copy(found, folder.resolve("bin").resolve(program), StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    @AfterAll
    static void theArchiveIsLarge() throws IOException {
        Files.deleteIfExists(folder.resolve("out/" + NAME + ".tar.gz"));
    }

    @Test
    void it_knows_its_version_with_a_jdk_alone() {
        Shell.Result result = muster("--version");
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).startsWith("muster " + VERSION + " (");
    }

    @Test
    void it_runs_a_plan_as_a_cluster_and_standalone() throws IOException {
        Path plan = Files.writeString(folder.resolve("p.yaml"), """
                name: p
                target: {kind: noop}
                workload: {kind: noop}
                phases: [{kind: measure, operations: 1000, clients: 2}]
                """);
        for (String command : List.of("run", "standalone")) {
            Shell.Result result = muster(command, plan.toString(), "--store", "r.db");
            assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
        }
        assertThat(new Stored(folder.resolve("r.db"), 1).coverage().isWhole(1_000))
                .isTrue();
        assertThat(new Stored(folder.resolve("r.db"), 2).coverage().isWhole(1_000))
                .isTrue();
    }

    /** Takes a minute, packages of PyPI, and a Python that is there. */
    @Test
    @Tag("nightly")
    void the_wheel_in_it_is_a_python_worker_without_java() throws IOException {
        Shell here = Shell.in(folder).with("MUSTER_NO_BUILD", "1").patient();
        String launcher = Shell.CHECKOUT.resolve("muster").toString();
        works(here.run(launcher, "dist", "--out", "whole"));
        works(here.run("tar", "xzf", "whole/" + NAME + ".tar.gz", "-C", "whole"));
        String python = "whole/" + NAME + "/worker/python/";
        works(here.run("python3", "-m", "venv", "venv"));
        works(here.run("venv/bin/pip", "install", "-q", "--require-hashes", "-r", python + "requirements.txt"));
        // Without an index: what the wheel says that it needs must be what the lock file brings.
        works(here.run("venv/bin/pip", "install", "-q", "--no-index", "-f", python, "muster-worker==" + VERSION));
        try (Farm farm = new Farm(Files.createDirectories(folder.resolve("farm")))) {
            farm.coordinator();
            runOnThePythonWorker(farm);
            farm.isWhole(1, 1_000);
        }
    }

    /** With nothing on its PATH. */
    private static void runOnThePythonWorker(Farm farm) throws IOException {
        Process worker = Shell.in(folder)
                .with("PATH", folder.resolve("nothing").toString())
                .start(folder.resolve("out.txt"), folder.resolve("err.txt"), worker(), "--coordinator", farm.address());
        try {
            Farm.ended(farm.submit(farm.plan("operations: 1000, clients: 2"), 1).result());
            worker.destroy();
            assertThat(worker.onExit().join().exitValue()).isZero();
        } finally {
            worker.destroyForcibly().onExit().join();
        }
    }

    private static String worker() {
        return folder.resolve("venv/bin/muster-worker").toString();
    }

    private static void works(Shell.Result result) {
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    }

    @Test
    void what_takes_maven_or_a_checkout_says_so_in_one_line() {
        Shell.Result server = muster("server", "start", "neo4j", "--free-ports");
        assertThat(server.exitCode()).isEqualTo(2);
        assertThat(server.err().lines().toList().getLast())
                .contains("needs Maven: there is no mvnw here and no mvn on PATH");
        Shell.Result dist = muster("dist");
        assertThat(dist.exitCode()).isEqualTo(104);
        assertThat(dist.err()).contains("is a distribution already").hasLineCount(1);
        assertThat(muster("test").err()).contains("no tests in a distribution").hasLineCount(1);
    }

    @Test
    void the_same_files_make_the_same_archive_whenever_they_were_written() throws IOException {
        Path one = Files.createDirectories(folder.resolve("one/x"));
        Files.writeString(one.resolve("b"), "b");
        Files.writeString(one.resolve("a"), "a");
        Path first = Archive.pack(one, folder.resolve("first.tar.gz"));
        Files.setLastModifiedTime(one.resolve("a"), FileTime.from(Instant.EPOCH));
        Path second = Archive.pack(one, folder.resolve("second.tar.gz"));
        assertThat(second).hasSameBinaryContentAs(first);
    }

    private static Shell.Result muster(String... arguments) {
        String[] command = new String[arguments.length + 2];
        command[0] = folder.resolve("bin/bash").toString();
        command[1] = unpacked.resolve("muster").toString();
        System.arraycopy(arguments, 0, command, 2, arguments.length);
        return Shell.in(folder)
                .with("PATH", folder.resolve("bin") + ":" + System.getProperty("java.home") + "/bin")
                .with("JAVA_HOME", "")
                .with("MUSTER_JAVA_HOME", System.getProperty("java.home"))
                .with("MUSTER_NO_BUILD", "")
                .with("MUSTER_CACHE", folder.resolve("cache").toString())
                .run(command);
    }
}
