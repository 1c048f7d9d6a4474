package muster.workloads.query;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import muster.workloads.csv.CsvRecords;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a CSV file with a row a line, which are read one after another: commas between fields, an empty field that is not quoted is null.
 * Packed with gzip or not, which its first bytes tell: files in the cache of a worker have no names. No line is longer than a bound: a small packed
 * file may unpack into one line of many gigabytes.
 */
final class CsvRows {
    private static final int MAX_ROWS = 5_000_000;
    static final int MAX_COLUMNS = 1_000;
    private static final int MAX_CHARS = 1 << 20;

    private final String name;
    private final Reader reader;
    private final char[] buffer = new char[1 << 13];
    private int at;
    private int end;
    private boolean afterReturn;
    private int line;
    private int rows;

    private CsvRows(String name, Reader reader) {
        this.name = name;
        this.reader = reader;
    }

    /**
     * Throws {@link PlanException} with file and line.
     *
     * @param name what messages call the file
     */
    static <T> T read(String name, Path file, Function<CsvRows, T> use) {
        try (Reader reader = open(file)) {
            return use.apply(new CsvRows(name, reader));
        } catch (IOException e) {
            throw new PlanException(name + ": cannot be read: " + e.getMessage());
        }
    }

    private static Reader open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        in.mark(2);
        boolean packed = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        InputStream plain = packed ? new GZIPInputStream(in, 1 << 16) : in;
        return new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder());
    }

    /**
     * The columns of the first line.
     *
     * @param expected what to put there if it is empty
     * @param column of a field
     */
    List<CsvColumn> header(String expected, Function<String, CsvColumn> column) {
        String text = nextLine();
        String plain = text != null && text.startsWith("\uFEFF") ? text.substring(1) : text;
        List<@Nullable String> fields = plain == null || plain.isBlank() ? null : fields(plain);
        if (fields == null) {
            throw wrong("expected a header" + expected);
        }
        if (fields.size() > MAX_COLUMNS) {
            throw wrong("more than " + MAX_COLUMNS + " columns");
        }
        return fields.stream()
                .map(field -> column.apply(field == null ? "" : field.strip()))
                .toList();
    }

    /** The fields of the next line that is not empty; null after the last. */
    @Nullable
    List<@Nullable String> next() {
        String text = nextLine();
        while (text != null && text.isEmpty()) {
            text = nextLine();
        }
        if (text != null && rows++ == MAX_ROWS) {
            throw wrong("more than " + MAX_ROWS + " rows");
        }
        return text == null ? null : fields(text);
    }

    /** The line that was read last, from 1. */
    int line() {
        return line;
    }

    /** The error of the line that was read last. */
    PlanException wrong(String why) {
        return wrong(line, why);
    }

    PlanException wrong(int atLine, String why) {
        return new PlanException(name + ":" + atLine + ": " + why);
    }

    private @Nullable List<@Nullable String> fields(String text) {
        return new CsvRecords(text, ',', CsvRecords.Form.LINES, name, line).next();
    }

    private @Nullable String nextLine() {
        line++;
        try {
            return read();
        } catch (CharacterCodingException e) {
            throw wrong("is not text in UTF-8");
        } catch (IOException e) {
            throw wrong("cannot be read: " + e.getMessage());
        }
    }

    /** Without its end, which is a line feed, a carriage return or both; null after the last. */
    private @Nullable String read() throws IOException {
        StringBuilder text = new StringBuilder();
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
            if (text.length() + at - from > MAX_CHARS) {
                throw wrong("longer than " + MAX_CHARS + " characters");
            }
            text.append(buffer, from, at - from);
            if (at < end) {
                afterReturn = buffer[at++] == '\r';
                return text.toString();
            }
        }
        return any ? text.toString() : null;
    }

    private boolean filled() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, reader.read(buffer));
        }
        return at < end;
    }
}
