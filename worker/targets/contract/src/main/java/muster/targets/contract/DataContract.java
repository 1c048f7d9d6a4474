package muster.targets.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import muster.workloads.operation.DataOperation.CreateSchema;
import muster.workloads.operation.DataOperation.LoadEdges;
import muster.workloads.operation.DataOperation.LoadNodes;
import muster.workloads.operation.Operation;
import muster.workloads.schema.Column;
import muster.workloads.schema.EdgeType;
import muster.workloads.schema.GraphSchema;
import muster.workloads.schema.NodeType;
import muster.workloads.schema.ValueType;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The load of a plan's own data: what is told to be written is there, once. */
abstract class DataContract {
    private static final NodeType PERSON = new NodeType(
            "Person",
            new Column("id", ValueType.LONG),
            List.of(
                    new Column("name", ValueType.STRING),
                    new Column("height", ValueType.DOUBLE),
                    new Column("member", ValueType.BOOLEAN)));
    private static final NodeType CITY = new NodeType("City", new Column("code", ValueType.STRING), List.of());
    private static final EdgeType KNOWS =
            new EdgeType("KNOWS", PERSON, PERSON, List.of(new Column("since", ValueType.LONG)));
    private static final EdgeType LIVES_IN = new EdgeType("LIVES_IN", PERSON, CITY, List.of());
    private static final CreateSchema SCHEMA =
            new CreateSchema(new GraphSchema(List.of(PERSON, CITY), List.of(KNOWS, LIVES_IN)));

    private final Subject subject;
    private final Target target;
    private final Session session;

    DataContract(Subject subject) throws TargetException {
        this.subject = subject;
        this.target = new Opening(subject).batchInsert();
        this.session = target.session(Depth.EXECUTE);
    }

    @BeforeEach
    void reset() throws TargetException {
        assumeTrue(subject.provider().loadsData(), "it loads no data of a plan");
        target.reset("contract");
    }

    @AfterEach
    void close() {
        session.close();
        target.close();
    }

    @Test
    void typed_rows_are_counted_and_a_second_execution_leaves_the_same_graph() throws Exception {
        List<Operation> load = List.of(SCHEMA, people(0, 500), people(500, 1), cities(), knows(1, 500), livesIn());
        for (Operation operation : load) {
            assertThat(execute(operation).outcomes())
                    .as(operation.kind().toString())
                    .isEmpty();
        }
        target.awaitIndexes();
        Map<String, String> fingerprint = target.fingerprint();
        assertThat(fingerprint).containsEntry("vertices", "503").containsEntry("edges", "502");

        for (Operation operation : load) {
            execute(operation);
        }
        assertThat(target.fingerprint()).isEqualTo(fingerprint);
    }

    @Test
    void a_batch_of_edges_with_a_missing_end_is_absent_as_a_whole() throws Exception {
        assumeTrue(subject.abilities().contains(Ability.MISSING_ENDS), "it does not look for the ends of an edge");
        execute(SCHEMA);
        execute(people(0, 2));
        assertThat(execute(knows(1, 3)).outcome(0)).isEqualTo(Outcome.ABSENT);
        assertThat(target.fingerprint()).containsEntry("vertices", "2").containsEntry("edges", "0");
    }

    @Test
    void a_batch_without_rows_is_complete_as_it_is() throws Exception {
        execute(SCHEMA);
        RecordingProbe probe = execute(new LoadEdges(1, KNOWS, List.of()));
        assertThat(probe.outcome(0)).isIn(Outcome.OK, Outcome.DUPLICATE);
        assertThat(target.fingerprint()).containsEntry("edges", "0");
    }

    @Test
    void other_data_with_other_keys_can_follow() throws Exception {
        execute(SCHEMA);
        execute(people(0, 3));
        target.reset("contract");
        NodeType other = new NodeType("City", new Column("number", ValueType.LONG), List.of());
        execute(new CreateSchema(new GraphSchema(List.of(other), List.of())));
        assertThat(execute(new LoadNodes(other, List.of(new Object[] {1L}, new Object[] {2L})))
                        .elements())
                .containsEntry(0, 2L);
        assertThat(target.fingerprint()).containsEntry("vertices", "2").containsEntry("edges", "0");
    }

    @Test
    void a_statement_that_follows_the_load_is_committed_and_one_that_is_wrong_is_refused_in_the_words_of_the_database()
            throws Exception {
        execute(SCHEMA);
        execute(people(0, 3));
        execute(knows(1, 2));
        assertThat(target.contents().edges()).isEqualTo(2);
        target.execute(
                switch (subject.provider().languages().getLast()) {
                    case "sql" -> "DELETE FROM person_knows_person";
                    case "gremlin" -> "g.E().drop().iterate()";
                    default -> "MATCH ()-[r:KNOWS]->() DELETE r";
                });
        assertThat(target.contents().edges()).isZero();
        assertThat(target.contents().vertices()).isGreaterThanOrEqualTo(3);
        assertThatThrownBy(() -> target.execute("nosuchword"))
                .isInstanceOf(TargetException.class)
                .hasMessageContaining("nosuchword");
    }

    private RecordingProbe execute(Operation operation) throws OperationFailure {
        return RecordingProbe.execute(session, operation);
    }

    /** Of some, values are missing. */
    private static LoadNodes people(int first, int count) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            rows.add(
                    i % 3 == 0
                            ? new Object[] {(long) i, null, null, null}
                            : new Object[] {(long) i, "näme \"" + i, i / 2.0, i % 2 == 0});
        }
        return new LoadNodes(PERSON, rows);
    }

    private static LoadNodes cities() {
        return new LoadNodes(CITY, List.of(new Object[] {"K"}, new Object[] {"B"}));
    }

    /** Each knows the next. */
    private static LoadEdges knows(long batch, int count) {
        return new LoadEdges(
                batch,
                KNOWS,
                IntStream.range(0, count)
                        .mapToObj(i -> new Object[] {(long) i, i + 1L, i % 3 == 0 ? null : 2000L + i})
                        .toList());
    }

    private static LoadEdges livesIn() {
        return new LoadEdges(2, LIVES_IN, List.of(new Object[] {0L, "K"}, new Object[] {1L, "K"}));
    }
}
