package muster.workloads.query;

import com.github.luben.zstd.ZstdInputStream;
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
 * The rows of a CSV file, which are read one after another: a row a line, an empty field that is not quoted is null. Packed with gzip or zstd, or
 * not, which its first bytes tell: files in the cache of a worker have no names. No row is longer than a bound: a small packed file may
 * unpack into one line of many gigabytes.
 */
final class CsvRows {
    private static final int MAX_ROWS = 5_000_000;
    static final int MAX_COLUMNS = 1_000;
    private static final int MAX_CHARS = 1 << 20;
    private static final int GZIP = 0x1f8b;
    /** The first two bytes of zstd's. */
    private static final int ZSTD = 0x28b5;

    private final String name;
    private final Reader reader;
    private final char[] buffer = new char[1 << 13];
    private int at;
    private int end;
    private boolean afterReturn;
    /** What ended the line before the one that was read last. */
    private String endBefore = "";

    private char delimiter = ',';
    private CsvRecords.Form form = CsvRecords.Form.LINES;
    private int line;
    /** On which the record begins that was read last. */
    private int recordLine;

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
        int magic = in.read() << 8 | in.read();
        in.reset();
        InputStream plain = switch (magic) {
            case GZIP -> new GZIPInputStream(in, 1 << 16);
            case ZSTD -> new ZstdInputStream(in);
            default -> in;
        };
        return new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder());
    }

    /**
     * The fields of the first line.
     *
     * @param expected what to put there if it is empty
     * @param delimiters of which the line has the most of the one between fields; the first of equals
     */
    List<String> header(String expected, String delimiters) {
        String text = nextLine();
        String plain = text != null && text.startsWith("\uFEFF") ? text.substring(1) : text;
        if (plain == null || plain.isBlank()) {
            throw wrong("expected a header" + expected);
        }
        delimiter = mostOf(delimiters, plain);
        List<@Nullable String> fields = fields(plain);
        if (fields == null) {
            throw wrong("expected a header" + expected);
        }
        if (fields.size() > MAX_COLUMNS) {
            throw wrong("more than " + MAX_COLUMNS + " columns");
        }
        return fields.stream().map(field -> field == null ? "" : field.strip()).toList();
    }

    private static char mostOf(String delimiters, String text) {
        char best = delimiters.charAt(0);
        for (int i = 1; i < delimiters.length(); i++) {
            char each = delimiters.charAt(i);
            best = count(each, text) > count(best, text) ? each : best;
        }
        return best;
    }

    private static long count(char sought, String text) {
        return text.chars().filter(each -> each == sought).count();
    }

    /** From the next row on a quoted field may hold line ends, as in files of data. */
    void allowLineEnds() {
        form = CsvRecords.Form.QUOTED_LINE_ENDS;
    }

    /** The fields of the next line that is not empty; null after the last. */
    @Nullable
    List<@Nullable String> next() {
        String text = nextLine();
        while (text != null && text.isEmpty()) {
            text = nextLine();
        }
        if (text != null && form == CsvRecords.Form.QUOTED_LINE_ENDS && text.indexOf('"') >= 0) {
            text = whole(text);
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

    /** The error of the record that was read last. */
    PlanException wrong(String why) {
        return wrong(recordLine, why);
    }

    PlanException wrong(int atLine, String why) {
        return new PlanException(name + ":" + atLine + ": " + why);
    }

    private @Nullable List<@Nullable String> fields(String text) {
        return new CsvRecords(text, delimiter, form, name, recordLine).next();
    }

    /** With the lines that follow, while a quoted field is open. */
    private String whole(String text) {
        int first = line;
        QuoteState quotes = new QuoteState(delimiter);
        quotes.read(text);
        StringBuilder record = new StringBuilder(text);
        String more = quotes.open() ? nextLine() : null;
        while (more != null) {
            record.append(endBefore).append(more);
            refuseLonger(record.length(), first);
            quotes.read("\n" + more);
            more = quotes.open() ? nextLine() : null;
        }
        recordLine = first;
        return record.toString();
    }

    private void refuseLonger(int length, int atLine) {
        if (length > MAX_CHARS) {
            throw wrong(atLine, "longer than " + MAX_CHARS + " characters");
        }
    }

    private @Nullable String nextLine() {
        recordLine = ++line;
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
        endBefore = afterReturn ? "\r" : "\n";
        while (filled()) {
            if (afterReturn && buffer[at] == '\n') {
                at++;
                afterReturn = false;
                endBefore = "\r\n";
                continue;
            }
            afterReturn = false;
            any = true;
            int from = at;
            while (at < end && buffer[at] != '\n' && buffer[at] != '\r') {
                at++;
            }
            refuseLonger(text.length() + at - from, line);
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
