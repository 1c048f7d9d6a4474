package muster.targets.postgresql;

import java.io.IOException;
import java.io.StringReader;
import java.nio.channels.SocketChannel;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import muster.targets.postgresql.data.DataSchema;
import muster.workloads.target.IdleConnection;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;

/** A connection of the driver, for one client; it keeps each statement prepared that it has sent. */
final class Connection implements AutoCloseable {
    /** The driver reads an answer as a whole: one that is larger fails, so that it cannot fill the worker's memory. */
    private static final String LARGEST_ANSWER = "256M";

    /** Tables of a plan's own data before those that are there. */
    private static final String SEARCH_PATH = DataSchema.NAME + ",\"$user\",public";

    private final SocketChannel channel;
    private final java.sql.Connection sql;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    private Connection(SocketChannel channel, java.sql.Connection sql) {
        this.channel = channel;
        this.sql = sql;
    }

    /** Connects within the connect time-out; every later wait ends after the operation time-out. */
    static Connection open(PostgresqlSettings settings) throws SQLException {
        return open(settings, settings.operationTimeout());
    }

    /** @param wait the longest wait for an answer; zero for no bound */
    static Connection open(PostgresqlSettings settings, Duration wait) throws SQLException {
        String url = "jdbc:postgresql://%s/%s".formatted(settings.address(), settings.database());
        java.sql.Connection sql = new Driver().connect(url, properties(settings, wait));
        SocketChannel channel = ClientSocketFactory.taken();
        sql.setNetworkTimeout(Runnable::run, (int) wait.toMillis());
        return new Connection(channel, sql);
    }

    /** Until it is connected the driver knows time-outs in seconds only. */
    private static Properties properties(PostgresqlSettings settings, Duration wait) {
        Properties properties = new Properties();
        String seconds = Long.toString(Math.max(1, settings.connectTimeout().toSeconds()));
        PGProperty.CONNECT_TIMEOUT.set(properties, seconds);
        PGProperty.SOCKET_TIMEOUT.set(properties, seconds);
        PGProperty.SOCKET_FACTORY.set(properties, ClientSocketFactory.class.getName());
        PGProperty.TCP_NO_DELAY.set(properties, true);
        PGProperty.USER.set(properties, settings.user());
        settings.password().ifPresent(password -> PGProperty.PASSWORD.set(properties, password));
        PGProperty.SSL_MODE.set(properties, "disable");
        PGProperty.GSS_ENC_MODE.set(properties, "disable");
        PGProperty.READ_ONLY_MODE.set(properties, "always");
        PGProperty.MAX_RESULT_BUFFER.set(properties, LARGEST_ANSWER);
        PGProperty.PREPARE_THRESHOLD.set(properties, 1);
        PGProperty.APPLICATION_NAME.set(properties, "muster");
        PGProperty.OPTIONS.set(
                properties,
                "-c statement_timeout=%d -c default_transaction_isolation=%s -c search_path=%s"
                        .formatted(wait.toMillis(), settings.isolation().replace(" ", "\\ "), SEARCH_PATH));
        return properties;
    }

    /** Whether a request can be sent: neither this side nor the server has ended the connection. */
    boolean usable() {
        return !IdleConnection.isClosed(channel);
    }

    /** Whether the server refuses to write from now on; a change of that is a round trip. */
    void readOnly(boolean only) throws SQLException {
        if (sql.isReadOnly() != only) {
            sql.setReadOnly(only);
        }
    }

    PreparedStatement prepared(String text) throws SQLException {
        PreparedStatement known = prepared.get(text);
        if (known == null) {
            known = sql.prepareStatement(text);
            prepared.put(text, known);
        }
        return known;
    }

    /** Rows that were copied. */
    long copy(String text, String rows) throws SQLException {
        try {
            return sql.unwrap(PGConnection.class).getCopyAPI().copyIn(text, new StringReader(rows));
        } catch (IOException e) {
            throw new SQLException(e.getMessage(), "08006", e);
        }
    }

    /** The process of the server that serves it. */
    int backend() throws SQLException {
        return sql.unwrap(PGConnection.class).getBackendPID();
    }

    java.sql.Connection sql() {
        return sql;
    }

    /** From now on it is of no use: an answer may still come that belongs to an earlier request. */
    @Override
    public void close() {
        IdleConnection.cut(channel);
    }
}
