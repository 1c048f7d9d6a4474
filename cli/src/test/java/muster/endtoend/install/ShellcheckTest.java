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
        Shell.Result checked =
                shell.run("sh", "-c", "git grep -lE '^#!/(usr/bin/env bash|bin/sh)$' -- ':!mvnw' | xargs shellcheck");
        assertThat(checked.out() + checked.err()).isEmpty();
        assertThat(checked.exitCode()).isZero();
    }
}
