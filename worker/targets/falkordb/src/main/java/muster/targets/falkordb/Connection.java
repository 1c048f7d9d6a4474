package muster.targets.falkordb;

import com.falkordb.GraphContext;
import com.falkordb.GraphTransaction;
import com.falkordb.ResultSet;
import com.falkordb.impl.api.GraphContextImpl;
import com.falkordb.impl.graph_cache.GraphCache;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import muster.workloads.target.IdleConnection;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A connection of JFalkorDB's client, for one client. Not one of its pool: a pool cannot tell a connection that the server
 * has closed from one that lost a request, and only after the latter may something have happened.
 */
final class Connection implements AutoCloseable {
    private final SocketChannel channel;
    private final Jedis redis;
    private final GraphContext graph;

    private Connection(SocketChannel channel, Jedis redis, GraphContext graph) {
        this.channel = channel;
        this.redis = redis;
        this.graph = graph;
    }

    /** Connects and authenticates within the connect time-out; every later wait ends after the operation time-out. */
    static Connection open(FalkorDbSettings settings) {
        return open(settings, settings.operationTimeout());
    }

    /** @param wait the longest wait for an answer; zero for no bound */
    static Connection open(FalkorDbSettings settings, Duration wait) {
        SocketChannel channel = channel(settings);
        try {
            redis.clients.jedis.Connection connection =
                    new redis.clients.jedis.Connection(() -> socket(channel, settings), config(settings));
            Jedis redis = new Jedis(connection);
            redis.ping();
            connection.setSoTimeout((int) wait.toMillis());
            return new Connection(channel, redis, new GraphContextImpl(redis, new GraphCache(), settings.graph()));
        } catch (RuntimeException e) {
            IdleConnection.cut(channel);
            throw e;
        }
    }

    private static SocketChannel channel(FalkorDbSettings settings) {
        try {
            return SocketChannel.open();
        } catch (IOException e) {
            throw new JedisConnectionException(settings.address(), e);
        }
    }

    private static Socket socket(SocketChannel channel, FalkorDbSettings settings) {
        int waitMs = (int) settings.connectTimeout().toMillis();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Socket socket = channel.socket();
            socket.connect(new InetSocketAddress(settings.host(), settings.port()), waitMs);
            socket.setSoTimeout(waitMs);
            return socket;
        } catch (IOException e) {
            throw new JedisConnectionException(e);
        }
    }

    private static DefaultJedisClientConfig config(FalkorDbSettings settings) {
        int waitMs = (int) settings.connectTimeout().toMillis();
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .connectionTimeoutMillis(waitMs)
                .socketTimeoutMillis(waitMs)
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED);
        settings.user().ifPresent(config::user);
        settings.password().ifPresent(config::password);
        return config.build();
    }

    /** Whether a request can be sent: neither this side nor the server has ended the connection. */
    boolean usable() {
        return !IdleConnection.isClosed(channel);
    }

    ResultSet query(String text) {
        return graph.query(text);
    }

    /** An index that is there already stays. */
    void prepare(String text) {
        try {
            graph.query(text);
        } catch (JedisDataException e) {
            if (!Failures.line(e).contains("already indexed")) {
                throw e;
            }
        }
    }

    ResultSet readOnlyQuery(String text) {
        return graph.readOnlyQuery(text);
    }

    /** The lines of its plan; nothing is executed. */
    List<String> explain(String text) {
        return graph.explain(text);
    }

    GraphTransaction multi() {
        return graph.multi();
    }

    /** The answer to a plain command of Redis. */
    Jedis redis() {
        return redis;
    }

    /** The answers of a transaction that was executed; the first error among them is thrown. */
    static List<ResultSet> answers(List<Response<ResultSet>> responses) {
        return responses.stream().map(Response::get).toList();
    }

    /** From now on it is of no use: an answer may still come that belongs to an earlier request. */
    @Override
    public void close() {
        IdleConnection.cut(channel);
    }
}
