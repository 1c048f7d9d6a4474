package muster.workloads.social;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import muster.workloads.random.Mix;
import muster.workloads.social.Draw.Purpose;

/**
 * What is written in forums. The posts of a forum follow one another in time, and so do the comments of a post; each is
 * written by somebody who belongs there at that time.
 */
final class Messages {
    private static final int MAX_POSTS = 1_000;
    private static final int MAX_COMMENTS = 200;
    private static final int MAX_LIKES = 300;
    private static final int TRIES = 4;
    private static final long LIKED_WITHIN_MS = 14 * Timeline.DAY_MS;

    private final Draw draw;
    private final Count wallPosts = Count.of(1, MAX_POSTS, 2000, 0);
    private final Count groupPosts = Count.of(1, MAX_POSTS, 2000, 1);
    private final Count comments = Count.of(1, MAX_COMMENTS, 2000, 0).orNone(70);
    private final Count likes = Count.of(1, MAX_LIKES, 2000, 0).orNone(70);

    Messages(Draw draw) {
        this.draw = draw;
    }

    List<Message> posts(Forum forum) {
        Count counts = forum.wall() ? wallPosts : groupPosts;
        int count = counts.draw(draw.hash(Purpose.POSTS, forum.id()));
        long stepMs = (Timeline.END_MS - forum.createdMs()) / (count + 1);
        return IntStream.range(0, count)
                .mapToObj(number -> post(forum, number, forum.createdMs() + number * stepMs, stepMs))
                .toList();
    }

    private Message post(Forum forum, int number, long fromMs, long stepMs) {
        long id = Message.post(forum.id(), number);
        long hash = draw.hash(Purpose.POST, id);
        long createdMs = Timeline.between(fromMs, fromMs + stepMs, hash);
        long author = forum.wall() ? forum.moderator() : somebody(forum, createdMs, hash);
        return new Message(id, id, author, createdMs);
    }

    /** Comments of a post, oldest first; each replies to the post or to an older one. */
    List<Message> comments(Forum forum, Message post) {
        long hash = draw.hash(Purpose.COMMENTS, post.id());
        int count = comments.draw(hash);
        long stepMs = Math.min(Timeline.DAY_MS, (Timeline.LATEST_MS - post.createdMs()) / (count + 1));
        List<Message> found = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long own = draw.hash(Purpose.COMMENT, post.id() + 1 + i);
            long fromMs = post.createdMs() + i * stepMs;
            long createdMs = Timeline.between(fromMs, fromMs + stepMs, own);
            long parent = i == 0 || (own & 1) == 0 ? post.id() : post.id() + 1 + Mix.below(i, Mix.mix(own));
            found.add(new Message(post.id() + 1 + i, parent, somebody(forum, createdMs, own), createdMs));
        }
        return found;
    }

    /** Somebody who belongs to the forum at that time: one of the audience, otherwise the moderator. */
    private static long somebody(Forum forum, long atMs, long hash) {
        List<DatedPerson> audience = forum.audience();
        for (int i = 0; i < TRIES && !audience.isEmpty(); i++) {
            DatedPerson one = audience.get((int) Mix.below(audience.size(), Mix.mix(hash, i)));
            if (one.sinceMs() <= atMs) {
                return one.rank();
            }
        }
        return forum.moderator();
    }

    /** Who likes a message, and when: later than the message and than the liker belongs to the forum. */
    List<DatedPerson> likes(Forum forum, Message message) {
        long hash = draw.hash(Purpose.LIKES, message.id());
        int count = Math.min(likes.draw(hash), forum.audience().size());
        Set<Long> drawn = new HashSet<>();
        List<DatedPerson> found = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long own = draw.hash(Purpose.LIKE, message.id(), i);
            DatedPerson one =
                    forum.audience().get((int) Mix.below(forum.audience().size(), own));
            if (drawn.add(one.rank())) {
                long fromMs = Math.max(message.createdMs(), one.sinceMs());
                found.add(
                        new DatedPerson(one.rank(), Timeline.between(fromMs, fromMs + LIKED_WITHIN_MS, Mix.mix(own))));
            }
        }
        return found;
    }
}
