package muster.endtoend.install;

import static org.assertj.core.api.Assertions.assertThat;

import muster.endtoend.Shell;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class ShellcheckTest {
    @Test
    void the_shell_scripts_are_clean() {
        Shell shell = Shell.in(Shell.CHECKOUT);
        boolean there = shell.run("sh", "-c", "command -v shellcheck").exitCode() == 0;
        Assumptions.assumeTrue(there, "shellcheck is not installed");
        assertThat(shell.run(
                                "shellcheck",
                                "muster",
                                ".ci/run",
                                ".ci/test",
                                ".ci/checksums",
                                "benchmarks/bottlenecks",
                                "benchmarks/curve",
                                "benchmarks/databases",
                                "benchmarks/run",
                                "benchmarks/settings",
                                "docker/healthy",
                                "docker/proof/cluster",
                                "docker/proof/images",
                                "docker/proof/manifests",
                                "worker/python/test")
                        .out())
                .isEmpty();
    }
}
