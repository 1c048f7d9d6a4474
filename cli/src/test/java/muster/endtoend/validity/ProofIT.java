package muster.endtoend.validity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.cli.Main;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docker/ holds, as far as it can be tried where no container engine runs. */
@Tag("slow")
@Tag("thorough")
class ProofIT {
    private static final int CANNOT = 77;
    private static final Pattern COMMAND = Pattern.compile(
            "(?:ENTRYPOINT \\[\"muster\",|ExecStart=/opt/muster/muster |args: \\[|command: \\[(?=status))(.*)");

    @TempDir
    private Path folder;

    @Test
    void a_cluster_of_five_hosts_loses_one_gets_it_back_and_counts_each_operation_once() {
        Shell.Result result =
                new Shell(Shell.CHECKOUT, Map.of(), 180).run("bash", "docker/proof/cluster", folder.toString());
        Assumptions.assumeTrue(result.exitCode() != CANNOT, result.err());
        System.out.print(result.out());
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(result.out()).contains("pulling worker 3 out", "every operation was counted exactly once");
        // 5 ms each way: the clock cannot be known better.
        assertThat(result.out()).containsPattern("offset .* give or take ([5-9]|\\d\\d)\\.\\d ms");
    }

    /** Takes minutes, 3 GB, and packages of Debian and PyPI. */
    @Test
    @Tag("nightly")
    void the_images_are_built_and_run_as_an_engine_would_run_them() {
        Shell shell = new Shell(Shell.CHECKOUT, Map.of("MUSTER_NO_BUILD", "1", "FOLDER", folder.toString()), 1_200);
        boolean buildah = shell.run("sh", "-c", "command -v buildah").exitCode() == 0;
        Assumptions.assumeTrue(buildah, "buildah is not installed");
        assertThat(shell.run("./muster", "dist", "--out", folder.toString()).exitCode())
                .isZero();
        Path archive = folder.resolve("muster-" + Shell.version() + ".tar.gz");
        Shell.Result built = shell.run("bash", "docker/proof/images", "build", archive.toString());
        Assumptions.assumeTrue(built.exitCode() != CANNOT, built.err());
        assertThat(built.exitCode()).as(built.out() + built.err()).isZero();
        Shell.Result ran = shell.run("bash", "docker/proof/images", "run");
        // JUnit would warn of each link in the images.
        shell.run(
                "rm",
                "-rf",
                "--one-file-system",
                folder.resolve("storage").toString(),
                folder.resolve("debian").toString());
        assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out())
                .contains("the health check of worker-python is green: ok", "is red: bad: nothing listens at")
                .contains("coordinator ended with 0 within", "does not accept this worker's key");
    }

    @Test
    void the_manifests_are_valid_as_far_as_tools_are_here() {
        Shell.Result result = Shell.in(Shell.CHECKOUT).run("bash", "docker/proof/manifests");
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, CANNOT);
        Assumptions.assumeTrue(result.exitCode() == 0, result.err());
    }

    @Test
    void every_command_that_images_units_and_manifests_start_is_one_of_ours() throws IOException {
        List<String> commands = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Shell.CHECKOUT.resolve("docker"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                commands.addAll(commands(Files.readString(file)));
            }
        }
        assertThat(commands).hasSizeGreaterThanOrEqualTo(5).allSatisfy(command -> {
            String[] words = command.replaceAll("[\",\\[\\]]", " ").strip().split("\\s+");
            assertThat(Main.commandLine().parseArgs(words).errors()).as(command).isEmpty();
        });
    }

    private static List<String> commands(String text) {
        String joined = text.replace("]\nCMD [", ", ");
        return COMMAND.matcher(joined)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
