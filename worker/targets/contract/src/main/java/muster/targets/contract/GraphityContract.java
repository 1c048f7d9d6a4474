package muster.targets.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.target.Depth;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Graphity, one client: random histories against the model, for each algorithm. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class GraphityContract {
    private static final long NOBODY = 999;

    private final Subject subject;
    private final Opening opening;

    GraphityContract(Subject subject) {
        this.subject = subject;
        this.opening = new Opening(subject);
    }

    List<String> algorithms() {
        return subject.algorithms();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void every_outcome_and_feed_of_a_random_history_equals_the_model(String algorithm) throws Exception {
        try (Target target = opening.graphity(algorithm)) {
            target.reset("contract");
            try (Session session = target.session(Depth.EXECUTE)) {
                History history = new History(Seed.random("history", 7));
                Reference reference = new Reference(subject, algorithm);
                for (int i = 0; i < 400; i++) {
                    reference.execute(session, i % 5 == 4 ? history.feed() : history.next());
                }
                reference.matches(target, session);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void in_a_transaction_of_many_actions_each_sees_the_ones_before(String algorithm) throws Exception {
        assumeTrue(subject.abilities().contains(Ability.TRANSACTIONS), "it has no transactions of several actions");
        try (Target target = opening.graphity(algorithm)) {
            target.reset("contract");
            try (Session session = target.session(Depth.EXECUTE)) {
                History history = new History(Seed.random("transactions", 8));
                Reference reference = new Reference(subject, algorithm);
                for (int i = 0; i < 3; i++) {
                    many(session, history, reference);
                }
                reference.matches(target, session);
            }
        }
    }

    private static void many(Session session, History history, Reference reference) throws Exception {
        List<GraphityOperation> actions = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            actions.add(i % 10 == 9 ? history.feed() : history.next());
        }
        RecordingProbe probe = RecordingProbe.execute(session, actions);
        for (int i = 0; i < actions.size(); i++) {
            Outcome expected = reference.model().apply(actions.get(i));
            assertThat(probe.outcome(i)).as("action %d", i).isEqualTo(expected);
            List<Long> feed = reference.feeds(List.of(actions.get(i))).get(0);
            assertThat(probe.feeds().get(i)).as("feed %d", i).isEqualTo(feed);
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void unknown_users_are_absent_duplicates_are_reported_and_neither_changes_the_graph(String algorithm)
            throws Exception {
        try (Target target = opening.graphity(algorithm)) {
            target.reset("contract");
            try (Session session = target.session(Depth.EXECUTE)) {
                Reference reference = new Reference(subject, algorithm);
                List<GraphityOperation> known =
                        List.of(new AddUser(1), new AddUser(2), new Follow(1, 2), new Post(2, 10, "text"));
                for (GraphityOperation operation : known) {
                    reference.execute(session, operation);
                    reference.execute(session, operation);
                }
                for (GraphityOperation operation : unknown()) {
                    assertThat(RecordingProbe.execute(session, operation).outcome(0))
                            .as(operation.toString())
                            .isEqualTo(Outcome.ABSENT);
                }
                reference.matches(target, session);
            }
        }
    }

    private static List<GraphityOperation> unknown() {
        return List.of(
                new Follow(1, NOBODY),
                new Follow(NOBODY, 1),
                new Unfollow(NOBODY, 1),
                new Unfollow(2, 1),
                new Post(NOBODY, 11, "text"),
                new Feed(NOBODY, 15));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void messages_of_any_text_and_length_are_stored_as_they_are(String algorithm) throws Exception {
        try (Target target = opening.graphity(algorithm)) {
            target.reset("contract");
            try (Session session = target.session(Depth.EXECUTE)) {
                RecordingProbe.execute(session, new AddUser(1));
                for (int i = 0; i < History.MESSAGES.size(); i++) {
                    String message = History.MESSAGES.get(i);
                    RecordingProbe.execute(session, new Post(1, 100 + i, message));
                    assertThat(subject.message(100 + i)).isEqualTo(message);
                }
            }
        }
    }
}
