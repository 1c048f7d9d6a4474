package muster.targets.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.LoadChain;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.PostMessage;
import muster.workloads.target.Depth;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Graphity's load, part by part. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class LoadContract {
    private static final int USERS = 60;
    private static final int MESSAGE_LENGTH = 140;

    private final Subject subject;
    private final Opening opening;

    LoadContract(Subject subject) {
        this.subject = subject;
        this.opening = new Opening(subject);
    }

    List<String> algorithms() {
        return subject.algorithms();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void a_load_creates_the_graph_of_the_model_and_a_second_execution_changes_nothing(String algorithm)
            throws Exception {
        try (Target target = opening.graphity(algorithm)) {
            target.reset("contract");
            Reference reference = new Reference(subject, algorithm);
            List<List<GraphityOperation>> parts = parts(Seed.random("load", 5), algorithm.equals("graphity"));
            parts.forEach(part -> part.forEach(reference.model()::apply));
            try (Session session = target.session(Depth.EXECUTE)) {
                for (List<GraphityOperation> part : parts) {
                    assertThat(RecordingProbe.execute(session, part).outcomes()).isEmpty();
                    target.awaitIndexes();
                }
                reference.matches(target, session);
                hasTheMessagesOf(parts.getFirst());
                again(session, parts);
                reference.matches(target, session);
            }
        }
    }

    private void again(Session session, List<List<GraphityOperation>> parts) throws Exception {
        for (List<GraphityOperation> part : parts) {
            Outcome outcome = RecordingProbe.execute(session, part).outcome(0);
            if (subject.abilities().contains(Ability.DUPLICATE_BATCHES)) {
                assertThat(outcome).isEqualTo(Outcome.DUPLICATE);
            }
        }
    }

    private void hasTheMessagesOf(List<GraphityOperation> users) throws Exception {
        for (GraphityOperation operation : users) {
            long[] posts = ((LoadUser) operation).posts();
            if (posts.length > 0) {
                assertThat(subject.message(posts[0])).isEqualTo(PostMessage.of(posts[0], MESSAGE_LENGTH));
            }
        }
    }

    /** Every fifth has no posts, and the last one follows nobody. */
    private static List<List<GraphityOperation>> parts(Random random, boolean chains) {
        List<GraphityOperation> users = new ArrayList<>();
        List<GraphityOperation> follows = new ArrayList<>();
        List<GraphityOperation> chained = new ArrayList<>();
        for (long user = 0; user < USERS; user++) {
            long self = user;
            LongStream posts = random.longs(user % 5, 0, 50).map(n -> 1_000 + n * 100 + self);
            users.add(new LoadUser(user, posts.sorted().distinct().toArray()));
            long[] followees = LongStream.range(0, self == USERS - 1 ? 0 : USERS)
                    .filter(other -> other != self && random.nextInt(6) == 0)
                    .toArray();
            follows.add(new LoadFollows(user, followees));
            chained.add(new LoadChain(user, followees));
        }
        return chains ? List.of(users, follows, chained) : List.of(users, follows);
    }
}
