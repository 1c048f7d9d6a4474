package muster.workloads.query;

import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** The lines of a text, none longer than a bound: a small packed file may unpack into one line of many gigabytes. */
final class CsvLines implements AutoCloseable {
    static final int MAX_CHARS = 1 << 20;

    private final Reader reader;
    private final char[] buffer = new char[1 << 13];
    private int at;
    private int end;
    private boolean afterReturn;

    CsvLines(Reader reader) {
        this.reader = reader;
    }

    /**
     * The next line without its end, which is a line feed, a carriage return or both; null after the last.
     *
     * @throws IllegalArgumentException if it is longer than the bound
     */
    @Nullable
    String next() throws IOException {
        StringBuilder line = new StringBuilder();
        boolean any = false;
        while (filled()) {
            if (afterReturn && buffer[at] == '\n') {
                at++;
                afterReturn = false;
                continue;
            }
            afterReturn = false;
            any = true;
            int from = at;
            while (at < end && buffer[at] != '\n' && buffer[at] != '\r') {
                at++;
            }
            if (line.length() + at - from > MAX_CHARS) {
                throw new IllegalArgumentException("longer than " + MAX_CHARS + " characters");
            }
            line.append(buffer, from, at - from);
            if (at < end) {
                afterReturn = buffer[at++] == '\r';
                return line.toString();
            }
        }
        return any ? line.toString() : null;
    }

    private boolean filled() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, reader.read(buffer));
        }
        return at < end;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
