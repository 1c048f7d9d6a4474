package muster.targets.http.http1;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import javax.net.ssl.SSLContext;
import muster.targets.http.request.Deadlines;
import muster.targets.http.request.HttpClient;
import muster.targets.http.request.Request;
import muster.targets.http.request.RequestSender;
import muster.targets.http.request.ResponseBody;
import muster.targets.http.request.Route;
import muster.targets.http.request.Tls;
import muster.targets.http.request.Unreachable;
import muster.workloads.target.AbortResult;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.TargetException;
import org.jspecify.annotations.Nullable;

/** A server that was reached by HTTP/1.1. */
public final class Http1Client implements HttpClient {
    private final Route route;
    private final @Nullable SSLContext tls;
    private final boolean keepAlive;
    private final Deadlines deadlines;
    private final SocketAddress address;
    private final String server;
    private final @Nullable ConnectionPool pool;

    private Http1Client(
            Route route,
            @Nullable SSLContext tls,
            boolean keepAlive,
            int connections,
            Deadlines deadlines,
            SocketAddress address,
            String server) {
        this.route = route;
        this.tls = tls;
        this.keepAlive = keepAlive;
        this.deadlines = deadlines;
        this.address = address;
        this.server = server;
        this.pool = connections == 0
                ? null
                : new ConnectionPool(connections, route.operationTimeout().toNanos(), this::connection);
    }

    /**
     * Sends a first request over the first address that takes a connection.
     *
     * @param connections that all clients share; 0: one each
     * @throws TargetException with address and cause
     */
    public static Http1Client contacted(Route route, boolean keepAlive, int connections, Request first)
            throws TargetException {
        Deadlines deadlines = new Deadlines(route.shortestTimeout());
        try {
            SSLContext tls = context(route);
            return reached(route, tls, keepAlive, connections, first, deadlines);
        } catch (IOException e) {
            deadlines.close();
            throw Unreachable.because(route, e);
        } catch (OperationFailure e) {
            deadlines.close();
            throw new TargetException(route.address() + ": not reached: " + e.getMessage(), e);
        }
    }

    private static @Nullable SSLContext context(Route route) throws IOException {
        Tls settings = route.tls();
        return settings == null ? null : settings.context();
    }

    private static Http1Client reached(
            Route route,
            @Nullable SSLContext tls,
            boolean keepAlive,
            int connections,
            Request first,
            Deadlines deadlines)
            throws IOException, OperationFailure {
        List<SocketAddress> addresses = route.addresses();
        for (int i = 0; ; i++) {
            SocketAddress address = addresses.get(i);
            try (Http1Connection connection = new Http1Connection(route, tls, address, deadlines, keepAlive)) {
                connection.open(Probe.NONE);
                connection.exchange(first, ResponseBody.NONE, Probe.NONE);
                return new Http1Client(route, tls, keepAlive, connections, deadlines, address, connection.server());
            } catch (IOException e) {
                if (i == addresses.size() - 1) {
                    throw e;
                }
            }
        }
    }

    private Http1Connection connection() {
        return new Http1Connection(route, tls, address, deadlines, keepAlive);
    }

    @Override
    public RequestSender sender() throws TargetException {
        if (pool != null) {
            return pool.sender();
        }
        Http1Connection connection = connection();
        if (keepAlive) {
            open(connection);
        }
        return new OwnConnection(connection);
    }

    private void open(Http1Connection connection) throws TargetException {
        try {
            connection.open(Probe.NONE);
        } catch (IOException e) {
            connection.close();
            throw Unreachable.because(route, e);
        }
    }

    @Override
    public String server() {
        return server;
    }

    @Override
    public String name() {
        return "http1 on java.nio " + Runtime.version();
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.close();
        }
        deadlines.close();
    }

    private record OwnConnection(Http1Connection connection) implements RequestSender {
        @Override
        public int send(Request request, ResponseBody body, Probe probe) throws OperationFailure {
            return connection.exchange(request, body, probe);
        }

        @Override
        public AbortResult abort() {
            return connection.abort();
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
