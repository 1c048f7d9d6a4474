package muster.store.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.store.file.sqlite.StoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableTextTest {
    private static final Table TABLE = new Table(
            List.of("name", "n", "share"),
            List.of(
                    Arrays.asList("a \"b\", c", 12L, 0.5),
                    Arrays.asList("line\nbreak", null, 1234.5678),
                    Arrays.asList(null, Long.MAX_VALUE, 1.0)));

    @TempDir
    Path folder;

    @Test
    void people_get_columns() {
        assertThat(print(TableText.Format.ALIGNED)).isEqualTo("""
                        name                          n     share
                        ----------  -------------------  --------
                        a "b", c                     12     0.500
                        line break                    -  1234.568
                        -           9223372036854775807     1.000
                        """);
    }

    @Test
    void programs_get_csv_and_typed_json() {
        assertThat(print(TableText.Format.CSV))
                .isEqualTo(
                        "name,n,share\r\n\"a \"\"b\"\", c\",12,0.5\r\n\"line\nbreak\",,1234.5678\r\n,9223372036854775807,1.0\r\n");
        assertThat(print(TableText.Format.JSON)).isEqualTo("""
                        [
                        {"name": "a \\"b\\", c", "n": 12, "share": 0.5},
                        {"name": "line\\nbreak", "n": null, "share": 1234.5678},
                        {"name": null, "n": 9223372036854775807, "share": 1.0}
                        ]
                        """);
    }

    @Test
    void an_empty_answer_has_its_columns() {
        StringBuilder out = new StringBuilder();
        TableText.print(new Table(List.of("x"), List.of()), TableText.Format.ALIGNED, out);
        TableText.print(new Table(List.of("x"), List.of()), TableText.Format.JSON, out);
        assertThat(out.toString()).isEqualTo("x\n-\n[\n]\n");
    }

    @Test
    void big_answers_are_streamed_with_their_types() throws IOException {
        Path file = folder.resolve("run.db");
        Store.open(Files.createFile(file)).close();
        long[] rows = {0};
        try (Query query = Query.open(file)) {
            query.stream(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)"
                            + " SELECT i, i * 1.0, 'x' || i, x'00ff', NULL FROM n",
                    new RowSink() {
                        @Override
                        public void columns(List<String> columns) {
                            assertThat(columns).hasSize(5);
                        }

                        @Override
                        public void row(List<Object> row) {
                            rows[0]++;
                            assertThat(row.get(0)).isEqualTo(rows[0]);
                            assertThat(row.get(1)).isInstanceOf(Double.class);
                            assertThat(row.get(3)).isInstanceOf(byte[].class);
                        }

                        @Override
                        public void end() {
                            rows[0] = -rows[0];
                        }
                    });
        }
        assertThat(rows[0]).isEqualTo(-300_000);
    }

    @Test
    void functions_take_nulls_and_refuse_what_is_no_histogram() throws IOException {
        Path file = folder.resolve("run.db");
        Store.open(Files.createFile(file)).close();
        try (Query query = Query.open(file)) {
            assertThat(query.table(
                                    "SELECT hdr_merge(x), hdr_count(NULL), hdr_percentile(NULL, 99) FROM (SELECT NULL AS x)")
                            .rows())
                    .containsExactly(Arrays.asList(null, null, null));
            assertThat(query.table("SELECT hdr_merge(x) FROM (SELECT 1 AS x) WHERE x = 2")
                            .rows())
                    .containsExactly(Arrays.asList((Object) null));
            assertThatThrownBy(() -> query.table("SELECT hdr_count(x'00')"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("hdr_count: histogram: ")
                    .hasMessageNotContaining("\n");
            assertThatThrownBy(() -> query.table("SELECT hdr_merge(x) FROM (SELECT x'0102030405060708090a' AS x)"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("hdr_merge: histogram: ");
            assertThatThrownBy(() -> query.table("SELECT x FROM nowhere"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("no such table: nowhere");
            assertThat(query.table("SELECT 1").rows()).containsExactly(List.of(1L));
        }
    }

    private static String print(TableText.Format format) {
        StringBuilder out = new StringBuilder();
        TableText.print(TABLE, format, out);
        return out.toString();
    }
}
