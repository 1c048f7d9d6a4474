package muster.targets.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import muster.workloads.graphity.GraphityModel;
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
import muster.workloads.operation.NoopOperation;
import muster.workloads.operation.Operation;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.Target.Contents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a target must leave alone, and what a reset leaves behind. */
abstract class SafetyContract {
    private final Subject subject;
    private final Opening opening;

    SafetyContract(Subject subject) {
        this.subject = subject;
        this.opening = new Opening(subject);
    }

    @Test
    void empty_foreign_and_marked_databases_are_distinguished_without_a_write() throws Exception {
        subject.erase();
        try (Target target = opening.graphity()) {
            assertThat(target.contents().empty()).isTrue();
            assertThat(target.contents().marked()).isFalse();
            String host =
                    subject.address().getHostString() + ":" + subject.address().getPort();
            assertThat(target.contents().address()).isEqualTo(host);

            subject.writeForeign();
            Contents foreign = target.contents();
            assertThat(foreign.marked()).isFalse();
            assertThat(foreign.vertices()).isEqualTo(2);
            assertThat(foreign.edges()).isEqualTo(1);
        }
        try (Target target = opening.graphity()) {
            assertThat(target.contents().marked()).as("after somebody looked").isFalse();
        }
        subject.erase();
    }

    @Test
    void a_reset_leaves_nothing_but_its_mark_and_can_be_repeated() throws Exception {
        subject.erase();
        try (Target target = opening.graphity()) {
            for (int round = 1; round <= 2; round++) {
                target.reset("run " + round);
                assertThat(target.contents().marked()).isTrue();
                assertThat(target.contents().vertices()).isLessThanOrEqualTo(1);
                assertThat(target.contents().edges()).isZero();
                assertThat(target.fingerprint()).isEqualTo(new GraphityModel().fingerprint());
                try (Session session = target.session(Depth.EXECUTE)) {
                    RecordingProbe.execute(session, new LoadUser(1, new long[] {10, 11}), new LoadUser(2, new long[0]));
                    RecordingProbe.execute(session, new LoadFollows(2, new long[] {1}));
                }
                assertThat(target.fingerprint()).containsEntry("vertices", "4").containsEntry("edges", "1");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void every_depth_reports_its_stages_and_only_execute_touches_the_graph(Depth depth) throws Exception {
        boolean chains = subject.algorithms().contains("graphity");
        try (Target target = chains ? opening.graphity("graphity") : opening.graphity()) {
            target.reset("contract");
            try (Session session = target.session(depth)) {
                for (Operation operation : chains ? withChains() : operations()) {
                    RecordingProbe probe = RecordingProbe.execute(session, operation);
                    assertThat(EnumSet.copyOf(probe.stages())).isEqualTo(subject.stages(depth));
                    assertThat(probe.outcomes()).as(operation.toString()).isEmpty();
                }
            }
            assertThat(target.fingerprint().equals(new GraphityModel().fingerprint()))
                    .as("untouched")
                    .isEqualTo(depth != Depth.EXECUTE);
        }
    }

    private static List<Operation> withChains() {
        return Stream.concat(operations().stream(), Stream.of(new LoadChain(3, new long[0])))
                .toList();
    }

    /** In an order in which each finds what it needs. */
    private static List<Operation> operations() {
        return List.of(
                new LoadUser(1, new long[] {10, 11}),
                new LoadUser(3, new long[0]),
                new LoadFollows(1, new long[] {3}),
                new AddUser(2),
                new Follow(1, 2),
                new Unfollow(1, 2),
                new Post(1, 12, "message"),
                new Feed(1, 15),
                new InsertVertices(new long[] {1}, new String[] {"name"}),
                new InsertEdges(new long[] {1}, new long[] {1}, new long[] {1}),
                new NoopOperation(1, 0));
    }
}
