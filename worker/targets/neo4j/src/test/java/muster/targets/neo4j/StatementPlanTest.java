package muster.targets.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import muster.targets.neo4j.cypher.Dialects;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.LoadChain;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.Operation;
import muster.workloads.target.Depth;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.driver.Query;
import org.neo4j.driver.summary.QueryProfile;

/** How the server's planner executes the statements: by unique index and along relationships, never by a scan. */
@Tag("server")
class StatementPlanTest {
    private static final int USERS = 200;

    @ParameterizedTest
    @ValueSource(strings = {"st", "stou", "graphity"})
    void no_statement_scans_a_label_or_joins_all(String algorithm) throws Exception {
        try (Neo4jTarget target = TestServer.open(algorithm)) {
            target.reset("test");
            try (Session session = target.session(Depth.EXECUTE)) {
                load(session, algorithm.equals("graphity"));
            }
            Binding binding = new Binding(
                    Dialects.NEO4J, TestServer.plan(algorithm).workload().settings(), Depth.EXECUTE);
            for (Operation operation : operations()) {
                Query query = binding.statements(Transaction.of(operation), Probe.NONE)
                        .getFirst()
                        .query();
                QueryProfile plan = TestServer.profile(query);
                List<String> operators = operators(plan).toList();
                System.out.printf(
                        "%s %s: %d db hits%n", algorithm, operation.kind().label(), hits(plan));
                assertThat(operators)
                        .as(operation.toString())
                        .noneMatch(name -> name.contains("Scan"))
                        .noneMatch(name -> name.contains("HashJoin"));
                assertThat(widestProduct(plan)).as(operation.toString()).isLessThanOrEqualTo(1);
            }
        }
    }

    /** Each follows the seven before it, and has ten posts. */
    private static void load(Session session, boolean chains) throws Exception {
        List<Operation> users = new ArrayList<>();
        List<Operation> follows = new ArrayList<>();
        List<Operation> chained = new ArrayList<>();
        for (long user = 0; user < USERS; user++) {
            long base = 1_000 + user;
            users.add(new LoadUser(
                    user, LongStream.range(0, 10).map(n -> base + n * USERS).toArray()));
            long me = user;
            long[] followees = LongStream.range(1, 8).map(n -> (me + n) % USERS).toArray();
            follows.add(new LoadFollows(user, followees));
            chained.add(new LoadChain(user, followees));
        }
        session.execute(Transaction.of(users.toArray(Operation[]::new)), Probe.NONE);
        session.execute(Transaction.of(follows.toArray(Operation[]::new)), Probe.NONE);
        if (chains) {
            session.execute(Transaction.of(chained.toArray(Operation[]::new)), Probe.NONE);
        }
        session.execute(Transaction.of(new InsertVertices(new long[] {1, 2}, new String[] {"a", "b"})), Probe.NONE);
    }

    private static List<Operation> operations() {
        return List.of(
                new AddUser(5_000),
                new Follow(3, 50),
                new Follow(50, 3),
                new Unfollow(3, 50),
                new Unfollow(50, 3),
                new Post(5, 1_000_000, "message"),
                new Feed(5, 15),
                new InsertVertices(new long[] {3}, new String[] {"c"}),
                new InsertEdges(new long[] {1}, new long[] {1}, new long[] {2}));
    }

    private static Stream<String> operators(QueryProfile plan) {
        return Stream.concat(
                Stream.of(plan.operatorType()), plan.children().stream().flatMap(StatementPlanTest::operators));
    }

    /** Rows of the largest cartesian product; two unique seeks under one give at most one. */
    private static long widestProduct(QueryProfile plan) {
        long own =
                plan.operatorType().contains("CartesianProduct") ? plan.rows().orElse(0) : 0;
        return plan.children().stream()
                .mapToLong(StatementPlanTest::widestProduct)
                .reduce(own, Math::max);
    }

    private static long hits(QueryProfile plan) {
        return plan.dbHits().orElse(0)
                + plan.children().stream().mapToLong(StatementPlanTest::hits).sum();
    }
}
