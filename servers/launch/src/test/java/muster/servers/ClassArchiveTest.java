package muster.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import muster.servers.host.JavaCommand;
import muster.servers.host.Jdk;
import muster.servers.host.Ports;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
    @TempDir
    private Path folder;

    private Path entry;
    private Path home;

    @BeforeEach
    void make() throws Exception {
        entry = Files.createDirectories(folder.resolve("cache/server-1"));
        home = Files.createDirectories(folder.resolve("home"));
        Files.createDirectory(entry.resolve("lib"));
        Files.createFile(entry.resolve(ServerCache.MARKER));
    }

    private ServerContext context(int java) {
        Jdk jdk = new Jdk(Path.of("/jdk"), java, java + ".0.1");
        return new ServerContext(
                home,
                entry.resolve("lib"),
                Optional.of(jdk),
                new Ports(new LinkedHashMap<>()),
                "1g",
                Map.of(),
                Map.of(),
                Optional.empty());
    }

    private Optional<ClassArchive> archive(int java, String classPath) {
        JavaCommand command = new JavaCommand(List.of("-Xmx1g"), classPath, "a.Main", List.of("--config"));
        return ClassArchive.of(command, context(java));
    }

    private ClassArchive archive() {
        return archive(17, entry.resolve("lib") + "/*").orElseThrow();
    }

    @Test
    void the_first_server_that_ends_well_leaves_the_archive_that_later_ones_use() throws Exception {
        assertThat(archive().quickCommand().words())
                .contains("-XX:ArchiveClassesAtExit=" + home.resolve("classes.jsa"))
                .endsWith("-Xmx1g", "-cp", entry.resolve("lib") + "/*", "a.Main", "--config");
        Files.writeString(home.resolve("classes.jsa"), "first");
        archive().keep();
        Path kept = entry.resolve("classes-a.Main-17.0.1.jsa");
        assertThat(kept).hasContent("first");
        assertThat(archive().quickCommand().flags()).startsWith("-XX:SharedArchiveFile=" + kept);
        Files.writeString(home.resolve("classes.jsa"), "second, which began before the first one ended");
        archive().keep();
        assertThat(kept).hasContent("first");
        assertThat(home).isEmptyDirectory();
        assertThat(entry).isDirectoryNotContaining("glob:**.half");
    }

    @Test
    void a_server_that_left_none_changes_nothing() {
        archive().keep();
        assertThat(archive().quickCommand().flags().getFirst()).startsWith("-XX:ArchiveClassesAtExit=");
    }

    @Test
    void other_jars_an_old_java_and_an_installed_server_have_none() throws Exception {
        assertThat(archive(17, entry.resolve("lib") + "/*:more.jar")).isEmpty();
        assertThat(archive(11, entry.resolve("lib") + "/*")).isEmpty();
        Files.delete(entry.resolve(ServerCache.MARKER));
        assertThat(archive(17, entry.resolve("lib") + "/*")).isEmpty();
    }
}
