package muster.cli.reproduce;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.cli.host.Machine;
import muster.cli.terminal.Bytes;

/** What a reader of a verdict must know of the machine, in one line. */
final class MachineLine {
    private static final long KIB = 1024;

    private MachineLine() {}

    static String text() {
        Map<String, String> facts = Machine.facts();
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
