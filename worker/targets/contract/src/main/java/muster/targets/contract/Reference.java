package muster.targets.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.target.Session;
import muster.workloads.target.Target;

/** Compares the database with the model. */
final class Reference {
    private static final int K = 15;

    private final GraphityModel model = new GraphityModel();
    private final Subject subject;
    private final String algorithm;

    Reference(Subject subject, String algorithm) {
        this.subject = subject;
        this.algorithm = algorithm;
    }

    GraphityModel model() {
        return model;
    }

    /** Executes it alone and compares the outcome; of a feed, the posts too. */
    void execute(Session session, GraphityOperation operation) throws Exception {
        RecordingProbe probe = RecordingProbe.execute(session, operation);
        String what = shortened(operation);
        assertThat(probe.outcome(0)).as(what).isEqualTo(model.apply(operation));
        assertThat(probe.feeds()).as(what).isEqualTo(feeds(List.of(operation)));
    }

    /** The posts of those that are feeds of somebody, by position. */
    Map<Integer, List<Long>> feeds(List<GraphityOperation> operations) {
        Map<Integer, List<Long>> feeds = new TreeMap<>();
        for (int i = 0; i < operations.size(); i++) {
            if (operations.get(i) instanceof Feed(long reader, int k)
                    && model.users().contains(reader)) {
                feeds.put(i, model.feed(reader, k));
            }
        }
        return feeds;
    }

    /** Everybody's feed, the fingerprint, and what the subject compares by itself. */
    void matches(Target target, Session session) throws Exception {
        for (long user : model.users()) {
            execute(session, new Feed(user, K));
        }
        assertThat(target.fingerprint()).isEqualTo(model.fingerprint());
        subject.compare(model, algorithm);
    }

    private static String shortened(GraphityOperation operation) {
        String text = operation.toString();
        return text.substring(0, Math.min(80, text.length()));
    }
}
