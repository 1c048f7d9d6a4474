package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import muster.endtoend.Shell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A marked password goes through real commands, good and failing, and is then looked for wherever it must not be. */
@Tag("slow")
class SecretsIT {
    /** Neo4j takes the first password of a new database no other way: for a second, on a database of our own. */
    private static final String BY_NEO4J = "set-initial-password";

    private static final String NOBODY = "bolt://127.0.0.1:9";

    @TempDir
    private Path folder;

    private final String mark = "mark" + UUID.randomUUID().toString().replace("-", "");
    private final List<String> printed = new ArrayList<>();
    private final List<String> commandLines = new ArrayList<>();
    private Path secret;

    @BeforeEach
    void keepTheSecret() throws IOException {
        secret = Files.writeString(folder.resolve("secret"), mark + "\n");
    }

    @AfterEach
    void itIsNowhere() throws IOException {
        assertThat(printed).isNotEmpty().noneMatch(text -> text.contains(mark));
        assertThat(commandLines).isNotEmpty().noneMatch(line -> line.contains(mark) && !line.contains(BY_NEO4J));
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(f -> !f.equals(secret))
                    .toList()) {
                assertThat(holdsMark(file)).as(file.toString()).isFalse();
            }
        }
    }

    @Tag("thorough")
    @Test
    void a_target_that_is_not_there_tells_nobody_the_password() throws IOException {
        for (String reference : List.of("${env:MARKED}", "${file:secret}")) {
            Path plan = plan(NOBODY, reference);
            assertThat(muster("check", plan.toString())).isEqualTo(2);
            assertThat(muster("standalone", plan.toString(), "--store", store(), "--verbose"))
                    .isEqualTo(2);
        }
        assertThat(muster("run", plan(NOBODY, "${env:MARKED}").toString(), "--store", store(), "--workers", "1"))
                .isEqualTo(2);
        assertThat(muster("sql", store(), "select text from plan")).isZero();
        assertThat(printed.getLast()).contains("${env:MARKED}");
    }

    @Test
    void a_literal_password_is_refused_and_not_repeated() throws IOException {
        // These plans hold the secret themselves: they are kept where it is allowed.
        for (String target : List.of(
                "uri: \"" + NOBODY + "\", user: neo4j, password: " + mark,
                "uri: \"bolt://neo4j:" + mark + "@127.0.0.1:9\"")) {
            Path plan = Files.createTempFile("literal", ".yaml");
            Files.writeString(plan, text("kind: neo4j, " + target));
            assertThat(muster("check", plan.toString())).isEqualTo(104);
            assertThat(muster("standalone", plan.toString(), "--store", store(), "--verbose"))
                    .isEqualTo(104);
            Files.delete(plan);
        }
    }

    @Tag("thorough")
    @Test
    void a_file_outside_of_the_plans_folder_is_not_read() throws IOException {
        Path elsewhere = Files.createTempFile("elsewhere", ".txt");
        Path plan = plan(NOBODY, "${file:" + elsewhere + "}");
        assertThat(muster("check", plan.toString())).isEqualTo(104);
        assertThat(printed.getLast()).contains("target.password: " + elsewhere + " is outside of", "--allow-files");
        assertThat(muster("check", plan.toString(), "--allow-files")).isEqualTo(2);
        Files.delete(elsewhere);
    }

    @Test
    @Tag("nightly")
    void a_run_on_a_database_with_a_password_tells_nobody() throws IOException {
        String data = folder.resolve("db").toString();
        assertThat(muster(
                        "server",
                        "start",
                        "neo4j",
                        "--data",
                        data,
                        "--free-ports",
                        "--heap",
                        "512m",
                        "--password-variable",
                        "MARKED"))
                .isZero();
        String uri = printed.getLast().replaceAll("(?s).*(bolt://[0-9.]+:\\d+).*", "$1");
        try {
            assertThat(muster("run", plan(uri, "${env:MARKED}").toString(), "--store", store()))
                    .isIn(0, 111);
            Path wrong = plan(uri, "${env:HOME}");
            assertThat(muster("run", wrong.toString(), "--store", store())).isEqualTo(2);
        } finally {
            muster("server", "stop", "neo4j", "--data", data, "--delete");
        }
    }

    // ---- steps of the tests ----

    private Path plan(String uri, String password) throws IOException {
        return Files.writeString(
                folder.resolve("p.yaml"),
                text("kind: neo4j, uri: \"" + uri + "\", user: neo4j, connectTimeout: 1s, password: \"" + password
                        + "\""));
    }

    private static String text(String target) {
        return "name: p\ntarget: {" + target + "}\nworkload: {kind: graphity, users: 100}\nphases:\n"
                + "  - {kind: load, clients: 2}\n  - {kind: measure, operations: 100, clients: 2}\n";
    }

    private String store() {
        return folder.resolve("s.db").toString();
    }

    /** Runs it to its end, and looks at the command lines of it and its children meanwhile. */
    private int muster(String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(Shell.CHECKOUT.resolve("muster").toString()));
        command.addAll(Arrays.asList(arguments));
        Path out = folder.resolve("out-" + printed.size() + ".txt");
        Path err = folder.resolve("err-" + printed.size() + ".txt");
        Process process = Shell.in(folder)
                .with("MUSTER_NO_BUILD", "1")
                .with("MARKED", mark)
                .start(out, err, command.toArray(String[]::new));
        while (process.isAlive()) {
            Stream.concat(Stream.of(process.toHandle()), process.descendants()).forEach(this::look);
            LockSupport.parkNanos(20_000_000);
        }
        printed.add(Files.readString(out) + Files.readString(err));
        return process.exitValue();
    }

    private void look(ProcessHandle process) {
        try {
            commandLines.add(
                    Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"), StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
            // It has ended.
        }
    }

    private boolean holdsMark(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).contains(mark);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
