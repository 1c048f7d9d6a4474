package muster.targets.neo4j;

import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import muster.targets.neo4j.connection.ConnectionLimit;
import muster.targets.neo4j.connection.Tls;
import muster.targets.neo4j.cypher.Dialect;
import muster.targets.neo4j.cypher.Dialects;
import muster.targets.neo4j.query.QueryWarnings;
import muster.targets.support.DriverCalls;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Login;
import muster.workloads.target.TargetAddress;
import org.neo4j.driver.AccessMode;
import org.neo4j.driver.AuthToken;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Config;
import org.neo4j.driver.Logging;
import org.neo4j.driver.SessionConfig;

/**
 * What a plan says of a target that speaks Bolt.
 *
 * @param auth none, or user and password
 * @param fetchSize rows that the server sends without being asked again; -1 for all
 * @param connections that all clients of a worker share; 0 for one each
 */
record Neo4jSettings(
        Dialect dialect,
        URI uri,
        String database,
        AuthToken auth,
        Tls tls,
        long fetchSize,
        int connections,
        Duration connectTimeout,
        Duration operationTimeout) {
    private static final Set<String> PLAIN = Set.of("bolt", "neo4j");
    private static final String URIS =
            "an address such as bolt://127.0.0.1:7687; schemes are bolt and neo4j, with +s or +ssc for encryption, and http";
    private static final int DEFAULT_PORT = 7687;

    /** Reads and checks; secrets may still be references. Throws PlanException. */
    static Neo4jSettings of(Settings target, Dialect dialect) {
        URI uri = TargetAddress.of(
                target,
                "bolt://127.0.0.1:7687",
                URIS,
                given -> (PLAIN.contains(given.getScheme()) || Tls.isSecure(given)) && TargetAddress.hasNoPath(given));
        return of(target, dialect, uri, Tls.of(target, uri));
    }

    /** Those of the server at the address of a plan's {@code http} uri, of which it has told the one of Bolt. */
    static Neo4jSettings told(Settings target, URI bolt) {
        String trust = target.section("tls").text("trust");
        return of(target, Dialects.NEO4J, bolt, new Tls(http(target).getScheme().equals("https"), trust));
    }

    private static Neo4jSettings of(Settings target, Dialect dialect, URI uri, Tls tls) {
        TargetDefaults defaults = TargetDefaults.of(target);
        return new Neo4jSettings(
                dialect,
                uri,
                database(target, dialect),
                auth(target, dialect),
                tls,
                fetchSize(target),
                Math.toIntExact(target.integer("connections")),
                defaults.connectTimeout(),
                defaults.operationTimeout());
    }

    static String database(Settings target, Dialect dialect) {
        return target.text("database", dialect.database());
    }

    /** Whether statements go over HTTP. */
    static boolean isHttp(Settings target) {
        String uri = target.text("uri", "");
        return uri.startsWith("http://") || uri.startsWith("https://");
    }

    /** The address of such a target. */
    static URI http(Settings target) {
        return TargetAddress.required(target, URIS, given -> true);
    }

    private static AuthToken auth(Settings target, Dialect dialect) {
        return Login.of(target)
                .map(login -> AuthTokens.basic(login.user(), login.password()))
                .orElseGet(dialect::login);
    }

    private static long fetchSize(Settings target) {
        long size = target.integer("fetchSize");
        if (size == 0) {
            throw target.wrong("fetchSize", "a number of rows above 0, or -1 for all");
        }
        return size;
    }

    /** host:port. */
    String address() {
        return uri.getHost() + ":" + (uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort());
    }

    SessionConfig session() {
        return session(AccessMode.WRITE);
    }

    SessionConfig session(AccessMode access) {
        return builder(access).build();
    }

    /** Of a session that explains statements: the server says what it warns of, where it has warnings. */
    SessionConfig explaining() {
        SessionConfig.Builder session = builder(AccessMode.WRITE);
        return dialect.warns() ? QueryWarnings.asked(session) : session.build();
    }

    private SessionConfig.Builder builder(AccessMode access) {
        return SessionConfig.builder().withDatabase(database).withDefaultAccessMode(access);
    }

    /**
     * The driver's part is to carry statements: no retries, no notifications (only sessions that explain ask for them), no telemetry, no log. Its pool has no
     * bound of its own, since each client uses one connection at a time ({@link ConnectionLimit} bounds them). A bound on the wait for a connection would
     * leave a timer behind for every transaction until it ran out: hundreds of thousands in a busy minute.
     */
    @SuppressWarnings("deprecation") // Of the ways to silence the driver, only this one is not for the whole process.
    Config driver() {
        Config.ConfigBuilder config = Config.builder()
                .withLogging(Logging.none())
                .withTelemetryDisabled(true)
                .withMinimumNotificationSeverity(null)
                .withAutoCommitRetriesDisabled(true)
                .withMaxTransactionRetryTime(0, TimeUnit.MILLISECONDS)
                .withMaxConnectionPoolSize(-1)
                .withConnectionAcquisitionTimeout(0, TimeUnit.MILLISECONDS)
                .withConnectionTimeout(connectTimeout.toMillis(), TimeUnit.MILLISECONDS)
                .withFetchSize(fetchSize)
                .withUserAgent("muster");
        return tls.apply(config).build();
    }

    DriverCalls calls(Class<? extends Throwable> failures) {
        return new DriverCalls(this, failures, Failures::line);
    }

    /** Names no secret. */
    @Override
    public String toString() {
        return dialect.title() + " at " + address() + ", database " + database;
    }
}
