package muster.workloads.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import muster.workloads.DataFiles;
import muster.workloads.plan.language.Settings;
import muster.workloads.query.Draw.Sequential;
import muster.workloads.query.Draw.Shuffled;
import muster.workloads.query.Draw.Uniform;
import muster.workloads.query.Draw.Zipfian;
import muster.workloads.query.Source.Created;
import muster.workloads.query.Source.Integers;
import muster.workloads.query.Source.New;
import muster.workloads.query.Source.Table;
import muster.workloads.random.Zipf;
import org.jspecify.annotations.Nullable;

/** Reads section "parameters": where values come from, and how they are drawn. */
final class ParameterReader {
    private static final String SECTION = "parameters";
    private static final List<String> SOURCES = List.of("csv", "integer", "choice", "id", "created");
    private static final int MAX_ZIPF = 10_000_000;
    private static final long MAX = 1L << 62;

    private final Settings settings;
    private final DataFiles files;

    private ParameterReader(Settings settings, DataFiles files) {
        this.settings = settings;
        this.files = files;
    }

    /** By name. Reads the data files. */
    static Map<String, Parameter> read(Settings workload, DataFiles files) {
        Settings section = workload.section(SECTION);
        Map<String, Parameter> parameters = new LinkedHashMap<>();
        for (String name : section.raw().keySet()) {
            parameters.put(name, new ParameterReader(section.section(name), files).parameter(name, section));
        }
        return parameters;
    }

    /** Names of the data files. */
    static List<String> files(Map<?, ?> workload) {
        return workload.get(SECTION) instanceof Map<?, ?> section
                ? section.values().stream()
                        .map(value -> value instanceof Map<?, ?> map ? map.get("csv") : null)
                        .filter(Objects::nonNull)
                        .map(Object::toString)
                        .distinct()
                        .toList()
                : List.of();
    }

    private Parameter parameter(String name, Settings section) {
        if (name.indexOf('.') >= 0) {
            throw section.wrong(name, "a name without a point, which stands before the name of a column");
        }
        List<String> given = SOURCES.stream().filter(settings::has).toList();
        if (given.size() != 1) {
            throw section.wrong(name, "one of " + String.join(", ", SOURCES) + ", such as {csv: people.csv}");
        }
        Source source = source(given.getFirst());
        if (settings.has("draw") && source instanceof Source.Id) {
            throw settings.wrong("draw", "nothing here: an id is not drawn from a list");
        }
        return Parameter.of(name, source, draw(source.size()));
    }

    private Source source(String key) {
        return switch (key) {
            case "csv" -> CsvFile.read(settings.text(key), files.path(settings.text(key)));
            case "integer" -> integers(key);
            case "id" -> newId(key);
            case "created" -> new Created(settings.text(key), settings.text("otherwise"));
            default -> choice(key);
        };
    }

    private Integers integers(String key) {
        if (settings.raw().get(key) instanceof List<?> bounds
                && (bounds.size() == 2 || bounds.size() == 3)
                && Constants.of(bounds.get(0)) instanceof Long first
                && Constants.of(bounds.get(1)) instanceof Long last
                && Constants.of(bounds.size() == 2 ? 1L : bounds.get(2)) instanceof Long step
                && step > 0
                && first <= last
                && first >= -MAX
                && last < MAX) {
            return new Integers(first, step, (last - first) / step + 1);
        }
        throw settings.wrong(
                key, "the least and the greatest whole number, such as [0, 86400], and a step if it is not 1");
    }

    private Source newId(String key) {
        settings.choice(key);
        return new New();
    }

    private Table choice(String key) {
        if (settings.raw().get(key) instanceof List<?> items
                && !items.isEmpty()
                && items.stream().noneMatch(item -> item instanceof List || item instanceof Map)) {
            @Nullable Object[][] values = {items.stream().map(Constants::of).toArray()};
            return new Table(List.of(Integers.COLUMN), values, items.size());
        }
        throw settings.wrong(key, "a list of texts, numbers or truth values, such as [red, green]");
    }

    private Draw draw(long size) {
        String draw = settings.choice("draw");
        if (settings.has("exponent") && !draw.equals("zipf")) {
            throw settings.wrong("exponent", "nothing here: only draw: zipf has one");
        }
        return switch (draw) {
            case "zipf" -> zipf(size);
            case "sequential" -> new Sequential(size);
            case "shuffle" -> new Shuffled(size);
            default -> new Uniform(size);
        };
    }

    private Draw zipf(long size) {
        if (size > MAX_ZIPF) {
            throw settings.wrong(
                    "draw", "uniform or shuffle: zipf needs a table, which can have " + MAX_ZIPF + " items");
        }
        return Zipfian.of((int) size, Zipf.milli(settings.number("exponent")));
    }
}
