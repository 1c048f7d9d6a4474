package muster.targets.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Transaction;
import org.jspecify.annotations.Nullable;

/** Sends the same request for each operation, over connections that the client keeps. */
final class HttpSession implements Session {
    private static final int FIRST_ERROR = 400;

    private final HttpClient client;
    private final HttpSettings settings;
    private final HttpRequest request;
    private final @Nullable ConnectionPool pool;

    /** @param pool null: as many connections as clients */
    HttpSession(HttpClient client, HttpSettings settings, @Nullable ConnectionPool pool) {
        this.client = client;
        this.settings = settings;
        this.pool = pool;
        this.request = settings.request(settings.method());
    }

    @Override
    public void execute(Transaction transaction, Probe probe) throws OperationFailure {
        for (int i = 0; i < transaction.size(); i++) {
            execute(i, probe);
        }
    }

    private void execute(int position, Probe probe) throws OperationFailure {
        try {
            HttpResponse<byte[]> response = pool == null ? send() : send(pool, probe);
            probe.stage(Stage.EXECUTE);
            probe.bytes(0, response.body().length);
            if (response.statusCode() >= FIRST_ERROR) {
                probe.outcome(position, Outcome.of("HTTP " + response.statusCode()));
            }
        } catch (IOException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationFailure(Kind.PERMANENT, "Interrupted", "interrupted");
        }
    }

    private HttpResponse<byte[]> send() throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> send(ConnectionPool limited, Probe probe)
            throws IOException, InterruptedException, OperationFailure {
        limited.acquire();
        try {
            probe.stage(Stage.ACQUIRE);
            return send();
        } finally {
            limited.release();
        }
    }

    private OperationFailure failure(IOException e) {
        boolean maybeDone = settings.changes() && !(e instanceof ConnectException);
        String name = e.getClass().getSimpleName();
        return new OperationFailure(
                maybeDone ? Kind.UNKNOWN : Kind.TRANSIENT, name, e.getMessage() == null ? name : e.getMessage());
    }

    @Override
    public void close() {}
}
