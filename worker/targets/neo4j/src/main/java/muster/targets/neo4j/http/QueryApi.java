package muster.targets.neo4j.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import muster.targets.http.request.ErrorKind;
import muster.targets.http.request.Request;
import muster.targets.http.request.RequestSender;
import muster.text.Json;
import muster.workloads.target.AbortResult;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;

/** One client's way to the API. */
final class QueryApi implements AutoCloseable {
    private final RequestSender sender;
    private final QueryApiSettings settings;
    private final long mostSeconds;

    QueryApi(RequestSender sender, QueryApiSettings settings) {
        this.sender = sender;
        this.settings = settings;
        Duration timeout = settings.route().operationTimeout();
        // In whole seconds. A server that knows it ends what its client has given up; others go on.
        this.mostSeconds = Math.max(1, timeout.plusMillis(999).toSeconds());
    }

    /**
     * A statement.
     *
     * @param writes whether the server is to allow a write
     */
    record Statement(String text, Map<String, ?> parameters, boolean writes) {}

    /**
     * Sends a statement and reads its answer.
     *
     * @param path below the API's: empty for one that commits at once
     * @param changing whether it commits something that may have changed: without an answer that is then unknown
     */
    void run(String path, Statement statement, boolean changing, StatementAnswer answer, Probe probe)
            throws OperationFailure {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("statement", statement.text());
        body.put("parameters", statement.parameters());
        body.put("accessMode", statement.writes() ? "WRITE" : "READ");
        body.put("maxExecutionTime", mostSeconds);
        send("POST", path, Json.write(body), changing, answer, probe);
        answer.end(changing);
    }

    /** Gives a transaction up. The server does so by itself after a while, so it does not matter if this fails. */
    void rollBack(String transaction) {
        try {
            send("DELETE", transaction, "", false, StatementAnswer.unread(), Probe.NONE);
        } catch (OperationFailure e) {
            return;
        }
    }

    private void send(String method, String path, String body, boolean changing, StatementAnswer answer, Probe probe)
            throws OperationFailure {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        try {
            sender.send(
                    new Request(method, settings.path() + path, settings.headers(), content, changing), answer, probe);
        } catch (OperationFailure e) {
            throw e.errorClass().equals(ErrorKind.TIMEOUT.label())
                    ? new OperationFailure(e.kind(), "OperationTimeout", "no answer in time")
                    : e;
        }
    }

    AbortResult abort() {
        return sender.abort();
    }

    @Override
    public void close() {
        sender.close();
    }
}
