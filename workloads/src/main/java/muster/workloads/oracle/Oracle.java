package muster.workloads.oracle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.InsertOperation;
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.Operation;
import muster.workloads.oracle.KnownOutcomes.FeedSample;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.random.Mix;

/**
 * Goes through the operations of all phases so far and concludes what the database must hold. Operations are pure
 * functions of their index, so that {@link KnownOutcomes} is its only further input. Memory grows with vertices and
 * with edges that actions touch, not with operations; a million operations take about a second each time, and they are
 * gone through three times.
 */
public final class Oracle {
    private static final long SAMPLE = 0x766572696679L;

    private final Workload workload;
    private final List<ExecutedPhase> phases;
    private final List<KnownOutcomes> known;
    private final Expected expected;
    private final EdgeCheck edges = new EdgeCheck();
    private final Map<Long, Effect> readers = new LinkedHashMap<>();
    private final FeedCheck after;
    private final List<FeedCheck> meanwhile = new ArrayList<>();

    private Oracle(
            Workload workload, List<ExecutedPhase> phases, List<KnownOutcomes> known, int sample, Expected expected) {
        this.workload = workload;
        this.phases = phases;
        this.known = known;
        this.expected = expected;
        draw(sample).forEach(reader -> readers.put(reader, Effect.NONE));
        after = new FeedCheck(-1, Integer.MAX_VALUE, readers.keySet());
        for (int phase = 0; phase < phases.size(); phase++) {
            if (!known.get(phase).feeds().isEmpty() || known.get(phase).absent().count() > 0) {
                meanwhile.add(new FeedCheck(phase, phases.get(phase).key().phase(), sampled(phase)));
            }
        }
    }

    /**
     * Goes through all operations and draws the conclusions.
     *
     * @param phases those that were executed, in order; each load of a phase with several is one
     * @param known one for each of them
     * @param sample how many readers' feeds are to be asked for, drawn by the plan's seed among loaded users
     */
    public static Oracle of(Workload workload, List<ExecutedPhase> phases, List<KnownOutcomes> known, int sample) {
        return of(workload, phases, known, sample, new Expected());
    }

    /** @param expected what the graph holds by what other oracles conclude: they share it */
    static Oracle of(
            Workload workload, List<ExecutedPhase> phases, List<KnownOutcomes> known, int sample, Expected expected) {
        Oracle oracle = new Oracle(workload, phases, known, sample, expected);
        oracle.each(oracle::readActions);
        oracle.each(oracle::readEntities);
        oracle.edges.forEach((edge, effect) -> oracle.expected.edge(edge.source(), edge.target(), effect));
        oracle.eachView(FeedCheck::settle);
        oracle.each((phase, operation, of, index) -> oracle.eachView(view -> view.posts(phase, operation, of, index)));
        return oracle;
    }

    /** Of the graph as a whole, and of the answers that it gave. */
    public List<Finding> graph(Map<String, String> fingerprint) {
        List<Finding> findings = new ArrayList<>(expected.compare(fingerprint));
        findings.add(answers());
        return List.copyOf(findings);
    }

    /** Whether the answers can all be true. */
    Finding answers() {
        return edges.answers();
    }

    /** Whose feeds are to be asked for, now that nobody writes. */
    public Set<Long> readers() {
        return readers.keySet();
    }

    /** Of the answers to that: the posts by reader, nothing for one that is said to be absent. */
    public Finding feeds(int k, Map<Long, Optional<List<Long>>> answers) {
        answers.forEach((reader, posts) -> posts.ifPresentOrElse(
                shown -> after.judge(reader, k, shown),
                () -> after.absent(
                        reader, readers.getOrDefault(reader, Effect.NONE).least() > 0)));
        return after.finding("feeds");
    }

