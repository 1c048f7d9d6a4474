package muster.workloads.dataset.csv;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.csv.CsvRecords;
import muster.workloads.plan.language.PlanException;
import muster.workloads.schema.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * The header of a CSV file, as neo4j-admin knows it: fields {@code name:type}, {@code id:ID(Person)},
 * {@code :START_ID(Person)} and {@code :END_ID(Person)}; those of type LABEL, TYPE and IGNORE are not read. A type that is missing is string; that of
 * an ID can be given as {@code id:ID{id-type:long}}.
 */
record Header(List<Field> fields) {
    private static final Pattern FIELD = Pattern.compile(
            "(?<name>([A-Za-z_][A-Za-z0-9_]*)?)(:(?<type>[A-Za-z_]+(\\[])?)(\\((?<space>[^)]*)\\))?(\\{id-type: ?(?<id>[A-Za-z]+)})?)?");

    /** What a field holds. */
    enum Role {
        KEY,
        FROM,
        TO,
        PROPERTY,
        IGNORED
    }

    /**
     * One field.
     *
     * @param type null for a key whose type is not given
     * @param space of ids, "" if not given
     */
    record Field(Role role, String name, @Nullable ValueType type, String space) {}

    static Header of(List<@Nullable String> texts, CsvRecords place) {
        List<Field> fields = new ArrayList<>();
        for (String text : texts) {
            fields.add(field(text == null ? "" : text.strip(), place));
        }
        return new Header(List.copyOf(fields));
    }

    private static Field field(String text, CsvRecords place) {
        Matcher matcher = FIELD.matcher(text);
        if (!matcher.matches() || text.isEmpty()) {
            throw wrong(text, place);
        }
        String type = matcher.group("type") == null ? "string" : matcher.group("type");
        String space = matcher.group("space") == null ? "" : matcher.group("space");
        Role role = role(type);
        String name = matcher.group("name").strip();
        return switch (role) {
            case KEY -> new Field(role, name.isEmpty() ? "id" : name, idType(matcher.group("id"), text, place), space);
            case FROM, TO, IGNORED -> new Field(role, name, null, space);
            case PROPERTY -> property(name, type, text, place);
        };
    }

    private static Field property(String name, String type, String text, CsvRecords place) {
        ValueType known = ValueType.of(type).orElseThrow(() -> wrong(text, place));
        if (name.isEmpty()) {
            throw wrong(text, place);
        }
        return new Field(Role.PROPERTY, name, known, "");
    }

    private static Role role(String type) {
        return switch (type) {
            case "ID" -> Role.KEY;
            case "START_ID" -> Role.FROM;
            case "END_ID" -> Role.TO;
            case "LABEL", "TYPE", "IGNORE" -> Role.IGNORED;
            default -> Role.PROPERTY;
        };
    }

    private static @Nullable ValueType idType(@Nullable String name, String text, CsvRecords place) {
        return name == null ? null : ValueType.of(name).orElseThrow(() -> wrong(text, place));
    }

    private static PlanException wrong(String text, CsvRecords place) {
        return place.wrong(
                "header: \"" + text + "\": expected NAME:TYPE with a type of " + String.join(", ", ValueType.NAMES)
                        + ", or NAME:ID(LABEL), :START_ID(LABEL), :END_ID(LABEL), :IGNORE");
    }

    /** The position of the only field of a role, or an error that says that it is missing or there twice. */
    int only(Role role, String shown, CsvRecords place) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).role() == role) {
                found.add(i);
            }
        }
        if (found.size() != 1) {
            throw place.wrong("header: expected one field " + shown + ", found " + found.size());
        }
        return found.getFirst();
    }

    /** The positions of all properties. */
    List<Integer> properties() {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).role() == Role.PROPERTY) {
                found.add(i);
            }
        }
        return found;
    }
}
