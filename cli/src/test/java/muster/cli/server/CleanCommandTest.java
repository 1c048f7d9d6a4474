package muster.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** In a folder that looks like a checkout, with a server's data in it and another's outside. */
@Isolated("it changes a property and the standard input of this JVM")
class CleanCommandTest {
    @TempDir
    private Path folder;

    private final InputStream input = System.in;
    private final String home = System.getProperty("muster.home", "");
    private Path inside;
    private Path outside;

    @BeforeEach
    void servers() throws IOException {
        Path checkout = Files.createDirectories(folder.toRealPath().resolve("checkout"));
        Files.createFile(checkout.resolve("pom.xml"));
        assertThat(Files.createFile(checkout.resolve("mvnw")).toFile().setExecutable(true))
                .isTrue();
        System.setProperty("muster.home", checkout.toString());
        inside = server(checkout.resolve(".muster/servers/neo4j"));
        outside = server(folder.toRealPath().resolve("elsewhere/titan"));
        Path notes = Files.createDirectories(checkout.resolve(".muster/servers/.elsewhere"));
        Files.writeString(
                notes.resolve(UUID.nameUUIDFromBytes(outside.toString().getBytes(StandardCharsets.UTF_8))
                        .toString()),
                outside.toString());
    }

    private static Path server(Path at) throws IOException {
        Files.createDirectories(at.resolve("home"));
        Files.writeString(at.resolve(".muster-server"), "server=" + at.getFileName() + "\nfolder=true\n");
        Files.writeString(at.resolve("home/data"), "x".repeat(2_000));
        return at;
    }

    @AfterEach
    void restore() {
        System.setIn(input);
        System.setProperty("muster.home", home);
    }

    private static Shell.Result clean(String answer, String... arguments) {
        System.setIn(new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)));
        String[] all = new String[arguments.length + 1];
        all[0] = "clean";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        Shell.Result result = Cli.run(all);
        assertThat(result.exitCode()).as(result.err()).isZero();
        return result;
    }

    @Test
    void it_asks_before_it_removes_and_no_is_no() {
        Shell.Result result = clean("n\n");
        assertThat(result.err()).contains("remove 1 (", "? [y/N]");
        assertThat(result.out()).contains("data of neo4j " + inside + ": to be removed", "nothing was removed");
        assertThat(inside).exists();
    }

    @Test
    void no_answer_is_no() {
        assertThat(clean("").out()).contains("nothing was removed");
        assertThat(inside).exists();
    }

    @Test
    void yes_removes_what_lies_in_the_checkout_and_nothing_outside() {
        Shell.Result result = clean("y\n");
        assertThat(result.out())
                .contains(outside + ": kept, outside the checkout; name its path to remove it")
                .endsWith("removed\n");
        assertThat(inside).doesNotExist();
        assertThat(outside).exists();
    }

    @Test
    void what_lies_outside_is_removed_when_it_is_named_and_nothing_else_is() {
        assertThat(clean("", outside.toString(), "--yes").out()).contains(inside + ": kept, not named");
        assertThat(outside).doesNotExist();
        assertThat(inside).exists();
    }

    @Test
    void a_dry_run_asks_nothing() {
        Shell.Result result = clean("y\n", "--dry-run");
        assertThat(result.err()).isEmpty();
        assertThat(inside).exists();
    }

    @Test
    void a_link_within_the_checkout_to_a_folder_outside_is_outside() throws IOException {
        Path target = server(folder.toRealPath().resolve("elsewhere/linked"));
        Path link = Files.createSymbolicLink(inside.resolveSibling("linked"), target);
        assertThat(clean("", "--yes").out()).contains(link + ": kept, outside the checkout");
        assertThat(target.resolve("home/data")).exists();
    }

    @Test
    void what_muster_did_not_make_is_refused() {
        Shell.Result result = Cli.run("clean", folder.toString(), "--yes");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).contains("was not created by Muster");
    }
}
