package muster.endtoend.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.endtoend.Shell;
import muster.store.file.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is packaged, started as users start it. */
class JarIT {
    @TempDir
    private Path folder;

    @Test
    void help_and_version_are_on_standard_output() {
        assertThat(Shell.muster("--help").out()).startsWith("Usage: muster ");
        assertThat(Shell.muster("--version").out()).startsWith("muster " + Shell.version() + " (");
    }

    @Test
    void nothing_is_written_to_standard_error_when_all_is_well() {
        assertThat(Shell.muster("--version").err()).isEmpty();
    }

    @Test
    void a_store_file_that_is_not_there_is_a_bad_argument_that_is_named() {
        Shell.Result result = Shell.muster("runs", folder.resolve("no.db").toString());
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).startsWith("muster: ").contains("no.db").hasLineCount(1);
        assertThat(folder.resolve("no.db")).doesNotExist();
    }

    @Test
    void a_file_that_is_no_store_is_a_bad_argument_and_stays_as_it_is() throws IOException {
        Path file = Files.writeString(folder.resolve("notes.txt"), "not a store");
        Shell.Result result = Shell.muster("sql", file.toString(), "select 1");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).startsWith("muster: ").contains("notes.txt").hasLineCount(1);
        assertThat(file).hasContent("not a store");
    }

    @Test
    void queries_come_from_standard_input_and_stop_at_the_first_wrong_one() throws IOException {
        Path file = folder.resolve("s.db");
        Store.open(Files.createFile(file)).close();
        String launcher = "'" + Shell.CHECKOUT.resolve("muster") + "'";
        Shell shell = Shell.in(folder).with("MUSTER_NO_BUILD", "1");
        Shell.Result good =
                shell.run("sh", "-c", "echo 'select 1 as a; \nselect\n2 as b;' | " + launcher + " sql s.db --csv");
        assertThat(good.out().lines()).containsExactly("a", "1", "b", "2");
        Shell.Result bad = shell.run("sh", "-c", "echo 'select x;\nselect 2;' | " + launcher + " sql s.db --csv");
        assertThat(bad.exitCode()).isEqualTo(104);
        assertThat(bad.out()).isEmpty();
    }
}
