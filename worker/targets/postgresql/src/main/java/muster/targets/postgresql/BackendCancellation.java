package muster.targets.postgresql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import muster.workloads.target.AbortResult;

/** Cancels the statement of one connection from another one, and looks whether its process still executes it. */
final class BackendCancellation {
    private static final Duration ATTEMPT = Duration.ofSeconds(10);
    private static final long LOOK_AGAIN_MS = 20;
    private static final String CANCEL = "SELECT pg_cancel_backend(?)";
    /** Also true of a process that is gone. */
    private static final String RESTS =
            "SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = ? AND state = 'active')";

    private BackendCancellation() {}

    /** Blocks for ten seconds at most. The client must begin no other statement meanwhile. */
    static AbortResult of(PostgresqlSettings settings, Connection client) {
        try (Connection other = Connection.open(settings, ATTEMPT)) {
            int backend = client.backend();
            asked(other, CANCEL, backend);
            long untilNs = System.nanoTime() + ATTEMPT.toNanos();
            while (!asked(other, RESTS, backend)) {
                if (System.nanoTime() >= untilNs) {
                    return AbortResult.running("PostgreSQL's process %d still executes it".formatted(backend));
                }
                Thread.sleep(LOOK_AGAIN_MS);
            }
            return AbortResult.confirmed("PostgreSQL has cancelled it: process %d executes nothing".formatted(backend));
        } catch (SQLException e) {
            return AbortResult.running("PostgreSQL did not cancel it: " + Failures.line(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return AbortResult.running("interrupted");
        }
    }

    private static boolean asked(Connection other, String question, int backend) throws SQLException {
        PreparedStatement statement = other.prepared(question);
        statement.setInt(1, backend);
        try (ResultSet row = statement.executeQuery()) {
            return row.next() && row.getBoolean(1);
        }
    }
}
