package muster.workloads.dataset.csv;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import muster.workloads.dataset.DataSet;
import muster.workloads.dataset.Table;
import muster.workloads.schema.Column;
import muster.workloads.schema.EdgeType;
import muster.workloads.schema.NodeType;
import org.jspecify.annotations.Nullable;

/**
 * Writes a data set as files that {@link CsvDataSet} and neo4j-admin read: {@code Person.csv} for nodes, {@code
 * Person_KNOWS_Person.csv} for edges. Batches are generated on all cores and written in their order.
 */
public final class CsvWriter {
    /** Batches that are in memory at a time. */
    private static final int WINDOW = 64;

    private static final Pattern SPECIAL = Pattern.compile("[,\"\r\n]");

    private final Path folder;
    private final BiConsumer<String, Long> written;
    private final Map<String, Long> rows = new LinkedHashMap<>();

    private CsvWriter(Path folder, BiConsumer<String, Long> written) {
        this.folder = folder;
        this.written = written;
    }

    /**
     * Writes all tables into a folder that is there; files of the same names are replaced.
     *
     * @param written is told the name of a file and its rows when it is complete
     * @return the rows of each file, in order, nodes first
     * @throws IOException if the folder cannot be written
     */
    public static Map<String, Long> write(DataSet data, Path folder, BiConsumer<String, Long> written)
            throws IOException {
        CsvWriter writer = new CsvWriter(folder, written);
        for (Table<NodeType> table : data.nodes()) {
            writer.write(table, table.type().label() + ".csv", header(table.type()));
        }
        for (Table<EdgeType> table : data.edges()) {
            writer.write(table, name(table.type()), header(table.type()));
        }
        return writer.rows;
    }

    private static String name(EdgeType type) {
        return type.from().label() + "_" + type.label() + "_" + type.to().label() + ".csv";
    }

    private static String header(NodeType type) {
        String key = "%s:ID(%s){id-type:%s}"
                .formatted(type.key().name(), type.label(), type.key().type().label());
        return key + properties(type.properties());
    }

    private static String header(EdgeType type) {
        return ":START_ID(" + type.from().label() + "),:END_ID(" + type.to().label() + ")"
                + properties(type.properties());
    }

    private static String properties(List<Column> columns) {
        return columns.stream()
                .map(column -> "," + column.name() + ":" + column.type().label())
                .collect(Collectors.joining());
    }

    private void write(Table<?> table, String name, String header) throws IOException {
        long count = 0;
        try (OutputStream out = Files.newOutputStream(folder.resolve(name))) {
            out.write((header + "\n").getBytes(StandardCharsets.UTF_8));
            for (long from = 0; from < table.batches(); from += WINDOW) {
                for (Text text : texts(table, from)) {
                    out.write(text.bytes());
                    count += text.rows();
                }
            }
        }
        rows.put(name, count);
        written.accept(name, count);
    }

    private static List<Text> texts(Table<?> table, long from) {
        return LongStream.range(from, Math.min(table.batches(), from + WINDOW))
                .parallel()
                .mapToObj(table::rows)
                .map(CsvWriter::text)
                .toList();
    }

    private record Text(byte[] bytes, int rows) {}

    private static Text text(List<Object[]> rows) {
        StringBuilder text = new StringBuilder();
        for (Object[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                append(row[i], text);
                text.append(i + 1 == row.length ? '\n' : ',');
            }
        }
        return new Text(text.toString().getBytes(StandardCharsets.UTF_8), rows.size());
    }

    private static void append(@Nullable Object value, StringBuilder text) {
        if (value instanceof String string
                && (string.isEmpty() || SPECIAL.matcher(string).find())) {
            text.append('"').append(string.replace("\"", "\"\"")).append('"');
        } else if (value != null) {
            text.append(value);
        }
    }
}
