package muster.endtoend.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release of what is committed, in a clone: some minutes, packages of PyPI, and a Python. */
@Tag("nightly")
class ReleaseIT {
    @TempDir
    private Path folder;

    @Test
    void a_release_is_made_and_checked_and_the_next_command_printed() throws IOException {
        String version = Shell.version();
        works(Shell.in(folder).run("git", "clone", "-q", Shell.CHECKOUT.toString(), "clone"));
        Path clone = folder.resolve("clone");
        // It may be released already.
        Shell.in(clone).run("git", "tag", "-d", "v" + version);
        Shell.Result made = new Shell(clone, Map.of("MUSTER_NO_BUILD", ""), 1_200).run("./muster", "release", version);
        works(made);
        String archive = "muster-" + version + ".tar.gz";
        List<String> wheels = Stream.of("muster_results-", "muster_worker-")
                .map(name -> name + version + "-py3-none-any.whl")
                .toList();
        assertThat(made.out())
                .isEqualTo("muster " + version + ": SHA256SUMS, " + archive + ", " + String.join(", ", wheels)
                        + " made and checked in dist/release-" + version + "; next: git tag -a v" + version
                        + " -m \"Muster " + version + "\" && git push origin v" + version + "\n");
        Path release = clone.resolve("dist/release-" + version);
        works(Shell.in(release).run("sha256sum", "--check", "--strict", "SHA256SUMS"));
        assertThat(Files.readString(release.resolve("SHA256SUMS"))).hasLineCount(3);
        assertThat(Shell.in(clone).run("git", "status", "--porcelain").out()).isEmpty();
    }

    private static void works(Shell.Result result) {
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    }
}
