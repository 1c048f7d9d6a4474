package muster.workloads.dataset.csv;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Where the batches of a CSV file begin. Found in one pass, kept as 12 bytes a batch, so that a file of any size can be
 * read at any batch.
 */
final class RowIndex {
    /** Rows in a batch. */
    static final int BATCH = 500;

    private static final int BUFFER_BYTES = 1 << 20;
    private static final int HEADER_BYTES = 1 << 16;
    private static final List<Character> DELIMITERS = List.of(',', ';', '|', '\t');

    private final Path file;
    private final char delimiter;
    private long[] offsets = new long[16];
    private int[] lines = new int[16];
    private int batches;
    private long size;
    private long rows = -1;
    private int line = 1;
    private boolean quoted;
    /** At the start of a field, or after the end of a quoted one: a quote elsewhere is a character. */
    private boolean mayQuote;

    private boolean inRecord;

    private RowIndex(Path file, char delimiter) {
        this.file = file;
        this.delimiter = delimiter;
    }

    /** Counts the header as no row. */
    static RowIndex of(Path file) throws IOException {
        RowIndex index = new RowIndex(file, delimiterOf(file));
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                index.scan(buffer, read);
            }
        }
        return index;
    }

    /** Which the first line has most of. */
    private static char delimiterOf(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String header = new String(in.readNBytes(HEADER_BYTES), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .orElse("");
            char best = ',';
            for (char each : DELIMITERS) {
                best = count(header, each) > count(header, best) ? each : best;
            }
            return best;
        }
    }

    private static long count(String text, char of) {
        return text.chars().filter(each -> each == of).count();
    }

    private void scan(byte[] buffer, int length) {
        for (int i = 0; i < length; i++) {
            byte next = buffer[i];
            if (!inRecord && next != '\n' && next != '\r') {
                begin(size + i);
            }
            if (next == '"') {
                quote();
            } else if (next == '\n') {
                line++;
                inRecord = quoted;
            } else {
                mayQuote = next == delimiter;
            }
        }
        size += length;
    }

    private void quote() {
        if (quoted || mayQuote) {
            mayQuote = quoted;
            quoted = !quoted;
        }
    }

    private void begin(long offset) {
        inRecord = true;
        mayQuote = true;
        if (rows >= 0 && rows % BATCH == 0) {
            if (batches == offsets.length) {
                offsets = Arrays.copyOf(offsets, batches * 2);
                lines = Arrays.copyOf(lines, batches * 2);
            }
            offsets[batches] = offset;
            lines[batches++] = line;
        }
        rows++;
    }

    char delimiter() {
        return delimiter;
    }

    int batches() {
        return batches;
    }

    /** Without the header; 0 for a file that has not even that. */
    long rows() {
        return Math.max(0, rows);
    }

    /** The line on which a batch begins, from 1. */
    int line(int batch) {
        return lines[batch];
    }

    /** The bytes of the header's line and what is before the first row. */
    byte[] header() throws IOException {
        return read(0, batches == 0 ? size : offsets[0]);
    }

    byte[] batch(int batch) throws IOException {
        return read(offsets[batch], batch + 1 == batches ? size : offsets[batch + 1]);
    }

    private byte[] read(long from, long to) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(to - from));
        try (FileChannel channel = FileChannel.open(file)) {
            while (content.hasRemaining() && channel.read(content, from + content.position()) >= 0) {
                // Reads on: a channel may give less than it is asked for.
            }
        }
        return content.array();
    }
}
