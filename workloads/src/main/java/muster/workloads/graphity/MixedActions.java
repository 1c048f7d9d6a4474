package muster.workloads.graphity;

import muster.workloads.Workload.Operations;
import muster.workloads.operation.EntityId;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.PhaseKey;
import muster.workloads.operation.PostMessage;
import muster.workloads.random.Mix;
import muster.workloads.random.MixTable;
import muster.workloads.random.Permutation;

/**
 * The actions of a warm-up or measure phase, without end.
 *
 * <p>{@link MixTable} says which action an index is, and its rank among them. {@link ActorChoice} says who posts and who
 * reads. Follow f is edge f of {@link NewFollows}, unless the actor is an added user: that follows Permutation(users,
 * mix(P, ADDED, rank of the actor)).at(f mod users). Unfollow g is edge g of {@link EdgePermutation}; after its last,
 * follow g - count of this phase, if that is at least {@code horizon} indexes back; otherwise the actor unfollows itself, which
 * is absent for certain. What a phase adds has the id {@link EntityId} (ordinal, index).
 */
final class MixedActions implements Operations {
    private final GraphitySettings settings;
    private final PhaseKey phase;
    private final int users;
    private final long phaseKey;
    private final MixTable mix;
    private final ActorChoice actors;
    private final NewFollows newFollows;
    private final EdgePermutation loadedEdges;

    MixedActions(GraphitySettings settings, Network network, PhaseKey phase) {
        int slots = Math.max(1, phase.slots());
        this.settings = settings;
        this.phase = phase;
        this.users = network.users();
        this.phaseKey = phase.hash();
        this.mix = new MixTable(settings.mix(), Mix.mix(phaseKey, RandomStream.MIX));
        this.actors = new ActorChoice(users, mix, phaseKey, phase.ordinal(), settings.horizon());
        this.newFollows = new NewFollows(network, phaseKey, phase.slot(), slots);
        this.loadedEdges = new EdgePermutation(network, phase.slot(), slots);
    }

    @Override
    public GraphityOperation at(long index) {
        return switch (Action.ALL.get(mix.action(index))) {
            case FOLLOW -> follow(index);
            case UNFOLLOW -> unfollow(index);
            case POST -> post(index);
            case ADD_USER -> new AddUser(EntityId.of(phase.ordinal(), index));
            case FEED -> new Feed(actors.at(index), settings.k());
        };
    }

    @Override
    public long count() {
        return Long.MAX_VALUE;
    }

    /** Whether a right database answers follow or unfollow number {@code rank} of the phase with duplicate or absent. */
    boolean findsNothingNew(Action action, long rank) {
        long index = mix.index(action.code(), rank);
        if (action == Action.UNFOLLOW) {
            Unfollow unfollow = unfollow(index);
            return unfollow.user() == unfollow.followee();
        }
        return actors.choice(index) < users && newFollows.repeats(rank);
    }

    private Follow follow(long index) {
        Edge edge = newEdge(index, mix.rank(index));
        return new Follow(edge.user(), edge.followee());
    }

    private Edge newEdge(long index, long f) {
        long choice = actors.choice(index);
        return choice < users ? newFollows.at(f) : edgeOfAdded(choice - users, f);
    }

    private Edge edgeOfAdded(long rank, long f) {
        Permutation order = new Permutation(users, Mix.mix(phaseKey, RandomStream.ADDED, rank));
        return new Edge(actors.added(rank), order.at(f % users));
    }

    private Unfollow unfollow(long index) {
        long g = mix.rank(index);
        Edge edge = g < loadedEdges.count() ? loadedEdges.at(g) : earlierFollow(index, g - loadedEdges.count());
        return new Unfollow(edge.user(), edge.followee());
    }

    private Edge earlierFollow(long index, long f) {
        if (f < mix.before(Action.FOLLOW.code(), index - settings.horizon())) {
            return newEdge(mix.index(Action.FOLLOW.code(), f), f);
        }
        long user = actors.at(index);
        return new Edge(user, user);
    }

    private Post post(long index) {
        long post = EntityId.of(phase.ordinal(), index);
        return new Post(actors.at(index), post, PostMessage.of(post, settings.messageLength()));
    }
}
