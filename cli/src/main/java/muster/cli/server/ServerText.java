package muster.cli.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.cli.terminal.Bytes;
import muster.servers.ServerStatus;
import muster.servers.host.Ports;

/** Shows the status of a server: as one line, as several, or as a map for JSON. */
final class ServerText {
    private ServerText() {}

    static String line(ServerStatus status) {
        String where = status.addresses().getOrDefault("uri", "");
        String note = status.note().isEmpty() ? "" : " (" + status.note() + ")";
        return String.join("  ", status.name(), status.version(), status.condition() + note, where, size(status))
                .strip();
    }

    static List<String> lines(ServerStatus status) {
        List<String> lines = new ArrayList<>();
        lines.add(status.name() + " " + status.version() + " " + status.condition());
        status.addresses().forEach((kind, address) -> lines.add("  " + kind + " " + address));
        status.pid().ifPresent(pid -> lines.add("  process " + pid + runtime(status)));
        if (!status.choices().isEmpty()) {
            lines.add("  "
                    + status.choices().entrySet().stream()
                            .map(choice -> choice.getKey() + " " + choice.getValue())
                            .collect(Collectors.joining(", ")));
        }
        Stream.of(size(status), status.note()).filter(text -> !text.isEmpty()).forEach(text -> lines.add("  " + text));
        return lines;
    }

    /** Of a server that runs on Java; others have no heap that Muster sets. */
    private static String runtime(ServerStatus status) {
        return status.jdk().isEmpty() ? "" : ", heap " + status.heap() + ", JDK " + status.jdk();
    }

    static Map<String, Object> map(ServerStatus status) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", status.name());
        map.put("version", status.version());
        map.put("condition", status.condition());
        map.put("folder", status.folder());
        status.pid().ifPresent(pid -> map.put("pid", pid));
        map.put("choices", status.choices());
        map.put("addresses", status.addresses());
        map.put("ports", status.ports().<Map<String, Integer>>map(Ports::byRole).orElse(Map.of()));
        status.startedAt().ifPresent(at -> map.put("started_at", at));
        map.put("data_bytes", status.dataBytes());
        map.put("note", status.note());
        return map;
    }

    private static String size(ServerStatus status) {
        return status.dataBytes() == 0 ? "" : Bytes.text(status.dataBytes()) + " in " + status.folder();
    }
}
