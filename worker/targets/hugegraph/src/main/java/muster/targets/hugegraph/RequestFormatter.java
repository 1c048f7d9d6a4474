package muster.targets.hugegraph;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Requests for people to read. */
record RequestFormatter(HugeGraphSettings settings) {
    List<String> of(Request request) {
        return switch (request) {
            case Request.Cheapest cheapest -> List.of("GET /versions");
            case Request.Script script -> List.of(gremlin(script.text()));
            case Request.Named named -> List.of(gremlin(named.text()));
            case Request.Parsed parsed -> List.of(gremlin(parsed.text()));
            case Request.Vertices batch ->
                batch("vertices", "/ID", "", batch.vertices().size());
            case Request.Edges batch ->
                batch(
                        "edges",
                        "?vertex_id=ID&direction=OUT&label=EDGE&properties={\"number\": N}&limit=1",
                        "?check_vertex=" + settings.checkVertex(),
                        batch.edges().size());
        };
    }

    private static String gremlin(String text) {
        return "POST /gremlin\n" + text.lines().collect(Collectors.joining("\n"));
    }

    private List<String> batch(String kind, String asked, String parameters, int size) {
        String path = "/graphs/" + settings.database() + "/graph/" + kind;
        List<String> requests = new ArrayList<>();
        if (settings.checkDuplicate()) {
            requests.add("GET " + path + asked);
        }
        for (int from = 0; from < size; from += settings.batchLimit()) {
            int part = Math.min(settings.batchLimit(), size - from);
            requests.add("POST " + path + (part == 1 ? "" : "/batch" + parameters) + " (" + part + " " + kind + ")");
        }
        return requests;
    }
}
