package muster.workloads.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerReferenceTest {
    private static final ReferenceOperation ONE =
            ReferenceOperation.of("one", false, List.of("id"), Map.of("cypher", "RETURN 1"));
    private static final ReferenceOperation TWO =
            ReferenceOperation.of("two", true, List.of(), Map.of("cypher", "RETURN 2", "gremlin", "g.inject(2)"));

    @TempDir
    private Path folder;

    private Path written(int answers) throws IOException {
        Path file = folder.resolve("a.answers");
        ReferenceHeader header = new ReferenceHeader("now", "plän", "neo4j 5 at h/d", "-", List.of(ONE, TWO));
        try (ReferenceWriter writer = new ReferenceWriter(file, header)) {
            for (int i = 0; i < answers; i++) {
                writer.add(new RecordedAnswer(i % 2, key(i), new AnswerDigest(i, -i), rows(i), parameters(i)));
            }
            writer.finish();
        }
        return file;
    }

    private static long key(long value) {
        return new AnswerKey().of(new Object[] {value});
    }

    private static byte[] parameters(long value) {
        AnswerKey key = new AnswerKey();
        key.of(new Object[] {value});
        return key.values();
    }

    private static byte[] rows(long value) {
        AnswerDigester digester = new AnswerDigester();
        digester.begin(false);
        digester.row(new Object[] {value, "é"});
        return digester.firstRows();
    }

    @Test
    void every_answer_is_found_again_under_its_operation_and_values() throws IOException {
        AnswerReference reference = AnswerReference.read(written(5000));
        assertThat(reference.size()).isEqualTo(5000);
        assertThat(reference.header().plan()).isEqualTo("plän");
        for (int i = 0; i < 5000; i++) {
            int place = reference.find(i % 2, key(i));
            assertThat(reference.digest(place)).isEqualTo(new AnswerDigest(i, -i));
            assertThat(reference.find(1 - i % 2, key(i))).isNegative();
        }
        assertThat(AnswerRows.texts(reference.firstRows(reference.find(1, key(4321)))))
                .containsExactly("[4321, \"é\"]");
        assertThat(reference.find(0, key(5001))).isNegative();
    }

    @Test
    void a_file_that_is_cut_off_is_refused() throws IOException {
        String whole = Files.readString(written(10));
        List<String> lines = whole.lines().toList();
        Path cut = folder.resolve("cut.answers");
        for (int keep = 0; keep < lines.size(); keep++) {
            Files.writeString(cut, String.join("\n", lines.subList(0, keep)));
            assertThatThrownBy(() -> AnswerReference.read(cut))
                    .as("%d lines", keep)
                    .isInstanceOf(PlanException.class)
                    .hasMessageStartingWith(cut + ":");
        }
        Files.writeString(cut, whole.replaceFirst("answer\t0\t.*\n", ""));
        assertThatThrownBy(() -> AnswerReference.read(cut)).hasMessageContaining("9 of 10 answers");
    }

    @Test
    void an_interrupted_recording_leaves_the_earlier_reference() throws IOException {
        Path file = written(3);
        String before = Files.readString(file);
        ReferenceHeader header = new ReferenceHeader("later", "p", "d", "-", List.of(ONE));
        try (ReferenceWriter writer = new ReferenceWriter(file, header)) {
            writer.add(new RecordedAnswer(0, 1, AnswerDigest.EMPTY, new byte[0], parameters(1)));
        }
        assertThat(Files.readString(file)).isEqualTo(before);
        assertThat(folder).isDirectoryNotContaining(each -> each.toString().endsWith(".part"));
    }

    @Test
    void a_statement_that_was_changed_is_not_covered_and_a_further_language_is() throws IOException {
        AnswerReference reference = AnswerReference.read(written(2));
        ReferenceOperation spaced =
                ReferenceOperation.of("one", false, List.of("id"), Map.of("cypher", " RETURN\n  1 ", "gremlin", "x"));
        ReferenceOperation changed =
                ReferenceOperation.of("two", true, List.of(), Map.of("cypher", "RETURN 3", "gremlin", "g.inject(2)"));
        ReferenceOperation other = ReferenceOperation.of("three", true, List.of(), Map.of());
        assertThat(reference.numbers(List.of(spaced, changed, other))).isEqualTo(Map.of("one", 0));
        assertThat(reference.uncovered(List.of(spaced, changed, other)))
                .containsExactly("two: the cypher statement has changed since", "three: not recorded");
        ReferenceOperation unordered = ReferenceOperation.of("two", false, List.of(), TWO.statements());
        ReferenceOperation renamed = ReferenceOperation.of("one", false, List.of("user"), Map.of());
        assertThat(reference.uncovered(List.of(unordered, renamed)))
                .containsExactly(
                        "two: ordered: false, recorded with true", "one: parameters [user], recorded with [id]");
    }

    /** A change in a language that the answers do not come from changes none of them. */
    @Test
    void a_reference_is_stale_only_by_the_language_that_it_was_recorded_in() throws IOException {
        Query both = Query.of(
                OperationKind.named(0, "q4"),
                Map.of("cypher", new Query.Text("RETURN 4", "p.yaml:1"), "sql", new Query.Text("SELECT 4", "p.yaml:2")),
                List.of(),
                false,
                false,
                false,
                "id",
                10);
        ReferenceHeader header = new ReferenceHeader(
                "now", "p", "postgresql", "-", List.of(AnswerChecks.recorded(both, List.of("sql"))));
        Path file = folder.resolve("sql.answers");
        try (ReferenceWriter writer = new ReferenceWriter(file, header)) {
            writer.add(new RecordedAnswer(
                    0, new AnswerKey().of(new Object[0]), AnswerDigest.EMPTY, new byte[0], new byte[0]));
            writer.finish();
        }
        AnswerReference reference = AnswerReference.read(file);
        ReferenceOperation commented =
                ReferenceOperation.of("q4", false, List.of(), Map.of("cypher", "// four\nRETURN 4", "sql", "SELECT 4"));
        ReferenceOperation changed =
                ReferenceOperation.of("q4", false, List.of(), Map.of("cypher", "RETURN 4", "sql", "SELECT 5"));
        assertThat(reference.uncovered(List.of(commented))).isEmpty();
        assertThat(reference.uncovered(List.of(changed))).containsExactly("q4: the sql statement has changed since");
        assertThat(reference.header().operations().getFirst().origin()).isEqualTo("recorded in sql");
    }

    @Test
    void a_reference_of_the_first_format_is_still_read() throws IOException {
        List<String> lines = Files.readAllLines(written(3)).stream()
                .map(line -> line.replaceFirst("^muster-answers\t2", "muster-answers\t1"))
                .map(line -> line.startsWith("answer") ? line.replaceFirst("\t[^\t]*$", "") : line)
                .toList();
        Path old = Files.write(folder.resolve("old.answers"), lines);
        AnswerReference reference = AnswerReference.read(old);
        assertThat(reference.size()).isEqualTo(3);
        assertThat(AnswerRows.texts(reference.firstRows(reference.find(1, key(1)))))
                .containsExactly("[1, \"é\"]");
        Files.write(
                old,
                lines.stream()
                        .map(line -> line.replace("muster-answers\t1", "muster-answers\t3"))
                        .toList());
        assertThatThrownBy(() -> AnswerReference.read(old)).hasMessageContaining("format 3 is not known");
    }

    @Test
    void imported_answers_replace_those_of_their_operation_and_no_others() throws IOException {
        Path file = written(10);
        ExpectedAnswers answers = new ExpectedAnswers(false);
        answers.add(new Object[] {77L}, List.<Object[]>of(new Object[] {"x"}));
        ReferenceWriter.replace(
                file,
                AnswerReference.read(file),
                new ReferenceHeader("", "", "", "-", List.of()),
                ONE.imported("a b.csv"),
                answers);
        AnswerReference reference = AnswerReference.read(file);
        Map<String, Integer> numbers = reference.numbers(
                List.of(ReferenceOperation.of("one", false, List.of("id"), Map.of("cypher", "RETURN 'changed'")), TWO));
        assertThat(numbers).containsOnlyKeys("one", "two");
        assertThat(reference.size()).isEqualTo(6);
        assertThat(reference.find(numbers.get("one"), key(77))).isNotNegative();
        assertThat(reference.find(numbers.get("one"), key(4))).isNegative();
        assertThat(reference.digest(reference.find(numbers.get("two"), key(5)))).isEqualTo(new AnswerDigest(5, -5));
        assertThat(reference.header().operations().getLast().origin()).isEqualTo("imported from a b.csv");
    }

    @Test
    void the_first_rows_are_kept_as_many_as_have_room() {
        byte[] rows = many(1, 2, 3);
        int one = rows.length / 3;
        assertThat(AnswerRows.first(rows, rows.length)).isEqualTo(rows);
        assertThat(AnswerRows.texts(AnswerRows.first(rows, rows.length - 1))).hasSize(2);
        assertThat(AnswerRows.texts(AnswerRows.first(rows, one))).containsExactly("[1, \"é\"]");
        assertThat(AnswerRows.first(rows, one - 1)).isEmpty();
    }

    @Test
    void a_difference_shows_what_is_missing_and_what_is_too_many() {
        assertThat(AnswerDifference.text(false, 3, many(1, 2, 3), 3, many(3, 4, 1)))
                .isEqualTo("- [2, \"é\"]\n+ [4, \"é\"]");
        assertThat(AnswerDifference.text(false, 2, many(1, 1), 1, many(1))).isEqualTo("- [1, \"é\"]");
        assertThat(AnswerDifference.text(true, 4, many(1, 2, 3, 4), 4, many(1, 3, 2, 4)))
                .isEqualTo("- row 2: [2, \"é\"]\n- row 3: [3, \"é\"]\n+ row 2: [3, \"é\"]\n+ row 3: [2, \"é\"]");
        assertThat(AnswerDifference.text(false, 70, new byte[0], 69, many(1)))
                .startsWith("70 rows expected, 69 observed");
        assertThat(AnswerDifference.text(true, 9000, many(1, 2), 9000, many(1, 2)))
                .isEqualTo("the difference is after row 2, the last one that was kept");
    }

    private static byte[] many(long... values) {
        AnswerDigester digester = new AnswerDigester();
        digester.begin(false);
        for (long value : values) {
            digester.row(new Object[] {value, "é"});
        }
        return digester.firstRows();
    }
}
