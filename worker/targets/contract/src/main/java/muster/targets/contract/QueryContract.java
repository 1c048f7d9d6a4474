package muster.targets.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import muster.targets.contract.Subject.Statement;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.operation.Query.Text;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Statements that a plan names: their parameters, rows, limits and access. */
abstract class QueryContract {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final Subject subject;
    private final Opening opening;

    QueryContract(Subject subject) {
        this.subject = subject;
        this.opening = new Opening(subject);
    }

    /** A read may need a graph that exists. */
    @BeforeEach
    void anEmptyGraph() throws Exception {
        assumeTrue(!subject.statements().isEmpty(), "the target executes no statements of a plan");
        subject.erase();
        try (Target target = opening.graphity()) {
            target.reset("contract");
        }
    }

    @AfterEach
    void erase() throws Exception {
        subject.erase();
    }

    private QueryOperation query(Statement statement, boolean write, long limit, List<String> names, Object... values) {
        String language = subject.provider().languages().getFirst();
        Text text = new Text(subject.statements().getOrDefault(statement, ""), "contract.yaml:1");
        OperationKind kind = OperationKind.named(0, "query");
        Query query = Query.of(kind, Map.of(language, text), names, write, false, false, "id", limit);
        return new QueryOperation(query, values);
    }

    private QueryOperation echo(@Nullable Object... values) {
        return query(Statement.ECHO, false, NO_LIMIT, List.of("a", "b", "c", "d", "e"), values);
    }

    private QueryOperation rows(long n, long limit) {
        return query(Statement.ROWS, false, limit, List.of("n"), n);
    }

    private QueryOperation write(boolean allowed) {
        return query(Statement.WRITE, allowed, NO_LIMIT, List.of());
    }

    @Test
    void parameters_and_rows_keep_their_types() throws Exception {
        try (Target target = opening.graphity();
                Session session = target.session(Depth.EXECUTE)) {
            String text = "quote ' \" $ \\ \u00fc \ud83d\ude00";
            QueryOperation[] echoes = {echo(Long.MIN_VALUE, 2.5, true, text, null), echo(0L, -0.5, false, "", 1L)};
            RecordingProbe probe = RecordingProbe.execute(session, echoes);
            assertThat(probe.rows().get(0)).containsExactly(Arrays.asList(Long.MIN_VALUE, 2.5, true, text, null));
            assertThat(probe.rows().get(1)).containsExactly(Arrays.asList(0L, -0.5, false, "", 1L));
            assertThat(probe.outcomes()).isEmpty();
        }
    }

    @Test
    void rows_are_counted_and_those_beyond_the_limit_are_an_outcome() throws Exception {
        try (Target target = opening.graphity();
                Session session = target.session(Depth.EXECUTE)) {
            RecordingProbe all = RecordingProbe.execute(session, rows(5000, 5000));
            assertThat(all.elements()).containsEntry(0, 5000L);
            assertThat(all.outcomes()).isEmpty();
            assertThat(all.rows().get(0)).hasSize(5000);

            RecordingProbe limited = RecordingProbe.execute(session, rows(200_000, 10));
            assertThat(limited.outcome(0)).isEqualTo(Outcome.of(Query.TOO_MANY_ROWS));
            assertThat(limited.rows().get(0)).hasSize(10);

            assertThat(RecordingProbe.execute(session, rows(3, 10)).elements()).containsEntry(0, 3L);
        }
    }

    @Test
    void a_write_is_refused_unless_the_operation_declares_it() throws Exception {
        try (Target target = opening.graphity();
                Session session = target.session(Depth.EXECUTE)) {
            long before = target.contents().vertices();
            if (subject.abilities().contains(Ability.READ_ONLY)) {
                assertThatThrownBy(() -> RecordingProbe.execute(session, write(false)))
                        .isInstanceOf(OperationFailure.class);
                assertThat(target.contents().vertices()).isEqualTo(before);
            }
            RecordingProbe.execute(session, write(true));
            assertThat(target.contents().vertices()).isEqualTo(before + 1);
        }
    }

    @Test
    void a_wrong_statement_fails_for_good_and_leaves_the_session_usable() throws Exception {
        try (Target target = opening.graphity();
                Session session = target.session(Depth.EXECUTE)) {
            assertThatThrownBy(
                            () -> RecordingProbe.execute(session, query(Statement.WRONG, false, NO_LIMIT, List.of())))
                    .isInstanceOfSatisfying(
                            OperationFailure.class,
                            failure -> assertThat(failure.kind()).isEqualTo(Kind.PERMANENT));
            assertThat(RecordingProbe.execute(session, rows(1, 1)).elements()).containsEntry(0, 1L);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NOTHING", "PARSE"})
    void only_execute_touches_the_graph(Depth depth) throws Exception {
        try (Target target = opening.graphity();
                Session session = target.session(depth)) {
            long before = target.contents().vertices();
            assertThat(RecordingProbe.execute(session, write(true)).outcomes()).isEmpty();
            assertThat(target.contents().vertices()).isEqualTo(before);
        }
    }
}
