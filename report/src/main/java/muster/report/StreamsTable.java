package muster.report;

import java.util.List;
import muster.report.html.Html;
import muster.store.table.Row;
import muster.text.Quantity;

/** What each load of a phase offered, and what came of it. */
final class StreamsTable {
    private StreamsTable() {}

    /** Nothing where a phase offers one load. */
    static void write(Html html, List<Row> streams) {
        if (streams.isEmpty()) {
            return;
        }
        html.table(
                List.of("stream", "offered", ">ok", ">ok/s", ">p50", ">p99", ">max", ">errors", ">missing"),
                streams.stream().map(StreamsTable::cells).toList());
        html.element(
                "p class=\"note\"",
                "Response times of all operations of a stream, outcome ok. Missing: planned, and not executed.");
    }

    private static List<String> cells(Row stream) {
        return List.of(
                stream.text("stream"),
                offered(stream),
                Quantity.number(stream.number("ok")),
                Quantity.number(stream.number("throughput_per_s")),
                Quantity.duration(stream.number("p50_ns")),
                Quantity.duration(stream.number("p99_ns")),
                Quantity.duration(stream.number("max_ns")),
                Quantity.number(stream.number("errors")),
                stream.has("missing") ? Quantity.number(stream.number("missing")) : "-");
    }

    private static String offered(Row stream) {
        int clients = (int) stream.whole("clients");
        return stream.has("rate")
                ? Quantity.number(stream.number("rate")) + "/s, at most " + clients + " in flight"
                : Quantity.count(clients, "client");
    }
}
