package muster.experiments.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import muster.store.file.DocumentedViews;
import muster.store.file.SampleRun;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitTablesTest {
    @TempDir
    Path folder;

    @Test
    void the_readme_has_every_table_and_view_and_its_queries_have_an_answer() throws IOException {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            new SampleRun("noop", 1, 3, 1, 50, 1).begin(store);
            LimitRow search = new LimitRow(
                    1, 5, "p99 < 1ms", 9.0, 8.0, null, "disk", "", "x", List.of(new LimitRow.Step(1, 9, true)));
            new LimitRecords(store.database())
                    .add(List.of(search), List.of(new LimitTargetRow(1, 1, "noop", "p99", 1e6, null, null, null)), "x");
        }
        DocumentedViews.readme().check(new LimitTables(), file, "limit_target");
        try (Query query = Query.open(file)) {
            assertThat(query.table("SELECT * FROM experiment_answer").rows())
                    .containsExactly(List.of(1L, "limit", 1L, "x"));
        }
    }
}
