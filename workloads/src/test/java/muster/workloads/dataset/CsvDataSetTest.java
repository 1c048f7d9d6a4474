package muster.workloads.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import muster.workloads.dataset.csv.CsvDataSet;
import muster.workloads.dataset.csv.CsvWriter;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import muster.workloads.schema.ValueType;
import muster.workloads.social.SocialNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvDataSetTest {
    private static final String PEOPLE = """
            id:ID(Person),name,age:int,height:double,member:boolean
            7,"Ann, ""the""
            first",30,1.75,true

            8,Bob,,,FALSE\r
            """;

    @TempDir
    private Path folder;

    private DataSet open(String data) {
        Plan plan = PlanReader.parse(
                "{target: {kind: noop}, workload: {kind: noop}, data: " + data
                        + ", phases: [{kind: load}, {kind: measure, operations: 1}]}",
                "test.yaml",
                List.of());
        return CsvDataSet.open(plan.data().settings(), name -> folder.resolve(name));
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private static List<List<Object>> rows(Table<?> table) {
        List<List<Object>> rows = new ArrayList<>();
        for (long batch = 0; batch < table.batches(); batch++) {
            table.rows(batch).forEach(row -> rows.add(new ArrayList<>(Arrays.asList(row))));
        }
        return rows;
    }

    @Test
    void types_come_from_the_header_and_quotes_hold_delimiters_and_line_ends() throws Exception {
        write("people.csv", PEOPLE);
        Table<?> people = open("{nodes: {Person: people.csv}}").nodes().getFirst();
        assertThat(rows(people))
                .containsExactly(
                        List.of(7L, "Ann, \"the\"\nfirst", 30L, 1.75, true),
                        Arrays.asList(8L, "Bob", null, null, false));
    }

    @Test
    void packed_files_are_read_like_plain_ones_whatever_they_are_called() throws Exception {
        String people = PEOPLE.replace("(Person)", "");
        write("people.csv", people);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("gzip")))) {
            out.write(people.getBytes(StandardCharsets.UTF_8));
        }
        try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(folder.resolve("zstd")))) {
            out.write(people.getBytes(StandardCharsets.UTF_8));
        }
        DataSet set = open("{nodes: {A: people.csv, B: gzip, C: zstd}}");
        assertThat(rows(set.nodes().get(1))).isEqualTo(rows(set.nodes().get(0)));
        assertThat(rows(set.nodes().get(2))).isEqualTo(rows(set.nodes().get(0)));
    }

    @Test
    void a_written_data_set_is_read_back() throws Exception {
        DataSet social = new SocialNetwork(1_000, 7).dataSet();
        Map<String, Long> rows = CsvWriter.write(social, folder, (name, count) -> {});
        DataSet set = open("{nodes: {Place: Place.csv, Tag: Tag.csv, Person: Person.csv, Forum: Forum.csv},"
                + " edges: {HAS_MEMBER: Forum_HAS_MEMBER_Person.csv}}");
        assertThat(rows(set.nodes().get(2))).isEqualTo(rows(social.nodes().get(2)));
        assertThat(rows(set.edges().getFirst()))
                .hasSize(rows.get("Forum_HAS_MEMBER_Person.csv").intValue());
    }

    @Test
    void batches_are_read_in_any_order() throws Exception {
        write(
                "n.csv",
                "key:ID{id-type:string};text\n"
                        + IntStream.range(0, 1234)
                                .mapToObj(i -> "k" + i + ";\"line " + i + "\n...\"")
                                .collect(Collectors.joining("\n")));
        Table<?> table = open("{nodes: {N: n.csv}}").nodes().getFirst();
        assertThat(table.batches()).isEqualTo(3);
        assertThat(table.rows(2)).hasSize(234);
        assertThat(table.rows(1).getFirst()).containsExactly("k500", "line 500\n...");
        assertThat(table.rows(0).get(499)).containsExactly("k499", "line 499\n...");
    }

    @Test
    void a_quote_within_a_field_that_is_not_quoted_is_a_character_of_it() throws Exception {
        write(
                "n.csv",
                "id:ID,text\n"
                        + IntStream.range(0, 1001)
                                .mapToObj(i -> i + "," + (i == 3 ? "5\" pipe" : "\"a \"\"b\"\"\nc,\""))
                                .collect(Collectors.joining("\n")));
        Table<?> table = open("{nodes: {N: n.csv}}").nodes().getFirst();
        assertThat(table.batches()).isEqualTo(3);
        assertThat(table.rows(0).get(3)).containsExactly(3L, "5\" pipe");
        assertThat(table.rows(2)).hasSize(1).first().isEqualTo(new Object[] {1000L, "a \"b\"\nc,"});
    }

    @Test
    void edges_take_the_type_of_their_ends_from_the_nodes() throws Exception {
        write("people.csv", PEOPLE);
        write("cities.csv", "name:ID(City)\nKoblenz\n");
        write("lives.csv", ":START_ID(Person)|:END_ID(City)|:TYPE|since:long\n7|Koblenz|x|2001\n");
        DataSet set = open("{nodes: {Person: people.csv, City: cities.csv}, edges: {LIVES_IN: [lives.csv]}}");
        assertThat(rows(set.edges().getFirst())).containsExactly(List.of(7L, "Koblenz", 2001L));
        assertThat(set.edges().getFirst().type().to().key().type()).isEqualTo(ValueType.STRING);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '~',
            value = {
                "id:ID,age:int\\n1,2\\n2,old!n.csv:3: age: \"old\": expected a long",
                "id:ID\\n1\\n\\n\\nx!n.csv:5: id: \"x\": expected a long",
                "id:ID,t\\n1,\"a\\nb\"\\n2!n.csv:4: 1 fields, but the header has 2",
                "id:ID,t\\n,a!n.csv:2: id: missing: every row needs it",
                "id:ID,t\\n1,\"a!n.csv:2: a quoted field does not end",
                "id:ID,t:date\\n1,a!n.csv:1: header: \"t:date\": expected NAME:TYPE",
                "id,t\\n1,a!n.csv:1: header: expected one field NAME:ID, found 0",
                "id:ID,t,t\\n1,a,b!n.csv:1: header: two fields have one name",
                "id:ID\\n1\\n2\\n1!n.csv:4: id: 1: a row before it has this key",
            })
    void a_wrong_row_is_named_by_file_and_line(String text, String message) throws Exception {
        write("n.csv", text.replace("\\n", "\n"));
        assertThatThrownBy(() -> open("{nodes: {N: n.csv}}"))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(message);
    }

    @Test
    void an_end_without_nodes_is_refused() throws Exception {
        write("n.csv", "id:ID\n1\n");
        write("e.csv", ":START_ID(M),:END_ID\n1,1\n");
        assertThatThrownBy(() -> open("{nodes: {N: n.csv}, edges: {E: e.csv}}"))
                .hasMessageContaining("e.csv:1: header: :START_ID(M): expected a label of nodes: N");
    }
}
