package muster.experiments.reproduce;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.cli.host.Machine;
import muster.cli.terminal.Bytes;
import muster.store.file.Store;

/** What a reader of a verdict must know of the machine, in one line. */
final class MachineLine {
    private static final long KIB = 1024;

    private MachineLine() {}

    /** Of this process. */
    static String text() {
        return text(Machine.facts());
    }

    /** Of runs, which may be older than this process. All revisions of Muster that measured are named. */
    static String text(Store store, List<Long> runs) {
        String ids = String.join(", ", runs.stream().map(String::valueOf).toList());
        Map<String, String> facts = new HashMap<>();
        store.query(
                        "SELECT key, CASE key WHEN 'muster.revision' THEN replace(group_concat(DISTINCT value), ',', ' and ')"
                                + " ELSE max(value) END FROM environment WHERE source = 'coordinator' AND run_id IN ("
                                + ids
                                + ") GROUP BY key")
                .rows()
                .forEach(row -> facts.put(String.valueOf(row.getFirst()), String.valueOf(row.getLast())));
        return text(facts);
    }

    private static String text(Map<String, String> facts) {
        return Stream.of(
                        facts.get("cpu"),
                        facts.get("cores") + " cores",
                        memory(facts.getOrDefault("memory", "")),
                        "Linux " + facts.get("kernel"),
                        "Java " + facts.get("java.version"),
                        "Muster " + facts.get("muster.version") + " " + facts.get("muster.revision"),
                        "database and load generator on this machine")
                .filter(part -> part != null && !part.isBlank())
                .collect(Collectors.joining(", "));
    }

    /** Of "24684084 kB". */
    private static String memory(String total) {
        String number = total.replaceFirst(" kB$", "");
        return number.matches("[0-9]{1,12}") ? Bytes.text(KIB * Long.parseLong(number)) + " of memory" : "";
    }
}
