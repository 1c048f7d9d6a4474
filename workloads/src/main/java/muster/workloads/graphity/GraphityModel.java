package muster.workloads.graphity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.LoadChain;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.target.Outcome;

/**
 * The reference: what a right database holds and answers after the same operations, in whatever order they committed. It
 * is not safe for several threads.
 */
public final class GraphityModel {
    private final Map<Long, Person> users = new HashMap<>();
    private final Set<Long> posts = new HashSet<>();
    private long follows;
    private long followSum;
    private long userSum;
    private long postSum;

    private record Person(Set<Long> followees, NavigableSet<Long> posts) {}

    /** What a right database answers: ok, absent or duplicate; nothing changes unless it is ok. */
    public Outcome apply(GraphityOperation operation) {
        return switch (operation) {
            case LoadUser load -> load(load);
            case LoadFollows load -> followAll(load.user(), load.followees());
            case LoadChain chain -> users.containsKey(chain.user()) ? Outcome.OK : Outcome.ABSENT;
            case AddUser add -> add(add.user());
            case Follow follow -> follow(follow.user(), follow.followee());
            case Unfollow unfollow -> unfollow(unfollow.user(), unfollow.followee());
            case Post post -> post(post.author(), post.post());
            case Feed feed -> users.containsKey(feed.reader()) ? Outcome.OK : Outcome.ABSENT;
        };
    }

    /** The ids of the k newest (largest) posts of the reader's followees, newest first; empty if there is no such reader. */
    public List<Long> feed(long reader, int k) {
        List<Long> newest = new ArrayList<>();
        for (long followee : followees(reader)) {
            person(followee).posts().descendingSet().stream().limit(k).forEach(newest::add);
        }
        newest.sort(Collections.reverseOrder());
        return List.copyOf(newest.subList(0, Math.min(k, newest.size())));
    }

    /** Whom a user follows; empty if there is no such user. */
    public Set<Long> followees(long user) {
        Person person = users.get(user);
        return person == null ? Set.of() : Collections.unmodifiableSet(person.followees());
    }

    /** Whom a user follows in the order of their newest posts, the largest user first among those without posts. */
    public List<Long> chain(long user) {
        List<Long> chain = new ArrayList<>(followees(user));
        chain.sort((a, b) -> newest(a) == newest(b) ? Long.compare(b, a) : Long.compare(newest(b), newest(a)));
        return chain;
    }

    public Set<Long> users() {
        return Collections.unmodifiableSet(users.keySet());
    }

    /** A user's posts, oldest first. */
    public NavigableSet<Long> posts(long user) {
        return Collections.unmodifiableNavigableSet(person(user).posts());
    }

    /** As {@link Fingerprint} defines it. */
    public Map<String, String> fingerprint() {
        Fingerprint fingerprint = new Fingerprint()
                .users(users.size(), userSum)
                .posts(posts.size(), postSum)
                .follows(follows, followSum);
        users.values().forEach(person -> fingerprint.degree(person.followees().size(), 1));
        return fingerprint.facts();
    }

    private Outcome load(LoadUser load) {
        Outcome outcome = add(load.user());
        for (long post : load.posts()) {
            post(load.user(), post);
        }
        return outcome;
    }

    private Outcome followAll(long user, long[] followees) {
        Outcome outcome = Outcome.OK;
        for (long followee : followees) {
            Outcome one = follow(user, followee);
            outcome = one == Outcome.OK ? outcome : one;
        }
        return outcome;
    }

    private Outcome add(long user) {
        if (users.putIfAbsent(user, new Person(new HashSet<>(), new TreeSet<>())) != null) {
            return Outcome.DUPLICATE;
        }
        userSum += Fingerprint.weight(user);
        return Outcome.OK;
    }

    private Outcome follow(long user, long followee) {
        if (!users.containsKey(user) || !users.containsKey(followee)) {
            return Outcome.ABSENT;
        }
        if (!person(user).followees().add(followee)) {
            return Outcome.DUPLICATE;
        }
        follows++;
        followSum += Fingerprint.weight(user, followee);
        return Outcome.OK;
    }

    private Outcome unfollow(long user, long followee) {
        if (!users.containsKey(user) || !person(user).followees().remove(followee)) {
            return Outcome.ABSENT;
        }
        follows--;
        followSum -= Fingerprint.weight(user, followee);
        return Outcome.OK;
    }

    private Outcome post(long author, long post) {
        if (!users.containsKey(author)) {
            return Outcome.ABSENT;
        }
        if (!posts.add(post)) {
            return Outcome.DUPLICATE;
        }
        person(author).posts().add(post);
        postSum += Fingerprint.weight(post);
        return Outcome.OK;
    }

    private long newest(long user) {
        NavigableSet<Long> own = person(user).posts();
        return own.isEmpty() ? -1 : own.last();
    }

    private Person person(long user) {
        Person person = users.get(user);
        if (person == null) {
            throw new IllegalArgumentException("no user " + user);
        }
        return person;
    }
}
