package muster.endtoend.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that writes down one operation more than was planned: every output says that the run is invalid, and why. */
@Tag("slow")
class WrongBooksIT {
    private static final String WRONG = "CREATE TRIGGER wrong AFTER UPDATE OF finished ON phase WHEN new.finished = 1"
            + " BEGIN UPDATE phase SET planned = new.planned + 1 WHERE run_id = new.run_id AND step = new.step"
            + " AND trial = new.trial AND phase = new.phase; END";
    private static final String REASON = "this is a fault of Muster";

    @TempDir
    private Path folder;

    private Farm farm;

    @BeforeEach
    void prepare() throws SQLException {
        farm = new Farm(folder);
        farm.coordinator();
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + farm.file);
                Statement statement = other.createStatement()) {
            statement.execute(WRONG);
        }
        farm.worker("a");
    }

    @AfterEach
    void end() {
        farm.close();
    }

    @Test
    void a_run_whose_books_do_not_agree_is_invalid_in_all_outputs() throws IOException {
        Shell.Result run =
                farm.submit(farm.plan("operations: 400, clients: 4"), 1).result();
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(111);
        assertThat(run.out()).contains("planned 401 IS NOT covered 400 + missing 0", REASON, "INVALID");

        Shell.Result stopped = cancelled();
        assertThat(stopped.exitCode()).as(stopped.out() + stopped.err()).isEqualTo(105);
        assertThat(stopped.out()).contains("stopped and INVALID", "IS NOT covered", REASON);

        Shell.Result status = Cli.run("status", "--coordinator", farm.address());
        assertThat(status.out()).contains(REASON, "INVALID");
        String file = farm.file.toString();
        assertThat(Cli.run("runs", file).outLines().stream().filter(line -> line.contains("invalid")))
                .hasSize(2);
        assertThat(Cli.run("sql", file, "select count(*) as n from run_summary where validity = 'invalid'")
                        .out())
                .contains("2");
        for (int id = 1; id <= 2; id++) {
            Path page = folder.resolve("report-" + id + ".html");
            Cli.run("report", file + ":" + id, "--out", page.toString());
            assertThat(Files.readString(page)).contains("INVALID", "operations were counted twice or lost");
        }
        Path json = folder.resolve("run.json");
        Cli.run("export", file + ":1", "--format", "json", "--out", json.toString());
        assertThat(Files.readString(json)).contains("\"validity\": \"invalid\"", REASON);
    }

    private Shell.Result cancelled() {
        Background.One run = farm.submit(farm.plan("duration: 60s, clients: 4"), 1);
        Background.until(() -> farm.stored(2).reported() > 0);
        Cli.run("cancel", "2", "--coordinator", farm.address());
        return run.result();
    }
}
