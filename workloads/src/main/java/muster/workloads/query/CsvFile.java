package muster.workloads.query;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.zip.GZIPInputStream;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a CSV file as a table: a header with a name for each column, "id:long", then one row a line. Fields are separated
 * by commas and may be quoted; an empty field that is not quoted is null. Packed with gzip or not, which its first bytes
 * tell: files in the cache of a worker have no names.
 */
final class CsvFile {
    static final int MOST_ROWS = 5_000_000;
    static final int MAX_COLUMNS = 1_000;

    private final String name;
    private final List<CsvColumn> columns = new ArrayList<>();
    private int line;
    private int rows;

    private CsvFile(String name) {
        this.name = name;
    }

    /**
     * Throws {@link PlanException} with file and line.
     *
     * @param name what messages call it
     */
    static Source.Table read(String name, Path file) {
        CsvFile csv = new CsvFile(name);
        try (CsvLines lines = open(file)) {
            return csv.table(lines);
        } catch (CharacterCodingException e) {
            throw csv.wrong("is not text in UTF-8");
        } catch (IOException e) {
            throw csv.wrong("cannot be read: " + e.getMessage());
        }
    }

    static CsvLines open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        in.mark(2);
        boolean packed = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        InputStream plain = packed ? new GZIPInputStream(in, 1 << 16) : in;
        return new CsvLines(new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder()));
    }

    private Source.Table table(CsvLines lines) throws IOException {
        header(next(lines));
        for (String text = next(lines); text != null; text = next(lines)) {
            if (!text.isEmpty()) {
                row(fields(text));
            }
        }
        if (rows == 0) {
            throw wrong("has no row after its header");
        }
        List<String> names = columns.stream().map(CsvColumn::name).toList();
        @Nullable Object[][] values = columns.stream().map(CsvColumn::values).toArray(Object[][]::new);
        return new Source.Table(names, values, rows);
    }

    private @Nullable String next(CsvLines lines) throws IOException {
        line++;
        try {
            return lines.next();
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private void header(@Nullable String text) {
        if (text == null || text.isBlank()) {
            throw wrong("expected a header, such as id:long,name:string");
        }
        String plain = text.charAt(0) == '\uFEFF' ? text.substring(1) : text;
        HashSet<String> names = new HashSet<>();
        for (String field : fields(plain)) {
            CsvColumn column = CsvColumn.of(field == null ? "" : field.strip(), this::wrong);
            if (columns.size() == MAX_COLUMNS) {
                throw wrong("more than " + MAX_COLUMNS + " columns");
            }
            if (!names.add(column.name())) {
                throw wrong("two columns have the name " + column.name());
            }
            columns.add(column);
        }
    }

    private List<@Nullable String> fields(String text) {
        try {
            return CsvLine.fields(text);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private void row(List<@Nullable String> fields) {
        if (fields.size() != columns.size()) {
            throw wrong(fields.size() + " fields, but the header has " + columns.size());
        }
        if (rows == MOST_ROWS) {
            throw wrong("more than " + MOST_ROWS + " rows");
        }
        for (int i = 0; i < fields.size(); i++) {
            columns.get(i).add(fields.get(i), this::wrong);
        }
        rows++;
    }

    private PlanException wrong(String why) {
        return new PlanException(name + (line > 0 ? ":" + line : "") + ": " + why);
    }
}
