package muster.workloads.graphity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import muster.workloads.ExpectedOthers;
import muster.workloads.FollowSpill;
import muster.workloads.Workload;
import muster.workloads.data.EventLog;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.language.PlanException;
import muster.workloads.random.Mix;
import org.jspecify.annotations.Nullable;

/** Graphity on a synthetic or given network. Part "" of a phase is its mix of actions; other parts are those of a load. */
final class GraphityWorkload implements Workload {
    private static final String VERTICES = "vertices";
    private static final String EDGES = "edges";
    private static final String CHAINS = "chains";

    private final GraphitySettings settings;
    private final LongFunction<Network> networkOfSeed;
    private final Supplier<Popularity> popularity;
    private final @Nullable EventLog log;
    private final IdRange ids;
    private final ConcurrentMap<Long, Network> networks = new ConcurrentHashMap<>();

    GraphityWorkload(
            GraphitySettings settings,
            LongFunction<Network> networkOfSeed,
            Supplier<Popularity> popularity,
            @Nullable EventLog log,
            IdRange ids) {
        this.settings = settings;
        this.networkOfSeed = networkOfSeed;
        this.popularity = popularity;
        this.log = log;
        this.ids = ids;
    }

    /** A log begins with users that follow nobody, so that it has no part "edges". */
    @Override
    public List<LoadPart> loadParts() {
        List<LoadPart> parts = new ArrayList<>();
        parts.add(part(VERTICES));
        if (log == null) {
            parts.add(part(EDGES));
        }
        if (log == null && settings.algorithm().equals("graphity")) {
            parts.add(part(CHAINS));
        }
        return List.copyOf(parts);
    }

    private LoadPart part(String name) {
        return new LoadPart(name, settings.users(), settings.loadBatch());
    }

    @Override
    public boolean changesGraph() {
        return log != null || settings.share(Action.FEED) < 1;
    }

    @Override
    public Workload of(Map<String, Double> parts) {
        if (log != null) {
            throw new PlanException("the operations are those of the log; take them out");
        }
        if (!Action.labels().containsAll(parts.keySet())) {
            throw new PlanException("graphity has " + String.join(", ", Action.labels()));
        }
        return new GraphityWorkload(settings.withMix(parts), networkOfSeed, popularity, null, ids);
    }

    @Override
    public Operations operations(PhaseKey phase) {
        return ids.of(ofFirstNamespace(phase));
    }

    private Operations ofFirstNamespace(PhaseKey phase) {
        return switch (phase.part()) {
            case VERTICES -> LoadOperations.vertices(posts(phase), phase.ordinal());
            case EDGES -> LoadOperations.edges(network(phase));
            case CHAINS -> LoadOperations.chains(network(phase), posts(phase));
            case "" -> actions(phase);
            default ->
                throw new PlanException("part " + phase.part() + ": graphity has " + VERTICES + ", " + EDGES + " and "
                        + CHAINS + "; leave it out for its mix of actions");
        };
    }

    /** The events of a log are given. */
    @Override
    public FollowSpill spill(PhaseKey phase) {
        boolean drawn = phase.part().isEmpty() && log == null;
        return drawn ? SpillEstimate.of(popularity.get(), settings, Math.max(1, phase.slots())) : FollowSpill.NONE;
    }

    @Override
    public ExpectedOthers expectedOthers(PhaseKey phase) {
        if (log != null) {
            return ExpectedOthers.GIVEN;
        }
        return phase.part().isEmpty() ? expected(settings, networkOfSeed, phase) : ExpectedOthers.NONE;
    }

    /** Holds no network: it is asked once, if at all, and may be kept as long as a run. */
    private static ExpectedOthers expected(
            GraphitySettings settings, LongFunction<Network> networkOfSeed, PhaseKey phase) {
        return new ExpectedRepeats(
                settings, () -> new MixedActions(settings, networkOfSeed.apply(phase.seed()), phase));
    }

    private Operations actions(PhaseKey phase) {
        if (log == null) {
            return new MixedActions(settings, network(phase), phase);
        }
        if (phase.slots() > 1) {
            throw new PlanException("phases: only one of them can replay an event log; there are " + phase.slots());
        }
        return new LoggedActions(log, phase.ordinal(), settings.messageLength());
    }

    private LoadedPosts posts(PhaseKey phase) {
        return new LoadedPosts(Mix.mix(phase.seed(), RandomStream.NETWORK), settings.users(), settings.postsPerUser());
    }

    private Network network(PhaseKey phase) {
        return networks.computeIfAbsent(phase.seed(), networkOfSeed::apply);
    }

    @Override
    public int actionsPerTransaction() {
        return settings.actionsPerTransaction();
    }
}
