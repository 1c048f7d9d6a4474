package muster.experiments.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import muster.experiments.reproduce.judgement.ClaimRecords;
import muster.experiments.reproduce.judgement.ClaimRow;
import muster.experiments.reproduce.judgement.ClaimRunRow;
import muster.experiments.reproduce.judgement.Judgement;
import muster.experiments.reproduce.judgement.Observation;
import muster.store.file.DocumentedViews;
import muster.store.file.Given;
import muster.store.file.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceTablesTest {
    @TempDir
    Path folder;

    @Test
    void the_readme_has_every_table_and_view_and_its_queries_have_an_answer() throws IOException {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            Given.run(store);
            new ClaimRecords(store.database())
                    .put(new ClaimRow(
                            "d",
                            "paper",
                            "A paper",
                            1,
                            "faster",
                            "A is faster",
                            "/s",
                            "",
                            "",
                            "a > b",
                            true,
                            1,
                            1,
                            Judgement.notDecided("x"),
                            5,
                            "h",
                            List.of(),
                            List.of(new Observation("a", Double.NaN, 1, 2))));
            new ClaimRecords(store.database()).add(new ClaimRunRow("e", "fast", 1, 1));
        }
        DocumentedViews.readme().check(new ReproduceTables(), file);
    }
}
