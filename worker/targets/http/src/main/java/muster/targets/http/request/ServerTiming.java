package muster.targets.http.request;

import muster.workloads.target.Probe;
import muster.workloads.target.ServerStage;

/** What a server says about where the time went: header Server-Timing (W3C), and ArangoDB's queue time. */
public final class ServerTiming {
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_S = 1e9;
    private static final ServerStage QUEUE = ServerStage.of("queue");

    private ServerTiming() {}

    /** Reports each metric with a duration, such as {@code work;dur=1.5, db;dur=53.2;desc="x"}: milliseconds. */
    public static void report(String header, Probe probe) {
        int from = 0;
        while (from < header.length()) {
            int comma = header.indexOf(',', from);
            int to = comma < 0 ? header.length() : comma;
            metric(header, from, to, probe);
            from = to + 1;
        }
    }

    private static void metric(String header, int from, int to, Probe probe) {
        int semicolon = header.indexOf(';', from);
        int duration = header.indexOf("dur=", from);
        if (semicolon < 0 || semicolon >= to || duration < 0 || duration >= to) {
            return;
        }
        int start = duration + "dur=".length();
        int end = start;
        while (end < to && header.charAt(end) != ';') {
            end++;
        }
        report(
                ServerStage.of(header.substring(from, semicolon).strip()),
                header.substring(start, end),
                NS_PER_MS,
                probe);
    }

    /** Reports header X-Arango-Queue-Time-Seconds as stage server.queue. */
    public static void reportQueueSeconds(String seconds, Probe probe) {
        report(QUEUE, seconds, NS_PER_S, probe);
    }

    private static void report(ServerStage stage, String value, double unitNs, Probe probe) {
        try {
            probe.reported(stage, Math.round(Double.parseDouble(value.strip()) * unitNs));
        } catch (NumberFormatException noNumber) {
            // A server may send what it likes; what is no number is no duration.
            return;
        }
    }
}
