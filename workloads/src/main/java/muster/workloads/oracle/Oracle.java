package muster.workloads.oracle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import muster.workloads.GraphityOperation.AddUser;
import muster.workloads.GraphityOperation.Follow;
import muster.workloads.GraphityOperation.LoadFollows;
import muster.workloads.GraphityOperation.LoadUser;
import muster.workloads.GraphityOperation.Post;
import muster.workloads.GraphityOperation.Unfollow;
import muster.workloads.InsertOperation.InsertEdges;
import muster.workloads.InsertOperation.InsertVertices;
import muster.workloads.Operation;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.random.Mix;

/**
 * Goes through the operations of all phases so far and concludes what the database must hold. Operations are pure
 * functions of their index, so that {@link Known} is all that has to be told. Memory grows with vertices and with edges
 * that actions touch, not with operations; a million operations take about a second each time, and they are gone
 * through three times.
 */
public final class Oracle {
    private static final long SAMPLE = 0x766572696679L;

    private final Workload workload;
    private final List<ExecutedPhase> phases;
    private final List<Known> known;
    private final Expected expected = new Expected();
    private final Edges edges = new Edges();
    private final Feeds feeds = new Feeds();
    private Set<Long> readers = Set.of();

    private Oracle(Workload workload, List<ExecutedPhase> phases, List<Known> known) {
        this.workload = workload;
        this.phases = phases;
        this.known = known;
    }

    /**
     * @param phases those that were executed, in order
     * @param known one for each of them
     * @param sample how many readers' feeds are to be asked for, drawn by the plan's seed among loaded users
     */
    public static Oracle of(Workload workload, List<ExecutedPhase> phases, List<Known> known, int sample) {
        Oracle oracle = new Oracle(workload, phases, known);
        oracle.readers = oracle.draw(sample);
        oracle.each(oracle::readActions);
        oracle.each(oracle::readLoad);
        oracle.edges.forEach((edge, effect) -> oracle.edge(edge.source(), edge.target(), effect));
        oracle.each(oracle::readPosts);
        return oracle;
    }

    /** Of the graph as a whole, and of the answers that it gave. */
    public List<Finding> graph(Map<String, String> fingerprint) {
        List<Finding> findings = new ArrayList<>(expected.compare(fingerprint));
        findings.add(edges.answers());
        return List.copyOf(findings);
    }

    /** Whether there are feeds to be asked for. */
    public boolean asksForFeeds() {
        return !readers.isEmpty();
    }

    /** @param ask gives the posts of (reader, k), or nothing if there is said to be no such reader */
    public Finding feeds(int k, BiFunction<Long, Integer, Optional<List<Long>>> ask) {
        return feeds.judge(k, ask);
    }

    private Set<Long> draw(int sample) {
        Set<Long> drawn = new HashSet<>();
        for (int p = 0; p < phases.size() && drawn.isEmpty(); p++) {
            ExecutedPhase phase = phases.get(p);
            long loaded = known.get(p).executed().count();
            if (phase.key().part().equals("vertices") && loaded > 0) {
                Operations operations = workload.operations(phase.key());
                for (int i = 0; i < sample && operations.at(0) instanceof LoadUser; i++) {
                    drawn.add(Mix.below(loaded, Mix.mix(phase.key().seed(), SAMPLE, i)));
                }
            }
        }
        return drawn;
    }

    private interface Reader {
        void read(Operation operation, Known known, long index);
    }

    private void each(Reader reader) {
        for (int p = 0; p < phases.size(); p++) {
            Known of = known.get(p);
            Operations operations = workload.operations(phases.get(p).key());
            of.executed().forEach(index -> reader.read(operations.at(index), of, index));
        }
    }

    private void readActions(Operation operation, Known of, long index) {
        switch (operation) {
            case Follow(long user, long followee) ->
                edges.made(user, followee, of.changed(index), of.seenPresent(index));
            case Unfollow(long user, long followee) ->
                edges.removed(user, followee, of.changed(index), of.seenGone(index));
            default -> {}
        }
    }

    private void readLoad(Operation operation, Known of, long index) {
        Effect effect = of.created(index);
        switch (operation) {
            case LoadUser(long user, long[] posts) -> {
                user(user, effect);
                for (long post : posts) {
                    expected.post(post, effect);
                }
            }
            case LoadFollows(long user, long[] followees) -> {
                for (long followee : followees) {
                    loaded(user, followee, effect);
                }
            }
            case AddUser(long user) -> user(user, effect);
            case Post post -> expected.post(post.post(), effect);
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
            default -> {}
        }
    }

    private void user(long user, Effect effect) {
        expected.vertex(user, effect);
        if (readers.contains(user)) {
            feeds.reader(user, effect);
        }
    }

    private void loaded(long user, long followee, Effect effect) {
        if (!edges.loaded(user, followee, effect)) {
            edge(user, followee, effect);
        }
    }

    private void edge(long source, long target, Effect effect) {
        expected.edge(source, target, effect);
        feeds.follows(source, target, effect);
    }

    private void readPosts(Operation operation, Known of, long index) {
        switch (operation) {
            case LoadUser(long user, long[] posts) -> {
                for (long post : posts) {
                    feeds.post(user, post, of.created(index));
                }
            }
            case Post(long author, long post, String message) -> feeds.post(author, post, of.created(index));
            default -> {}
        }
    }
}
