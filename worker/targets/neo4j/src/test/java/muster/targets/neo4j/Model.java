package muster.targets.neo4j;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import muster.workloads.GraphityOperation;
import muster.workloads.GraphityOperation.AddUser;
import muster.workloads.GraphityOperation.Feed;
import muster.workloads.GraphityOperation.Follow;
import muster.workloads.GraphityOperation.LoadChain;
import muster.workloads.GraphityOperation.LoadFollows;
import muster.workloads.GraphityOperation.LoadUser;
import muster.workloads.GraphityOperation.Post;
import muster.workloads.GraphityOperation.Unfollow;
import muster.workloads.target.Outcome;

/** The social network as maps. */
final class Model {
    final Map<Long, TreeSet<Long>> posts = new TreeMap<>();
    final Map<Long, TreeSet<Long>> followees = new TreeMap<>();

    Outcome apply(GraphityOperation operation) {
        return switch (operation) {
            case AddUser(long user) -> add(user);
            case Follow(long user, long followee) ->
                !both(user, followee)
                        ? Outcome.ABSENT
                        : outcome(followees.get(user).add(followee));
            case Unfollow(long user, long followee) ->
                both(user, followee) && followees.get(user).remove(followee) ? Outcome.OK : Outcome.ABSENT;
            case Post post ->
                !posts.containsKey(post.author())
                        ? Outcome.ABSENT
                        : outcome(posts.get(post.author()).add(post.post()));
            case Feed feed -> Outcome.OK;
            case LoadUser load -> load(load);
            case LoadFollows load -> follow(load);
            case LoadChain load -> Outcome.OK;
        };
    }

    private boolean both(long user, long other) {
        return posts.containsKey(user) && posts.containsKey(other);
    }

    private Outcome add(long user) {
        if (posts.containsKey(user)) {
            return Outcome.DUPLICATE;
        }
        posts.put(user, new TreeSet<>(Comparator.reverseOrder()));
        followees.put(user, new TreeSet<>());
        return Outcome.OK;
    }

    private Outcome load(LoadUser load) {
        Outcome outcome = add(load.user());
        for (long post : load.posts()) {
            posts.get(load.user()).add(post);
        }
        return outcome;
    }

    private Outcome follow(LoadFollows load) {
        for (long followee : load.followees()) {
            followees.get(load.user()).add(followee);
        }
        return Outcome.OK;
    }

    private static Outcome outcome(boolean added) {
        return added ? Outcome.OK : Outcome.DUPLICATE;
    }

    List<Long> feed(long reader, int k) {
        return followees.getOrDefault(reader, new TreeSet<>()).stream()
                .flatMap(followee -> posts.get(followee).stream())
                .sorted(Comparator.reverseOrder())
                .limit(k)
                .toList();
    }

    /** Followees, most recently active first, ties by larger id. */
    List<Long> chain(long user) {
        List<Long> chain = new ArrayList<>(followees.get(user));
        chain.sort(Comparator.<Long>comparingLong(this::time)
                .thenComparingLong(id -> id)
                .reversed());
        return chain;
    }

    private long time(long user) {
        return posts.get(user).isEmpty() ? -1 : posts.get(user).first();
    }
}
