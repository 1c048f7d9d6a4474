package muster.coordinator.observer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.stream.Stream;

/** Files below /proc. One that is gone or may not be read is empty: a process may end at any time. */
final class ProcFiles {
    private final Path root;

    /** @param root /proc itself, but for tests */
    ProcFiles(Path root) {
        this.root = root;
    }

    List<String> lines(String path) {
        try {
            return Files.readAllLines(root.resolve(path));
        } catch (IOException gone) {
            return List.of();
        }
    }

    /** The words of the line that begins with this one, without it; empty for none. */
    List<String> words(String path, String first) {
        return lines(path).stream()
                .filter(line -> line.startsWith(first))
                .findFirst()
                .map(line -> split(line.substring(first.length())))
                .orElse(List.of());
    }

    static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        new StringTokenizer(line).asIterator().forEachRemaining(word -> words.add((String) word));
        return words;
    }

    /** Names in a folder. */
    List<String> names(String path) {
        try (Stream<Path> files = Files.list(root.resolve(path))) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        } catch (IOException gone) {
            return List.of();
        }
    }

    /** Where a link leads; "" for none. */
    String link(String path) {
        try {
            return Files.readSymbolicLink(root.resolve(path)).toString();
        } catch (IOException gone) {
            return "";
        }
    }

    /** Whether there is no such process any more, or only what its parent has not taken notice of (proc_pid_status(5)). */
    boolean hasEnded(long pid) {
        List<String> state = words(pid + "/status", "State:");
        return state.isEmpty()
                || state.getFirst().equals("Z")
                || state.getFirst().equals("X");
    }

    static long number(List<String> words, int at) {
        try {
            return at < words.size() ? Long.parseLong(words.get(at)) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
