package muster.workloads.dataset.csv;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file that can be read at any batch of rows. Fields are parted by a comma, semicolon, bar or tab: whichever the
 * header has most of.
 *
 * @param name what the plan calls it
 */
record CsvFile(String name, RowIndex index, char delimiter, Header header) {
    private static final List<Character> DELIMITERS = List.of(',', ';', '|', '\t');
    private static final Map<FileVersion, RowIndex> INDEXES = new ConcurrentHashMap<>();

    static CsvFile open(Path file, String name) {
        try {
            Path plain = PlainFile.of(file, name);
            RowIndex index = index(plain);
            byte[] header = index.header();
            char delimiter = delimiter(new String(header, StandardCharsets.UTF_8));
            Records records = new Records(header, delimiter, name, 1);
            List<@Nullable String> fields = records.next();
            if (fields == null) {
                throw new PlanException(name + ": empty; expected a header such as id:ID,name:string");
            }
            return new CsvFile(name, index, delimiter, Header.of(fields, records));
        } catch (IOException e) {
            throw new PlanException(name + ": cannot be read: " + e.getMessage());
        }
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

    private static char delimiter(String header) {
        char best = ',';
        for (char each : DELIMITERS) {
            best = count(header, each) > count(header, best) ? each : best;
        }
        return best;
    }

    private static long count(String text, char of) {
        return text.chars().filter(each -> each == of).count();
    }

    Records batch(long batch) {
        try {
            return new Records(index.batch((int) batch), delimiter, name, index.line((int) batch));
        } catch (IOException e) {
            throw new PlanException(name + ": cannot be read: " + e.getMessage());
        }
    }

    /** A place for errors of the header. */
    Records place() {
        Records place = new Records(new byte[] {'\n', 'h'}, delimiter, name, 0);
        place.next();
        return place;
    }
}
