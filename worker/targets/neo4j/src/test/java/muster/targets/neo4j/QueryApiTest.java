package muster.targets.neo4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import muster.targets.contract.RecordingProbe;
import muster.workloads.answers.AnswerDigester;
import muster.workloads.answers.AnswerSink;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.operation.Query.Text;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.Transaction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same statements over HTTP and over Bolt, on one server. */
@Timeout(120)
class QueryApiTest {
    private static final List<String> STATEMENTS = List.of(
            "RETURN null, true, false, 0, -1, 9223372036854775807, -9223372036854775808, 'a', '', 'ü😀\"\\\\'",
            "RETURN 0.1, -0.0, 1.0e300, 1/3.0, 0.0/0.0, 1.0/0.0, -1.0/0.0, 3.0",
            "RETURN date('2024-02-29'), date('-0044-03-15'), localtime('12:31:14.645876123'), time('12:31:14+01:00'), time('12:31Z')",
            "RETURN datetime('2015-06-24T12:50:35.556+01:00'), datetime('2015-11-21T21:40:32.142[Europe/Stockholm]'),"
                    + " localdatetime('2015-07-04T19:32:24.000000001'), datetime({epochSeconds: -1, nanosecond: 1})",
            "RETURN duration('P14M16DT12.345S'), duration('-P1M'), duration({seconds: -1, nanoseconds: 1}),"
                    + " duration({seconds: -1, nanoseconds: -1}), duration('PT0S'), duration({days: -3, seconds: 90000})",
            "RETURN point({x: 1.5, y: -2}), point({x: 1, y: 2, z: 3}), point({longitude: 12.78, latitude: 56.7}),"
                    + " point({longitude: 1e-7, latitude: 2, height: -3.25})",
            "RETURN [], [1, [2.5, null], 'x'], {}, {a: 1, b: {c: [date('2020-01-01')]}, `$type`: 'Integer'}",
            "MATCH (n:Api) RETURN n ORDER BY n.id",
            "MATCH (:Api)-[r]->(:Api) RETURN r, type(r), startNode(r)",
            "MATCH p = (:Api {id: 1})-[*1..3]-(:Api) RETURN p, length(p), nodes(p), relationships(p)",
            "MATCH (n:Api) RETURN n {.*}, collect(n), properties(n)",
            "MATCH (n:Nothing) RETURN n",
            "UNWIND range(1, 5000) AS i RETURN i, toString(i), i * 1.5",
            "RETURN $a, $b, $c, $d, $e");

    /** Of one node: one of many would fill the memory of all transactions before it is given up. */
    private static final String ENDLESS_WRITE =
            "UNWIND [1] AS one CREATE (w:Slow) WITH w UNWIND range(1, 10000000000) AS i WITH w, i WHERE i % 7 = 9 SET w.i = i";

    /** This one and the slow one. */
    private static final String RUNNING =
            "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery CONTAINS 'Slow' RETURN count(*)";

    /** This one and what was left open. */
    private static final String OPEN = "SHOW TRANSACTIONS YIELD transactionId RETURN count(*)";

    @BeforeEach
    void graph() {
        TestServer.query("MATCH (n) DETACH DELETE n");
        TestServer.query("CREATE (a:Api {id: 1, at: date('2020-01-01')})-[:R {id: 7}]->(b:Api:Other {id: 2}),"
                + " (b)-[:S]->(:Api {name: 'no id'}), (b)-[:R {id: 8}]->(a)");
    }

    @AfterEach
    void erase() {
        TestServer.query("MATCH (n) DETACH DELETE n");
    }

    private static Plan plan(String... sets) {
        String text = "{name: t, target: " + TestServer.section(TestServer.httpUri())
                + ", workload: {kind: query, operations: {q: {cypher: RETURN 1}}}, phases: [{kind: measure, operations: 1}]}";
        return PlanReader.parse(text, "t.yaml", List.of(sets));
    }

    private static Target http(String... sets) throws TargetException {
        Plan plan = plan(sets);
        return new Neo4jProvider()
                .open(plan.target().settings().resolved(), plan.workload().settings());
    }

    private static QueryOperation query(String cypher, boolean write, long limit, @Nullable Object... values) {
        List<String> names = List.of("a", "b", "c", "d", "e").subList(0, values.length);
        Map<String, Text> texts = Map.of("cypher", new Text(cypher, "t.yaml:1"));
        return new QueryOperation(
                Query.of(OperationKind.named(0, "q"), texts, names, write, true, false, "id", limit), values);
    }