    /** Of the feeds that were read while others wrote. */
    public List<Finding> feedsMeanwhile() {
        List<Finding> findings = new ArrayList<>();
        for (FeedCheck view : meanwhile) {
            int phase = view.load();
            Operations operations = phases.get(phase).operations(workload);
            known.get(phase).feeds().forEach(sample -> judge(view, operations, sample));
            if (view.judged() > 0) {
                findings.add(view.finding("feeds during " + phases.get(phase).name()));
            }
        }
        return List.copyOf(findings);
    }

    private static void judge(FeedCheck view, Operations operations, FeedSample sample) {
        if (operations.at(sample.index()) instanceof Feed(long reader, int k)) {
            view.judge(reader, k, sample.posts());
        }
    }

    private Set<Long> draw(int sample) {
        Set<Long> drawn = new LinkedHashSet<>();
        for (int p = 0; p < phases.size() && drawn.isEmpty(); p++) {
            ExecutedPhase phase = phases.get(p);
            long loaded = known.get(p).executed().count();
            Operations operations = phase.operations(workload);
            for (int i = 0; i < sample && loaded > 0; i++) {
                long index = Mix.below(loaded, Mix.mix(phase.key().seed(), SAMPLE, i));
                if (operations.at(index) instanceof LoadUser user) {
                    drawn.add(user.user());
                }
            }
        }
        return drawn;
    }

    private Set<Long> sampled(int phase) {
        Operations operations = phases.get(phase).operations(workload);
        Set<Long> sampled = new HashSet<>();
        for (FeedSample sample : known.get(phase).feeds()) {
            if (operations.at(sample.index()) instanceof Feed feed) {
                sampled.add(feed.reader());
            }
        }
        return sampled;
    }

    private interface Reader {
        void read(int phase, Operation operation, KnownOutcomes known, long index);
    }

    private void each(Reader reader) {
        for (int p = 0; p < phases.size(); p++) {
            int phase = phases.get(p).key().phase();
            KnownOutcomes of = known.get(p);
            Operations operations = phases.get(p).operations(workload);
            of.executed().forEach(index -> reader.read(phase, operations.at(index), of, index));
        }
    }

    private void eachView(Consumer<FeedCheck> action) {
        action.accept(after);
        meanwhile.forEach(action);
    }

    private void readActions(int phase, Operation operation, KnownOutcomes of, long index) {
        switch (operation) {
            case Follow(long user, long followee) ->
                edges.made(user, followee, of.changed(index), of.seenPresent(index));
            case Unfollow(long user, long followee) ->
                edges.removed(user, followee, of.changed(index), of.seenGone(index));
            default -> {}
        }
        eachView(view -> view.action(phase, operation, of, index));
    }

    private void readEntities(int phase, Operation operation, KnownOutcomes of, long index) {
        Effect effect = of.created(index);
        switch (operation) {
            case LoadUser(long user, long[] posts) -> {
                user(user, effect);
                for (long post : posts) {
                    expected.post(post, effect);
                }
            }
            case LoadFollows(long user, long[] followees) -> {
                loaded(user, followees, of.loaded(index));
                eachView(view -> view.load(phase, operation, of, index));
            }
            case AddUser(long user) -> user(user, effect);
            case Post post -> expected.post(post.post(), effect);
            case InsertOperation insert -> inserted(insert, effect);
            default -> {}
        }
    }

    private void user(long user, Effect effect) {
        expected.vertex(user, effect);
        readers.replace(user, effect);
    }

    private void loaded(long user, long[] followees, Effect effect) {
        for (long followee : followees) {
            if (!edges.loaded(user, followee, effect)) {
                expected.edge(user, followee, effect);
            }
        }
    }

    private void inserted(InsertOperation operation, Effect effect) {
        switch (operation) {
            case InsertVertices(long[] ids, String[] names) -> {
                for (long id : ids) {
                    expected.vertex(id, effect);
                }
            }
            case InsertEdges(long[] ids, long[] sources, long[] targets) -> {
                for (int i = 0; i < ids.length; i++) {
                    expected.edge(sources[i], targets[i], effect);
                }
            }
        }
    }
}
