package muster.workloads.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import muster.workloads.dataset.DataSet;
import muster.workloads.dataset.csv.CsvDataSet;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.language.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvFileTest {
    @TempDir
    private Path folder;

    private Source.Table read(byte[] content) throws IOException {
        return CsvFile.read("p.csv", Files.write(folder.resolve("content"), content));
    }

    private Source.Table read(String content) throws IOException {
        return read(content.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_column_has_the_type_of_its_header_or_what_all_its_fields_are() throws IOException {
        Source.Table table = read("id:long,score:double,on:boolean,name,number,mixed\n1,2,true,a,7,7\n2,,false,,,x\n");
        assertThat(table.columns()).containsExactly("id", "score", "on", "name", "number", "mixed");
        assertThat(table.size()).isEqualTo(2);
        assertThat(table.values()[0]).containsExactly(1L, 2L);
        assertThat(table.values()[1]).containsExactly(2.0, null);
        assertThat(table.values()[2]).containsExactly(true, false);
        assertThat(table.values()[3]).containsExactly("a", null);
        assertThat(table.values()[4]).containsExactly(7L, null);
        assertThat(table.values()[5]).containsExactly("7", "x");
    }

    @Test
    void quotes_hold_commas_quotes_and_nothing() throws IOException {
        Source.Table table = read("\uFEFFa,b\r\n\"x, \"\"y\"\"\",\"\"\r\n");
        assertThat(table.columns()).containsExactly("a", "b");
        assertThat(table.values()[0]).containsExactly("x, \"y\"");
        assertThat(table.values()[1]).containsExactly("");
    }

    /** What is asked for is what was loaded. */
    @Test
    void a_file_of_data_has_the_values_that_are_loaded_from_it() throws IOException {
        Path golden = Path.of("src/test/resources/golden");
        Branch data = Yaml.document("{nodes: {Person: persons.csv}, edges: {KNOWS: knows.csv}}", "data");
        DataSet loaded = CsvDataSet.open(TreeSettings.of("data", data), golden::resolve);
        loadedAs(
                CsvFile.read("persons.csv", golden.resolve("persons.csv")),
                loaded.nodes().getFirst().rows(0));
        loadedAs(
                CsvFile.read("knows.csv", golden.resolve("knows.csv")),
                loaded.edges().getFirst().rows(0));
    }

    private static void loadedAs(Source.Table table, List<Object[]> rows) {
        assertThat(table.size()).isEqualTo(rows.size());
        for (int row = 0; row < rows.size(); row++) {
            for (int column = 0; column < rows.get(row).length; column++) {
                assertThat(table.value(column, row)).isEqualTo(rows.get(row)[column]);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'id:ID(Person)|name:STRING', 'id,name'",
        "':START_ID(A);:END_ID(B);since:long', 'START_ID,END_ID,since'",
        "':ID{id-type:string}\tx:IGNORE\ty', 'id,y'",
        "'a|b,c', 'a|b,c'",
        "'a|b|c', 'a,b,c'"
    })
    void the_header_says_what_parts_fields_and_columns_have_its_names_without_types(String header, String names)
            throws IOException {
        String row = header.replaceAll("[^,;|\t]+", "1");
        assertThat(read(header + "\n" + row + "\n").columns()).containsExactly(names.split(",", -1));
    }

    @Test
    void a_packed_file_is_read_whatever_its_name() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write("a\n5\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(read(packed.toByteArray()).values()[0]).containsExactly(5L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                      | p.csv:1: expected a header",
                "a;a,a                   | p.csv:2: 2 fields, but the header has 1",
                "a,a;1,2                 | p.csv:1: two columns have the name a",
                "a:float32;1             | p.csv:1: column a:float32: expected a type long, double, boolean or string",
                "a                       | p.csv:2: has no row after its header",
                "a:long;1;;x             | p.csv:4: column a: \"x\" is not a whole number",
                "a:long;9223372036854775808 | p.csv:2: column a: \"9223372036854775808\" is not a whole number",
                "a:double;1d             | p.csv:2: column a: \"1d\" is not a number",
                "a:boolean;TRUE          | p.csv:2: column a: \"TRUE\" is not true or false",
                "a;\"x                   | p.csv:2: a quote that is not closed on its line",
                "a;\"x\"y                | p.csv:2: text after a closing quote",
                "a:ID;1;\"x;y           | p.csv:3: a quoted field does not end",
                "a:ID,b:date;1,2        | p.csv:1: column b:date: expected a type long, double, boolean or string",
                "a:ID,b:long;\"x;y\",z   | p.csv:2: column b: \"z\" is not a whole number",
            })
    void what_is_wrong_is_named_with_its_line(String lines, String message) {
        String content = String.join("\n", List.of(lines.split(";", -1)));
        assertThatThrownBy(() -> read(content)).hasMessageStartingWith(message.strip());
    }

    /** 100 KB would be 200 MB of text, and a worker reads what a client's plan names. */
    @Test
    void a_packed_file_that_is_one_endless_line_is_refused_before_it_is_unpacked() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write("a\n1\n".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 100; i++) {
                out.write("x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8));
            }
        }
        assertThatThrownBy(() -> read(packed.toByteArray())).hasMessage("p.csv:3: longer than 1048576 characters");
    }

    @Test
    void so_is_a_header_of_more_columns_than_a_table_may_have() throws IOException {
        String most = "c"
                .concat(String.join(
                        ",c",
                        IntStream.range(0, CsvRows.MAX_COLUMNS)
                                .mapToObj(Integer::toString)
                                .toList()));
        String row = "1" + ",1".repeat(CsvRows.MAX_COLUMNS - 1);
        assertThat(read(most + "\n" + row).columns()).hasSize(CsvRows.MAX_COLUMNS);
        assertThatThrownBy(() -> read(most + ",d\n" + row + ",1")).hasMessage("p.csv:1: more than 1000 columns");
    }

    @Test
    void lines_end_as_those_of_any_system_do_wherever_a_buffer_ends() throws IOException {
        for (int length : new int[] {1, 8189, 8190, 8191, 8192, 8193, 20_000}) {
            String text = "x".repeat(length);
            assertThat(read("a\r\n" + text + "\r\n\r\n2\ry\n\r" + text).values()[0])
                    .containsExactly(text, "2", "y", text);
        }
    }

    @Test
    void bytes_that_are_no_text_are_refused() {
        assertThatThrownBy(() -> read(new byte[] {'a', '\n', (byte) 0xff, '\n'}))
                .hasMessageContaining("UTF-8");
    }
}
