package muster.benchmarks.bare;

import java.util.concurrent.TimeUnit;
import muster.targets.neo4j.cypher.Dialect;
import muster.workloads.operation.Operation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.Settings;
import org.neo4j.driver.AccessMode;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Logging;
import org.neo4j.driver.Session;
import org.neo4j.driver.SessionConfig;
import org.neo4j.driver.Transaction;
import org.neo4j.driver.TransactionConfig;
import org.neo4j.driver.exceptions.Neo4jException;
import org.neo4j.driver.exceptions.RetryableException;

/** A database that speaks Bolt with Neo4j's driver: for each operation a session and an explicit transaction: begin, run, commit. */
record BareNeo4j(
        Driver driver, Dialect dialect, SessionConfig database, TransactionConfig bounded, BareCypher statements)
        implements BareDatabase {
    static BareNeo4j open(Plan plan, TargetDefaults limits, Dialect dialect) {
        Settings target = plan.target().settings();
        return new BareNeo4j(
                GraphDatabase.driver(target.text("uri"), dialect.login(), config()),
                dialect,
                SessionConfig.builder()
                        .withDatabase(target.text("database", dialect.database()))
                        .withDefaultAccessMode(
                                plan.workload().kind().equals("query") ? AccessMode.READ : AccessMode.WRITE)
                        .build(),
                TransactionConfig.builder()
                        .withTimeout(limits.operationTimeout())
                        .build(),
                BareCypher.of(plan.workload(), dialect));
    }

    /** The target's settings of the driver, so that the driver costs both sides the same. */
    @SuppressWarnings("deprecation") // Of the ways to silence the driver, only this one is not for the whole process.
    private static Config config() {
        return Config.builder()
                .withLogging(Logging.none())
                .withTelemetryDisabled(true)
                .withMinimumNotificationSeverity(null)
                .withMaxConnectionPoolSize(-1)
                .withConnectionAcquisitionTimeout(0, TimeUnit.MILLISECONDS)
                .build();
    }

    @Override
    public Client client() {
        return new Client() {
            @Override
            public long execute(Operation operation) {
                return once(operation);
            }

            @Override
            public void close() {}
        };
    }

    private long once(Operation operation) {
        try (Session session = driver.session(database);
                Transaction transaction = session.beginTransaction(bounded)) {
            long done = statements.execute(transaction, operation);
            transaction.commit();
            return done;
        }
    }

    @Override
    public boolean isTransient(Exception failure) {
        return failure instanceof RetryableException
                || (failure instanceof Neo4jException said && dialect.mayPass(String.valueOf(said.code())));
    }

    @Override
    public void close() {
        driver.close();
    }
}
