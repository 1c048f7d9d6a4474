package muster.workloads.query;

import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.plan.language.PlanException;

/** Fields in the header of a file that key "data" of a plan loads, which may feed parameters as well. */
final class DataField {
    private static final Pattern ROLE = Pattern.compile("(?<name>[^:]*):(?<role>ID|START_ID|END_ID|LABEL|TYPE|IGNORE)"
            + "(\\([^)]*\\))?(\\{id-type: ?(?<type>[A-Za-z]+)})?");

    private DataField() {}

    /** Whether only files of data have it. */
    static boolean isOne(String field) {
        return ROLE.matcher(field).matches();
    }

    /** The column of a field, typed as it is loaded: a text where the header has no type. */
    static CsvColumn column(String field, Function<String, PlanException> wrong) {
        Matcher matcher = ROLE.matcher(field);
        if (!matcher.matches()) {
            return CsvColumn.ofData(field, wrong);
        }
        String name = matcher.group("name");
        return switch (matcher.group("role")) {
            case "ID" -> CsvColumn.ofKey(name.isEmpty() ? "id" : name, matcher.group("type"), wrong);
            case "START_ID", "END_ID" ->
                CsvColumn.ofKey(name.isEmpty() ? matcher.group("role") : name, matcher.group("type"), wrong);
            default -> CsvColumn.unread();
        };
    }
}
