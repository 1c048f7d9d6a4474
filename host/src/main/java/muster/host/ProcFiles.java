package muster.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.stream.Stream;

/** Files below /proc, or of a control group. One that is gone or may not be read is empty: a process may end at any time. */
public final class ProcFiles {
    private final Path root;

    public ProcFiles(Path root) {
        this.root = root;
    }

    /** Those below /proc itself. */
    public static ProcFiles ofHost() {
        return new ProcFiles(Path.of("/proc"));
    }

    public List<String> lines(String path) {
        try {
            return Files.readAllLines(root.resolve(path));
        } catch (IOException gone) {
            return List.of();
        }
    }

    /** The words of the line that begins with this one, without it; empty for none. */
    public List<String> words(String path, String first) {
        return lines(path).stream()
                .filter(line -> line.startsWith(first))
                .findFirst()
                .map(line -> split(line.substring(first.length())))
                .orElse(List.of());
    }

    public static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        new StringTokenizer(line).asIterator().forEachRemaining(word -> words.add((String) word));
        return words;
    }

    /** Names in a folder. */
    public List<String> names(String path) {
        try (Stream<Path> files = Files.list(root.resolve(path))) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        } catch (IOException gone) {
            return List.of();
        }
    }

    /** Where a link leads; "" for none. */
    public String link(String path) {
        try {
            return Files.readSymbolicLink(root.resolve(path)).toString();
        } catch (IOException gone) {
            return "";
        }
    }

    /** Whether there is no such process any more, or only what its parent has not taken notice of (proc_pid_status(5)). */
    public boolean hasEnded(long pid) {
        List<String> state = words(pid + "/status", "State:");
        return state.isEmpty()
                || state.getFirst().equals("Z")
                || state.getFirst().equals("X");
    }

    /** The whole number at a place; 0 if there is none. */
    public static long number(List<String> words, int at) {
        try {
            return at < words.size() ? Long.parseLong(words.get(at)) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
