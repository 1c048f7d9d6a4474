package muster.workloads.dataset.csv;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import muster.workloads.csv.CsvRecords;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file that can be read at any batch of rows. Fields are parted by a comma, semicolon, bar or tab: whichever the
 * header has most of.
 *
 * @param name what the plan calls it
 */
record CsvFile(String name, RowIndex index, Header header) {
    private static final Map<FileVersion, RowIndex> INDEXES = new ConcurrentHashMap<>();

    static CsvFile open(Path file, String name) {
        try {
            Path plain = PlainFile.of(file, name);
            RowIndex index = index(plain);
            CsvRecords records = records(index.header(), index, name, 1);
            List<@Nullable String> fields = records.next();
            if (fields == null) {
                throw new PlanException(name + ": empty; expected a header such as id:ID,name:string");
            }
            return new CsvFile(name, index, Header.of(fields, records));
        } catch (IOException e) {
            throw new PlanException(name + ": cannot be read: " + e.getMessage());
        }
    }

    private static CsvRecords records(byte[] content, RowIndex index, String name, int line) {
        String text = new String(content, StandardCharsets.UTF_8);
        return new CsvRecords(text, index.delimiter(), CsvRecords.Form.QUOTED_LINE_ENDS, name, line);
    }

    private static RowIndex index(Path plain) throws IOException {
        FileVersion version = FileVersion.of(plain);
        RowIndex known = INDEXES.get(version);
        if (known == null) {
            known = RowIndex.of(plain);
            INDEXES.put(version, known);
        }
        return known;
    }

    CsvRecords batch(long batch) {
        try {
            return records(index.batch((int) batch), index, name, index.line((int) batch));
        } catch (IOException e) {
            throw new PlanException(name + ": cannot be read: " + e.getMessage());
        }
    }

    /** A place for errors of the header. */
    CsvRecords place() {
        return records(new byte[0], index, name, 1);
    }
}
