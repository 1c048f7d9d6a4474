package muster.endtoend.fuzz;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import muster.store.file.histogram.HistogramFunctions;

/** The functions for SQL, which read blobs of a file that anybody may have written. */
public final class SqlFuzz {
    private static final String QUERY = "select hdr_count(?1), hdr_percentile(?1, 99.9), hdr_mean(?1), hdr_min(?1),"
            + " hdr_max(?1), hdr_merge(?1)";
    private static final Connection CONNECTION = open();

    private SqlFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        query(data);
        query(HistogramFuzz.deflated(HistogramFuzz.withHeader(data)));
    }

    private static void query(byte[] blob) {
        try (PreparedStatement statement = CONNECTION.prepareStatement(QUERY)) {
            statement.setBytes(1, blob);
            statement.executeQuery().close();
        } catch (SQLException expected) {
            // A blob that is none.
        }
    }

    private static Connection open() {
        try {
            Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
            HistogramFunctions.register(connection);
            return connection;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
