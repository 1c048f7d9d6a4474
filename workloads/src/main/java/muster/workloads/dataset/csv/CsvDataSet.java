package muster.workloads.dataset.csv;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import muster.workloads.DataFiles;
import muster.workloads.dataset.DataSet;
import muster.workloads.dataset.Table;
import muster.workloads.dataset.csv.Header.Field;
import muster.workloads.dataset.csv.Header.Role;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Settings;
import muster.workloads.schema.Column;
import muster.workloads.schema.EdgeType;
import muster.workloads.schema.NodeType;
import muster.workloads.schema.ValueType;
import org.jspecify.annotations.Nullable;

/** Opens the CSV files of a plan: {@code {nodes: {Person: people.csv}, edges: {KNOWS: knows.csv}}}; a label may have several files. */
public final class CsvDataSet {
    private static final Pattern LABEL = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,99}");
    private static final String FILES = "a CSV file, or a list of them";

    private final DataFiles files;
    private final Map<String, NodeType> spaces = new LinkedHashMap<>();
    private final List<Table<NodeType>> nodes = new ArrayList<>();
    private final List<Table<EdgeType>> edges = new ArrayList<>();

    private CsvDataSet(DataFiles files) {
        this.files = files;
    }

    /**
     * Reads all headers and every row once.
     *
     * @throws PlanException with file and line of what is wrong
     */
    public static DataSet open(Settings data, DataFiles files) {
        CsvDataSet set = new CsvDataSet(files);
        set.each(data.section("nodes"), set::addNodes);
        set.each(data.section("edges"), set::addEdges);
        return new DataSet(List.copyOf(set.nodes), List.copyOf(set.edges));
    }

    private void each(Settings section, BiConsumer<String, CsvFile> add) {
        section.raw().forEach((label, named) -> {
            section.has(label);
            if (!LABEL.matcher(label).matches() || label.equals("MusterRun")) {
                throw section.wrong(label, "a label of letters, digits and _ as the key");
            }
            for (Object name : named instanceof List<?> list ? list : List.of(named)) {
                if (!(name instanceof String text)) {
                    throw section.wrong(label, FILES);
                }
                add.accept(label, CsvFile.open(files.path(text), text));
            }
        });
    }

    private void addNodes(String label, CsvFile file) {
        int at = file.header().only(Role.KEY, "NAME:ID", file.place());
        Field field = file.header().fields().get(at);
        Column key = new Column(field.name(), field.type() == null ? keyType(file, at) : field.type());
        NodeType type = new NodeType(label, key, properties(file));
        nodes.add(new CsvTable<>(file, type, type.columns(), positions(file, at), 1).checked());
        remember(file, field.space().isEmpty() ? label : field.space(), type);
        spaces.putIfAbsent(label, type);
    }

    private void remember(CsvFile file, String space, NodeType type) {
        NodeType before = spaces.putIfAbsent(space, type);
        if (before != null && !before.equals(type)) {
            throw file.place()
                    .wrong("header: differs from the file before it of " + space
                            + ": files of one label have one header");
        }
    }

    /** Of the first row: a number or a text. */
    private static ValueType keyType(CsvFile file, int at) {
        if (file.index().batches() == 0) {
            return ValueType.STRING;
        }
        List<@Nullable String> first = file.batch(0).next();
        String key = first == null || at >= first.size() ? null : first.get(at);
        return key != null && ValueType.LONG.accepts(key) ? ValueType.LONG : ValueType.STRING;
    }

    private void addEdges(String label, CsvFile file) {
        Header header = file.header();
        int from = header.only(Role.FROM, ":START_ID", file.place());
        int to = header.only(Role.TO, ":END_ID", file.place());
        EdgeType type = new EdgeType(
                label,
                end(header.fields().get(from), "START_ID", file),
                end(header.fields().get(to), "END_ID", file),
                properties(file));
        edges.add(new CsvTable<>(file, type, columns(type), positions(file, from, to), 2).checked());
    }

    /** Ends have no name in the file, so messages name them as the header does. */
    private static List<Column> columns(EdgeType type) {
        return Stream.concat(
                        Stream.of(
                                new Column("START_ID", type.from().key().type()),
                                new Column("END_ID", type.to().key().type())),
                        type.properties().stream())
                .toList();
    }

    private NodeType end(Field field, String role, CsvFile file) {
        List<NodeType> types = spaces.values().stream().distinct().toList();
        if (field.space().isEmpty() && types.size() == 1) {
            return types.getFirst();
        }
        NodeType type = spaces.get(field.space());
        if (type == null) {
            throw file.place()
                    .wrong("header: :" + role + "(" + field.space() + "): expected a label of nodes: "
                            + String.join(", ", spaces.keySet()));
        }
        return type;
    }

    private static List<Column> properties(CsvFile file) {
        List<Column> columns = new ArrayList<>();
        for (int position : file.header().properties()) {
            Field field = file.header().fields().get(position);
            columns.add(new Column(field.name(), field.type() == null ? ValueType.STRING : field.type()));
        }
        if (columns.stream().map(Column::name).distinct().count() < columns.size()) {
            throw file.place().wrong("header: two fields have one name");
        }
        return List.copyOf(columns);
    }

    private static List<Integer> positions(CsvFile file, int... keys) {
        return Stream.concat(IntStream.of(keys).boxed(), file.header().properties().stream())
                .toList();
    }
}
