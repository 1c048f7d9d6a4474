package muster.store.file.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import muster.model.PhaseAt;
import muster.store.file.Given;
import muster.store.file.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of the version before streams had names, which is read as it is. */
class OlderViewsTest {
    @TempDir
    private Path folder;

    private Path older(String state) throws SQLException {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 1, -1);
            assertThat(at.phase()).isEqualTo("measure");
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE run SET state = '" + state + "'");
            statement.execute("DROP VIEW snapshot");
            statement.execute("DROP VIEW stream_summary");
            statement.execute("CREATE VIEW snapshot AS SELECT run_id, 'post' AS operation FROM run");
            statement.execute("PRAGMA user_version = 8");
        }
        return file;
    }

    @Test
    void a_reader_finds_the_full_names_of_operations_in_an_older_file() throws SQLException {
        for (String state : new String[] {"complete", "running"}) {
            try (Query query = Query.open(older(state))) {
                assertThat(query.table("SELECT operation, full_operation FROM snapshot")
                                .rows())
                        .as(state)
                        .hasToString("[[post, post]]");
                assertThat(query.has("stream_summary")).isFalse();
            }
            StoreFile.remove(folder.resolve("run.db"));
        }
    }
}
