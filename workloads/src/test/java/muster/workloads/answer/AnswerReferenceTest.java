package muster.workloads.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
