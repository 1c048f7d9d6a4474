package muster.workloads.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import muster.workloads.Workload;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.Operation;
import muster.workloads.operation.PhaseKey;
import muster.workloads.oracle.KnownOutcomes.FeedSample;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.rule.EarlyEnd;
import muster.workloads.target.Outcome;
import org.junit.jupiter.api.Test;

/**
 * The oracle against brute force: small histories whose last phase may have been seen in any part and order, all of them
 * tried on the model. What every one of these states shows must be in a feed, what none shows must not be.
 */
class FeedsDuringTest {
    private static final int USERS = 5;
    private static final int HISTORIES = 3_000;
    private static final int ANSWERS = 8;

    @Test
    void agrees_with_brute_force_about_every_answer() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int wrong = 0;
        for (int i = 0; i < HISTORIES; i++) {
            History history = new History(random);
            for (int j = 0; j < ANSWERS; j++) {
                long reader = random.nextInt(USERS);
                int k = 1 + random.nextInt(4);
                List<Long> answer = history.answer(reader, k, random);
                boolean right = history.allows(reader, k, answer);
                wrong += right ? 0 : 1;
                assertThat(history.finding(reader, k, answer, random.nextBoolean())
                                .passed())
                        .as("seed %d, history %d: %s, reader %d, k %d, answer %s", seed, i, history, reader, k, answer)
                        .isEqualTo(right);
            }
        }
        assertThat(wrong).as("wrong answers that were tried, seed %d", seed).isBetween(HISTORIES, HISTORIES * ANSWERS);
    }

    /** A load in two parts, a phase that is over, and one that is under way. */
    private static final class History {
        private final List<List<Operation>> phases = new ArrayList<>();
        private final List<KnownOutcomes> known = new ArrayList<>();
        private final GraphityModel before = new GraphityModel();

        History(Random random) {
            phase(LongStream.range(0, USERS)
                    .mapToObj(user -> new LoadUser(user, new long[] {100 + user}))
                    .toList());
            phase(LongStream.range(0, USERS)
                    .mapToObj(user -> new LoadFollows(user, others(user, random)))
                    .toList());
            phase(actions(1_000, random.nextInt(8), random));
            phases.add(List.copyOf(actions(2_000, random.nextInt(5), random)));
        }

        private void phase(List<? extends GraphityOperation> operations) {
            List<Long> absent = new ArrayList<>();
            List<Long> duplicate = new ArrayList<>();
            for (int i = 0; i < operations.size(); i++) {
                Outcome outcome = before.apply(operations.get(i));
                (outcome == Outcome.DUPLICATE ? duplicate : absent)
                        .addAll(outcome == Outcome.OK ? List.of() : List.of((long) i));
            }
            phases.add(List.copyOf(operations));
            known.add(new KnownOutcomes(
                    Ranges.of(0, operations.size()),
                    ranges(absent),
                    ranges(duplicate),
                    Ranges.NONE,
                    Ranges.NONE,
                    List.of()));
        }

        private static Ranges ranges(Collection<Long> indexes) {
            List<Long> runs = new ArrayList<>();
            long end = 0;
            for (long index : indexes) {
                if (index == end && !runs.isEmpty()) {
                    runs.set(runs.size() - 1, runs.getLast() + 1);
                } else {
                    runs.addAll(List.of(index - end, 1L));
                }
                end = index + 1;
            }
            return Ranges.ofRuns(runs);
        }

        private static long[] others(long user, Random random) {
            return LongStream.range(0, USERS)
                    .filter(other -> other != user && random.nextInt(3) == 0)
                    .toArray();
        }

        private static List<GraphityOperation> actions(long firstPost, int count, Random random) {
            List<GraphityOperation> actions = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                long user = random.nextInt(USERS);
                long other = (user + 1 + random.nextInt(USERS - 1)) % USERS;
                actions.add(
                        switch (random.nextInt(3)) {
                            case 0 -> new Follow(user, other);
                            case 1 -> new Unfollow(user, other);
                            default -> new Post(user, firstPost + i, "x");
                        });
            }
            return actions;
        }

        /** The reader's whole feed in every state that the phase under way may have made of the graph. */
        private List<Set<Long>> states(long reader) {
            List<Operation> during = phases.getLast();
            List<Set<Long>> states = new ArrayList<>();
            for (int subset = 0; subset < 1 << during.size(); subset++) {
                states.add(feed(reader, subset, during));
                states.add(feed(reader, subset, during.reversed()));
            }
            return states;
        }

        private Set<Long> feed(long reader, int subset, List<Operation> during) {
            GraphityModel model = new GraphityModel();
            phases.subList(0, phases.size() - 1)
                    .forEach(phase -> phase.forEach(operation -> model.apply((GraphityOperation) operation)));
            for (int i = 0; i < during.size(); i++) {
                if ((subset >> i & 1) == 1) {
                    model.apply((GraphityOperation) during.get(i));
                }
            }
            return new HashSet<>(model.feed(reader, Integer.MAX_VALUE));
        }

        /** Something that a database may say: the feed of some state, often with a post too few or too many. */
        List<Long> answer(long reader, int k, Random random) {
            List<Set<Long>> states = states(reader);
            TreeSet<Long> posts = new TreeSet<>(Collections.reverseOrder());
            posts.addAll(states.get(random.nextInt(states.size())));
            List<Long> answer = new ArrayList<>(posts.stream().limit(k).toList());
            switch (random.nextInt(5)) {
                case 0 -> answer.clear();
                case 1 -> answer.subList(0, Math.min(1, answer.size())).clear();
                case 2 -> answer.removeIf(post -> random.nextInt(4) == 0);
                case 3 -> Collections.shuffle(answer, random);
                default -> {
                    // Nothing is wrong.
                }
            }
            return answer;
        }

        boolean allows(long reader, int k, List<Long> answer) {
            List<Set<Long>> states = states(reader);
            Set<Long> possible = new HashSet<>();
            states.forEach(possible::addAll);
            Set<Long> certain = new HashSet<>(possible);
            states.forEach(certain::retainAll);
            if (answer.size() == k) {
                certain.removeIf(post -> post < answer.getLast());
            }
            return possible.containsAll(answer)
                    && new HashSet<>(answer).containsAll(certain)
                    && answer.equals(answer.stream()
                            .distinct()
                            .sorted(Collections.reverseOrder())
                            .toList());
        }

        /**
         * What the oracle says of it.
         *
         * @param apart whether the feed is of another stream of the last phase than the actions
         */
        Finding finding(long reader, int k, List<Long> answer, boolean apart) {
            List<List<Operation>> all = new ArrayList<>(phases);
            List<KnownOutcomes> knownOfAll = new ArrayList<>(known);
            List<Operation> last = new ArrayList<>(apart ? List.of() : all.removeLast());
            if (apart) {
                knownOfAll.add(unsure(all.getLast().size(), 0, List.of()));
            }
            last.add(new Feed(reader, k));
            all.add(last);
            knownOfAll.add(unsure(last.size(), 1, List.of(new FeedSample(last.size() - 1L, answer))));
            return Oracle.of(new Given(all), executed(all.size(), apart), knownOfAll, 1)
                    .feedsMeanwhile()
                    .getLast();
        }

        /** The last ones are certain. */
        private static KnownOutcomes unsure(int operations, int certain, List<FeedSample> feeds) {
            return new KnownOutcomes(
                    Ranges.of(0, operations),
                    Ranges.NONE,
                    Ranges.NONE,
                    Ranges.of(0, operations - (long) certain),
                    Ranges.NONE,
                    feeds);
        }

        private static List<ExecutedPhase> executed(int count, boolean apart) {
            PhaseSpec spec = PHASE;
            List<ExecutedPhase> executed = new ArrayList<>();
            for (int p = 0; p < count; p++) {
                PhaseKey key = new PhaseKey(1, p, "", 0, 1);
                boolean second = apart && p == count - 1;
                PhaseKey own = second ? executed.getLast().key().ofStream(1, 1) : key;
                executed.add(new ExecutedPhase("p" + p, spec, own, -1, 1, false));
            }
            return executed;
        }

        @Override
        public String toString() {
            return phases.toString();
        }
    }

    private static final PhaseSpec PHASE = new PhaseSpec(
            "measure",
            PhaseKind.MEASURE,
            "",
            1,
            0,
            1,
            null,
            1,
            PhaseSpec.Think.NONE,
            0,
            0,
            Duration.ofSeconds(1).toNanos(),
            1,
            EarlyEnd.NONE,
            null);

    /** The operations of each phase as a list. */
    private record Given(List<List<Operation>> phases) implements Workload {
        @Override
        public List<LoadPart> loadParts() {
            return List.of();
        }

        @Override
        public Operations operations(PhaseKey phase) {
            List<Operation> operations = phases.get(phase.phase() + phase.ordinal() / 128);
            return new Operations() {
                @Override
                public long count() {
                    return operations.size();
                }

                @Override
                public Operation at(long index) {
                    return operations.get((int) index);
                }
            };
        }

        @Override
        public int actionsPerTransaction() {
            return 1;
        }
    }
}
