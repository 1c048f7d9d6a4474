package muster.targets.http.http2;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import muster.targets.http.request.Deadlines;
import muster.targets.http.request.HttpClient;
import muster.targets.http.request.Request;
import muster.targets.http.request.RequestSender;
import muster.targets.http.request.ResponseBody;
import muster.targets.http.request.Route;
import muster.targets.http.request.Tls;
import muster.targets.http.request.Unreachable;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.TargetException;
import org.jspecify.annotations.Nullable;

/** A server that was reached by HTTP/2. */
public final class Http2Client implements HttpClient {
    private final Route route;
    private final int streams;
    private final int most;
    private final EventLoopGroup loops;
    private final Deadlines deadlines;
    private final List<SharedConnection> connections = new ArrayList<>();
    private @Nullable Http2Connector connector;
    private String server = "";
    private int clients;

    private Http2Client(Route route, int streams, int most) {
        this.route = route;
        this.streams = streams;
        this.most = most;
        // One loop for each two cores: clients and loops share them.
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        this.loops = new MultiThreadIoEventLoopGroup(threads, NioIoHandler.newFactory());
        this.deadlines = new Deadlines(route.shortestTimeout());
    }

    /**
     * Sends a first request over the first address that takes a connection.
     *
     * @param streams requests under way at a time over one connection
     * @param connections that all clients share; 0: as many as their streams need
     * @throws TargetException with address and cause
     */
    public static Http2Client contacted(Route route, int streams, int connections, Request first)
            throws TargetException {
        Http2Client client = new Http2Client(route, streams, connections);
        try {
            client.reach(first);
            return client;
        } catch (IOException e) {
            client.close();
            throw Unreachable.because(route, e);
        } catch (OperationFailure e) {
            client.close();
            throw new TargetException(route.address() + ": not reached: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            client.close();
            Thread.currentThread().interrupt();
            throw new TargetException(route.address() + ": interrupted", e);
        }
    }

    private void reach(Request first) throws IOException, OperationFailure, InterruptedException {
        Tls settings = route.tls();
        SSLContext tls = settings == null ? null : settings.context();
        List<SocketAddress> addresses = route.addresses();
        for (int i = 0; ; i++) {
            Http2Connector trial = new Http2Connector(loops, route, tls, addresses.get(i));
            SharedConnection connection = new SharedConnection(route, trial, streams);
            try (Http2Sender sender = new Http2Sender(route, connection, deadlines)) {
                connection.opened(Probe.NONE);
                sender.send(first, ResponseBody.NONE, Probe.NONE);
                server = sender.server();
                connector = trial;
                return;
            } catch (IOException e) {
                if (i == addresses.size() - 1) {
                    throw e;
                }
            } finally {
                connection.close();
            }
        }
    }

    /** Opens the connection that the client will share, so that a measurement does not begin with it. */
    @Override
    public RequestSender sender() throws TargetException {
        SharedConnection connection = next();
        try {
            connection.opened(Probe.NONE);
        } catch (IOException e) {
            throw Unreachable.because(route, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TargetException(route.address() + ": interrupted", e);
        }
        return new Http2Sender(route, connection, deadlines);
    }

    private synchronized SharedConnection next() {
        int number = clients++;
        int at = most == 0 ? number / streams : number % most;
        while (connections.size() <= at) {
            connections.add(new SharedConnection(route, Objects.requireNonNull(connector), streams));
        }
        return connections.get(at);
    }

    @Override
    public String server() {
        return server;
    }

    @Override
    public String name() {
        return "http2 on Netty " + ClientLibrary.version(Http2ConnectionHandler.class);
    }

    @Override
    public void close() {
        synchronized (this) {
            connections.forEach(SharedConnection::close);
        }
        deadlines.close();
        var unused = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
