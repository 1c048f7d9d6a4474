package muster.servers.host;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/** What was written to some log files since a moment: the reason why a server did not start. */
public final class LogTail {
    private static final int LINES = 15;

    /** What servers write about what stops them, the plainest first: a warning before it may name an exception, too. */
    private static final List<Pattern> FAILURES = List.of(
            Pattern.compile("\\b(ERROR|FATAL|SEVERE|PANIC|[Ee]rror:|Unrecognized|Invalid)"),
            Pattern.compile("\\w(Exception|Error)\\b"),
            Pattern.compile("(?i)\\b(refused|denied|failed|cannot|could not|already in use|no space left)\\b"));

    /** The end of a log that is read; a server that floods its log must not fill our memory. */
    private static final long BYTES = 64 * 1024L;

    private final SequencedMap<Path, Long> offsets = new LinkedHashMap<>();

    /** Remembers where the files end now. */
    public LogTail(List<Path> files) throws IOException {
        for (Path file : files) {
            offsets.put(file, Files.exists(file) ? Files.size(file) : 0);
        }
    }

    /** Why its writer failed, in one line: the first that was written and says so, else the last. */
    public String reason() {
        List<String> lines = offsets.entrySet().stream()
                .flatMap(file -> written(file.getKey(), file.getValue()).stream())
                .map(String::strip)
                .toList();
        return FAILURES.stream()
                .flatMap(failure ->
                        lines.stream().filter(line -> failure.matcher(line).find()))
                .findFirst()
                .or(() -> lines.isEmpty() ? Optional.empty() : Optional.of(lines.getLast()))
                .orElse("it wrote no log");
    }

    /** The last lines of each file that grew, without the frames of stack traces, which hide the cause. */
    public String text() {
        StringBuilder text = new StringBuilder();
        offsets.forEach((file, offset) -> {
            List<String> lines = lines(file, offset);
            if (!lines.isEmpty()) {
                text.append("\n").append(file).append(":");
                lines.forEach(line -> text.append("\n    ").append(line));
            }
        });
        return text.toString();
    }

    private static List<String> lines(Path file, long offset) {
        List<String> lines = written(file, offset);
        return lines.subList(Math.max(0, lines.size() - LINES), lines.size());
    }

    private static List<String> written(Path file, long offset) {
        return read(file, offset)
                .lines()
                .map(String::stripTrailing)
                .filter(line -> !line.isBlank() && !line.startsWith("\tat ") && !line.startsWith("\t..."))
                .toList();
    }

    private static String read(Path file, long offset) {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(Math.max(offset, in.length() - BYTES));
            byte[] end = new byte[(int) Math.max(0, in.length() - in.getFilePointer())];
            in.readFully(end);
            return new String(end, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
