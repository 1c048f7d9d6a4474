package muster.targets.janusgraph;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import muster.workloads.GraphityOperation;
import muster.workloads.GraphityOperation.AddUser;
import muster.workloads.GraphityOperation.Follow;
import muster.workloads.GraphityOperation.Post;
import muster.workloads.GraphityOperation.Unfollow;

/**
 * Random operations on few users, so that lists and chains are long, and duplicates, absences and posts out of order
 * are frequent.
 */
final class History {
    private static final int USERS = 24;
    private static final int[] FEEDS = {1, 2, 5, 15};
    private static final List<String> MESSAGES =
            List.of("", "plain", "Grüße, 図, \uD83D\uDE00", "'; g.V().drop().iterate() //", "x".repeat(65_536));

    private final Random random;
    private final List<Long> posts = new ArrayList<>();
    private long newest = 1_000;

    History(long seed) {
        System.out.println("history with seed " + seed);
        this.random = new Random(seed);
    }

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

    long user() {
        return random.nextInt(USERS);
    }

    /** Small ones too, where the number of followees is above it. */
    int feedSize() {
        return FEEDS[random.nextInt(FEEDS.length)];
    }

    private Post post() {
        String message = MESSAGES.get(random.nextInt(100) < 90 ? 1 : random.nextInt(MESSAGES.size()));
        if (!posts.isEmpty() && random.nextInt(10) == 0) {
            return again(posts.get(random.nextInt(posts.size())), message);
        }
        newest += 10;
        // One in five is older than some that went before, as happens where transactions commit out of order.
        long id = random.nextInt(5) == 0 ? newest - 10L * random.nextInt(60) - 1 - random.nextInt(4) : newest;
        posts.add(id);
        return new Post(author(id), id, message);
    }

    private Post again(long id, String message) {
        return new Post(author(id), id, message);
    }

    /** A post has one author, which its id decides. */
    private static long author(long id) {
        return Math.floorMod(id * 7919, USERS);
    }
}
