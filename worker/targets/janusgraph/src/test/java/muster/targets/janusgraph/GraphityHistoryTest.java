package muster.targets.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import muster.workloads.GraphityOperation;
import muster.workloads.GraphityOperation.Feed;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.target.Depth;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories against the model, for each algorithm. */
class GraphityHistoryTest {
    @ParameterizedTest
    @ValueSource(strings = {"st", "stou", "graphity"})
    void everyOutcomeAndEveryFeedIsThatOfTheModel(String algorithm) throws Exception {
        try (JanusGraphTarget target = TestServer.open(algorithm)) {
            target.reset("test");
            try (Session session = target.session(Depth.EXECUTE)) {
                History history = new History(7);
                GraphityModel model = new GraphityModel();
                for (int i = 0; i < 400; i++) {
                    GraphityOperation operation = history.next();
                    assertThat(outcome(session, operation))
                            .as("operation %d, %s", i, shortened(operation))
                            .isEqualTo(model.apply(operation));
                    if (i % 5 == 0) {
                        Feed feed = new Feed(history.user(), history.feedSize());
                        assertThat(feed(session, feed))
                                .as("%s after %d operations", feed, i)
                                .isEqualTo(expectedFeed(feed, model));
                    }
                }
                Graph.matches(model, algorithm);
                assertThat(target.fingerprint()).isEqualTo(model.fingerprint());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"st", "stou", "graphity"})
    void aTransactionOfManyActionsIsPipelinedAndEachSeesTheOnesBefore(String algorithm) throws Exception {
        try (JanusGraphTarget target = TestServer.open(algorithm)) {
            target.reset("test");
            try (Session session = target.session(Depth.EXECUTE)) {
                History history = new History(8);
                GraphityModel model = new GraphityModel();
                for (int i = 0; i < 3; i++) {
                    many(session, history, model, 150);
                }
                Graph.matches(model, algorithm);
                assertThat(target.fingerprint()).isEqualTo(model.fingerprint());
            }
        }
    }

    private static void many(Session session, History history, GraphityModel model, int actions) throws Exception {
        Transaction transaction = new Transaction(actions);
        List<Outcome> expected = new ArrayList<>();
        List<List<Long>> feeds = new ArrayList<>();
        for (int i = 0; i < actions; i++) {
            GraphityOperation operation = i % 10 == 9 ? new Feed(history.user(), history.feedSize()) : history.next();
            transaction.add(operation);
            expected.add(model.apply(operation));
            feeds.add(expectedFeed(operation, model));
        }
        RecordingProbe probe = new RecordingProbe();
        session.execute(transaction, probe);
        for (int i = 0; i < actions; i++) {
            assertThat(probe.outcome(i)).as("action %d", i).isEqualTo(expected.get(i));
            assertThat(probe.feeds.get(i)).as("feed %d", i).isEqualTo(feeds.get(i));
        }
    }

    private static Outcome outcome(Session session, GraphityOperation operation) throws Exception {
        RecordingProbe probe = new RecordingProbe();
        session.execute(Transaction.of(operation), probe);
        return probe.outcome(0);
    }

    /** Null where there is none to expect. */
    private static List<Long> expectedFeed(GraphityOperation operation, GraphityModel model) {
        return operation instanceof Feed(long reader, int k) && model.users().contains(reader)
                ? model.feed(reader, k)
                : null;
    }

    private static List<Long> feed(Session session, Feed feed) throws Exception {
        RecordingProbe probe = new RecordingProbe();
        session.execute(Transaction.of(feed), probe);
        List<Long> posts = probe.feeds.get(0);
        assertThat(probe.outcome(0)).isEqualTo(posts == null ? Outcome.ABSENT : Outcome.OK);
        assertThat(probe.elements.get(0)).isEqualTo(posts == null ? null : (Long) (long) posts.size());
        return posts;
    }

    private static String shortened(GraphityOperation operation) {
        String text = operation.toString();
        return text.substring(0, Math.min(80, text.length()));
    }
}
