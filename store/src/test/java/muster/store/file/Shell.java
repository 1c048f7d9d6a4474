package muster.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The plain sqlite3 shell, if this machine has one. */
final class Shell {
    private Shell() {}

    static boolean isThere() {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "sqlite3")));
    }

    static List<String> ask(Path file, String sql) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sqlite3", "-readonly", "-bail", file.toString(), sql)
                .redirectErrorStream(true)
                .start();
        List<String> lines = process.inputReader().lines().toList();
        if (process.waitFor() != 0) {
            throw new IOException(String.join("\n", lines));
        }
        return lines;
    }
}
