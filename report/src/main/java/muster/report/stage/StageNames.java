package muster.report.stage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What users call the stages of a request, in the order in which they come. */
public final class StageNames {
    private static final Map<String, String> NAMES = names();
    private static final List<String> ORDER = new ArrayList<>(NAMES.keySet());

    private StageNames() {}

    private static Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("lease", "wait for lease");
        names.put("late", "late start");
        names.put("acquire", "acquire connection");
        names.put("connect", "connect");
        names.put("tls", "TLS handshake");
        names.put("begin", "begin");
        names.put("send", "send request");
        names.put("execute", "execute");
        names.put("server", "server, as it reports");
        names.put("wait", "wait for server");
        names.put("first_row", "wait for first row");
        names.put("rows", "stream rows");
        names.put("receive", "receive response");
        names.put("commit", "commit");
        names.put("rest", "other");
        return names;
    }

    /** A stage that a target made up has its own name. */
    public static String of(String stage) {
        return NAMES.getOrDefault(stage, stage);
    }

    /** Made-up stages come last, but for what no stage names and the whole. */
    public static int place(String stage) {
        int place = ORDER.indexOf(stage);
        return switch (stage) {
            case "service" -> ORDER.size() + 1;
            case "rest" -> ORDER.size();
            default -> place < 0 ? ORDER.size() - 1 : place;
        };
    }
}
