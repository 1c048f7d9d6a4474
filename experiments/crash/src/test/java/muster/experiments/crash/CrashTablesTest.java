package muster.experiments.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import muster.store.file.DocumentedViews;
import muster.store.file.Given;
import muster.store.file.Store;
import muster.store.file.row.CrashRow;
import muster.store.file.row.LostWriteRow;
import muster.store.file.row.PhaseAt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashTablesTest {
    @TempDir
    Path folder;

    @Test
    void the_readme_has_every_table_and_view_and_its_queries_have_an_answer() throws IOException {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 1, -1);
            store.phases().crash(crash(at), List.of(new LostWriteRow(at, "post", 3, 5, 6)));
        }
        DocumentedViews.readme().check(new CrashTables(), file);
    }

    private static CrashRow crash(PhaseAt at) {
        long ns = Given.START;
        return new CrashRow(at, "kill", ns, ns, ns + 5, ns + 9, 0, 10.0, 7, 1, 1, 6, 2, 1, 0, 0, 0, 0);
    }
}
