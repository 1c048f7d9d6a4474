package muster.targets.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;

/**
 * Random operations on few users, so that lists and chains are long, and duplicates, absences and posts out of order
 * are frequent.
 */
final class History {
    static final List<String> MESSAGES =
            List.of("", "plain", "Grüße, 図, \uD83D\uDE00", "'; \"drop\" \\ {n} $x //", "x".repeat(65_536));

    private static final int USERS = 24;
    private static final int[] FEEDS = {1, 2, 5, 15};

    private final Random random;
    private final List<Long> posts = new ArrayList<>();
    private long newest = 1_000;

    History(Random random) {
        this.random = random;
    }

    /** Anything but a feed. */
    GraphityOperation next() {
        int draw = random.nextInt(100);
        if (draw < 12) {
            return new AddUser(user());
        }
        if (draw < 50) {
            return new Follow(user(), user());
        }
        return draw < 60 ? new Unfollow(user(), user()) : post();
    }

    /** Small ones too, where the number of followees is above it. */
    Feed feed() {
        return new Feed(user(), FEEDS[random.nextInt(FEEDS.length)]);
    }

    private long user() {
        return random.nextInt(USERS);
    }

    private Post post() {
        String message = MESSAGES.get(random.nextInt(100) < 90 ? 1 : random.nextInt(MESSAGES.size()));
        if (!posts.isEmpty() && random.nextInt(10) == 0) {
            return post(posts.get(random.nextInt(posts.size())), message);
        }
        newest += 10;
        // One in five is older than some that went before, as happens where transactions commit out of order.
        long id = random.nextInt(5) == 0 ? newest - 10L * random.nextInt(60) - 1 - random.nextInt(4) : newest;
        posts.add(id);
        return post(id, message);
    }

    /** A post has one author, which its id decides. */
    private static Post post(long id, String message) {
        return new Post(Math.floorMod(id * 7919, USERS), id, message);
    }
}
