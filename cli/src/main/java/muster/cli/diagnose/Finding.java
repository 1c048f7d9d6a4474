package muster.cli.diagnose;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What the doctor found of one thing.
 *
 * @param cause why it matters; "" where all is well
 * @param change what to do; "" where there is nothing to do
 */
record Finding(String check, Level level, String value, String cause, String change) {
    /** In the order of badness. */
    enum Level {
        OK,
        WARN,
        BAD;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(String check, String value) {
        return new Finding(check, Level.OK, value, "", "");
    }

    /** @param level OK drops cause and change */
    static Finding of(String check, Level level, String value, String cause, String change) {
        return level == Level.OK ? ok(check, value) : new Finding(check, level, value, cause, change);
    }

    String line() {
        String what = "%-5s %-12s %s".formatted(level.word(), check, value);
        return what + (cause.isEmpty() ? "" : ": " + cause) + (change.isEmpty() ? "" : "; " + change);
    }

    Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("check", check);
        map.put("level", level.word());
        map.put("value", value);
        map.put("cause", cause);
        map.put("change", change);
        return map;
    }
}