    private static QueryOperation read(String cypher) {
        return cypher.contains("$a")
                ? query(cypher, false, Long.MAX_VALUE, Long.MIN_VALUE, 2.0, true, "t\"\\\nü😀", null)
                : query(cypher, false, Long.MAX_VALUE);
    }

    private static final class Digesting implements Probe {
        private final AnswerDigester digester = new AnswerDigester();

        @Override
        public AnswerSink answer(int position) {
            digester.begin(true);
            return digester;
        }

        @Override
        public void stage(Stage stage, long endNs) {}

        @Override
        public void outcome(int position, Outcome outcome) {}

        @Override
        public void elements(int position, long elements) {}

        @Override
        public void bytes(long sent, long received) {}
    }

    private static String digest(Target target, QueryOperation query) throws Exception {
        try (Session session = target.session(Depth.EXECUTE)) {
            Digesting probe = new Digesting();
            session.execute(Transaction.of(query), probe);
            return probe.digester.digest().toString();
        }
    }

    @Test
    void answers_have_the_digests_of_bolt() throws Exception {
        try (Target http = http();
                Target bolt = TestServer.open("stou")) {
            for (String statement : STATEMENTS) {
                assertThat(digest(http, read(statement))).as(statement).isEqualTo(digest(bolt, read(statement)));
            }
        }
    }

    @Test
    void rows_beyond_the_limit_are_an_outcome() throws Exception {
        try (Target http = http();
                Session session = http.session(Depth.EXECUTE)) {
            QueryOperation query = query("UNWIND range(1, 100000) AS i RETURN i", false, 10);
            RecordingProbe probe = RecordingProbe.execute(session, query);
            assertThat(probe.outcome(0)).isEqualTo(Outcome.of("tooManyRows"));
            assertThat(probe.rows().get(0)).hasSize(10);
            assertThat(RecordingProbe.execute(session, read("RETURN 1")).stages())
                    .containsExactly(Stage.SEND, Stage.WAIT, Stage.RECEIVE);
        }
    }

    private static String failure(Target target, QueryOperation... queries) throws Exception {
        try (Session session = target.session(Depth.EXECUTE)) {
            RecordingProbe.execute(session, queries);
            return "none";
        } catch (OperationFailure e) {
            return e.errorClass() + " " + e.kind();
        }
    }

    @Test
    void errors_of_the_server_are_those_of_bolt() throws Exception {
        TestServer.query("CREATE CONSTRAINT api IF NOT EXISTS FOR (n:Api) REQUIRE n.id IS UNIQUE");
        try (Target http = http();
                Target bolt = TestServer.open("stou")) {
            List<QueryOperation> wrong = List.of(
                    read("MATCH (n RETURN n"),
                    read("RETURN 1/0"),
                    read("UNWIND range(1, 1000) AS i RETURN 1/(990 - i)"),
                    read("CREATE (:Written)"),
                    read("RETURN $absent"),
                    read("RETURN date('x')"),
                    query("CREATE (:Api {id: 1})", true, 1),
                    query("CALL nosuch.procedure()", true, 1));
            for (QueryOperation query : wrong) {
                String statement = query.query().texts().toString();
                assertThat(failure(http, query))
                        .as(statement)
                        .isEqualTo(failure(bolt, query))
                        .startsWith("Neo.ClientError.");
            }
        } finally {
            TestServer.query("DROP CONSTRAINT api");
        }
        assertThat(TestServer.count("MATCH (n:Written) RETURN count(n)")).isZero();
    }

    @Test
    void several_statements_are_one_transaction() throws Exception {
        QueryOperation write = query("CREATE (:Written {a: $a})", true, 1, 1L);
        QueryOperation count = read("MATCH (n:Written) RETURN count(n)");
        try (Target http = http();
                Session session = http.session(Depth.EXECUTE)) {
            RecordingProbe probe = RecordingProbe.execute(session, write, write, count);
            assertThat(probe.rows().get(2)).containsExactly(Arrays.asList(2L));
            assertThat(TestServer.count("MATCH (n:Written) RETURN count(n)")).isEqualTo(2);
            assertThatThrownBy(() -> RecordingProbe.execute(session, write, write, read("RETURN 1/0"), write))
                    .isInstanceOf(OperationFailure.class);
            assertThat(TestServer.count("MATCH (n:Written) RETURN count(n)")).isEqualTo(2);
            assertThat(TestServer.count(OPEN)).isOne();
        }
    }

