package muster.store.file.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import muster.store.file.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryTest {
    private static final int PROCESSES = 4;

    @TempDir
    private Path folder;

    @Test
    void processes_that_are_killed_leave_one_library_and_nothing_in_the_temporary_folder() throws Exception {
        Path home = Files.createDirectories(folder.resolve("home"));
        Path temporary = Files.createDirectories(folder.resolve("temporary"));
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(start(home, temporary, folder.resolve(i + ".db")));
        }
        for (Process process : processes) {
            assertThat(process.inputReader().readLine()).isEqualTo("open");
            process.destroyForcibly().waitFor();
        }
        assertThat(files(temporary))
                .filteredOn(file -> file.toString().contains("sqlite"))
                .isEmpty();
        assertThat(files(home))
                .extracting(file -> file.getFileName().toString())
                .containsExactlyInAnyOrder("lock", "libsqlitejdbc.so");
    }

    @Test
    void one_that_was_cut_off_is_unpacked_again() throws IOException {
        Path library = Objects.requireNonNull(NativeLibrary.unpacked(folder));
        byte[] whole = Files.readAllBytes(library);
        Files.write(library, new byte[10]);
        Files.write(library.resolveSibling("half"), new byte[20]);
        assertThat(NativeLibrary.unpacked(folder)).isEqualTo(library);
        assertThat(Files.readAllBytes(library)).isEqualTo(whole);
        assertThat(library.resolveSibling("half")).doesNotExist();
    }

    @Test
    void one_that_is_there_is_left_alone() throws IOException {
        Path library = Objects.requireNonNull(NativeLibrary.unpacked(folder));
        Object before = Files.readAttributes(library, "unix:ino,lastModifiedTime");
        NativeLibrary.unpacked(folder);
        assertThat((Object) Files.readAttributes(library, "unix:ino,lastModifiedTime"))
                .isEqualTo(before);
    }

    private static List<Path> files(Path of) throws IOException {
        try (Stream<Path> all = Files.walk(of)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private static Process start(Path home, Path temporary, Path file) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dmuster.home=" + home,
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Opens.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** A process that opens a store, says so, and waits to be killed. */
    static final class Opens {
        private Opens() {}

        public static void main(String[] arguments) throws IOException {
            try (Store store = Store.open(Path.of(arguments[0]))) {
                System.out.println(
                        store.query("SELECT 'open'").rows().getFirst().getFirst());
                int end = System.in.read();
                assert end < 0;
            }
        }
    }
}
