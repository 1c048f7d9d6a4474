package muster.servers.host;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** What was written to some log files since a moment: the reason why a server did not start. */
public final class LogTail {
    private static final int LINES = 15;

    /** The end of a log that is read; a server that floods its log must not fill our memory. */
    private static final long BYTES = 64 * 1024L;

    private final SequencedMap<Path, Long> offsets = new LinkedHashMap<>();

    /** Remembers where the files end now. */
    public LogTail(List<Path> files) throws IOException {
        for (Path file : files) {
            offsets.put(file, Files.exists(file) ? Files.size(file) : 0);
        }
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
        return text.isEmpty() ? "\n    (it wrote no log)" : text.toString();
    }

    private static List<String> lines(Path file, long offset) {
        List<String> lines = new ArrayList<>(read(file, offset)
                .lines()
                .map(String::stripTrailing)
                .filter(line -> !line.isBlank() && !line.startsWith("\tat ") && !line.startsWith("\t..."))
                .toList());
        return lines.subList(Math.max(0, lines.size() - LINES), lines.size());
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