    /** This server does not know the request's limit, and would go on. */
    @Test
    void a_statement_that_takes_too_long_is_given_up() throws Exception {
        try (Target http = http("target.operationTimeout=2s")) {
            QueryOperation slow = query(ENDLESS_WRITE, true, 1);
            assertThat(failure(http, slow)).isEqualTo("OperationTimeout UNKNOWN");
            QueryOperation read = read("UNWIND range(1, 10000000000) AS i RETURN sum(i)");
            assertThat(failure(http, read)).isEqualTo("OperationTimeout PERMANENT");
        } finally {
            endWhatRuns();
        }
    }

    private static void endWhatRuns() {
        TestServer.query("""
                SHOW TRANSACTIONS YIELD transactionId AS id, currentQuery WHERE currentQuery STARTS WITH 'UNWIND'
                TERMINATE TRANSACTIONS id YIELD message RETURN message
                """);
        while (TestServer.count(OPEN) > 1) {
            Thread.onSpinWait();
        }
    }

    @Test
    void below_execute_nothing_is_touched() throws Exception {
        QueryOperation write = query("CREATE (:Written)", true, 1);
        try (Target http = http()) {
            for (Depth depth : List.of(Depth.PARSE, Depth.NOTHING)) {
                try (Session session = http.session(depth)) {
                    RecordingProbe probe = RecordingProbe.execute(session, write);
                    assertThat(probe.outcomes()).isEmpty();
                    assertThat(probe.elements()).isEmpty();
                }
            }
            assertThat(TestServer.count("MATCH (n:Written) RETURN count(n)")).isZero();
            assertThat(http.explain(write).writes()).isTrue();
            assertThat(http.contents().vertices()).isEqualTo(3);
            assertThat(http.facts()).containsEntry("api", "query/v2").containsKey("server.version");
        }
    }

    @Test
    void a_server_that_refuses_is_named_at_the_start() {
        assertThatThrownBy(() -> http("target.database=nosuch"))
                .isInstanceOf(TargetException.class)
                .hasMessageContaining("database nosuch: Neo.ClientError.Database.DatabaseNotFound");
        assertThatThrownBy(() -> http("target.password=${env:PATH}"))
                .isInstanceOf(TargetException.class)
                .hasMessageContaining("Neo.ClientError.Security.Unauthorized")
                .hasMessageNotContaining(System.getenv("PATH"));
        assertThatThrownBy(() -> http("target.uri=http://127.0.0.1:1")).isInstanceOf(TargetException.class);
    }

    @Test
    void other_workloads_are_refused_by_the_check() {
        Plan right = plan();
        new Neo4jProvider().check(right.target().settings(), right.workload().settings());
        List<Plan> wrong = new ArrayList<>();
        wrong.add(TestServer.plan("stou", "target.uri=http://127.0.0.1:7474"));
        wrong.add(plan("target.uri=http://127.0.0.1:7474/db"));
        for (Plan plan : wrong) {
            assertThatThrownBy(() -> new Neo4jProvider()
                            .check(plan.target().settings(), plan.workload().settings()))
                    .isInstanceOf(PlanException.class)
                    .hasMessageContaining("target.uri");
        }
    }

    @Test
    void a_lost_answer_to_a_write_leaves_it_open() throws Exception {
        try (Target http = http("target.operationTimeout=10s");
                Session session = http.session(Depth.EXECUTE)) {
            AtomicBoolean ended = new AtomicBoolean();
            Thread aborting = Thread.startVirtualThread(() -> {
                while (!ended.get()) {
                    if (TestServer.count(RUNNING) > 1) {
                        var unused = session.abort();
                    }
                }
            });
            assertThatThrownBy(() -> RecordingProbe.execute(session, query(ENDLESS_WRITE, true, 1)))
                    .isInstanceOfSatisfying(
                            OperationFailure.class,
                            failure -> assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN));
            ended.set(true);
            aborting.join();
        } finally {
            endWhatRuns();
        }
    }
}
