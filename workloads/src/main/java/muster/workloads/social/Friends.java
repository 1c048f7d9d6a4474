package muster.workloads.social;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import muster.workloads.random.Mix;
import muster.workloads.social.Draw.Purpose;

/**
 * Who knows whom. Each person makes friends with people of smaller ranks only, so that each pair is drawn by one of them,
 * and at most once. Of the draws, 45 % go to the same city, 35 % to the same main interest, the rest to anybody; half of
 * those in a city and all others prefer few, so that degrees have a heavy tail on both ends.
 */
final class Friends {
    private static final int HUNDRED = 100;
    private static final int SAME_CITY = 45;
    private static final int SAME_INTEREST = 80;
    private static final int NEIGHBOURS = 64;
    private static final int MAX = 800;

    private final People people;
    private final Tags tags;
    private final Draw draw;
    private final Count counts;

    Friends(People people, Tags tags, Draw draw) {
        this.people = people;
        this.tags = tags;
        this.draw = draw;
        this.counts = Count.of(1, (int) Math.min(MAX, people.count() / 4), 2000, 3);
    }

    /** The friends that this person has drawn. */
    List<DatedPerson> of(long rank) {
        int wanted = (int) Math.min(rank, counts.draw(draw.hash(Purpose.FRIENDS, rank)));
        Set<Long> drawn = new HashSet<>();
        List<DatedPerson> friends = new ArrayList<>(wanted);
        for (int i = 0; i < wanted; i++) {
            long other = friend(rank, draw.hash(Purpose.FRIEND, rank, i));
            if (drawn.add(other)) {
                friends.add(new DatedPerson(other, since(rank, other)));
            }
        }
        return friends;
    }

    private long since(long rank, long other) {
        long both = Math.max(people.joinedMs(rank), people.joinedMs(other));
        return Timeline.between(both, Timeline.END_MS, Mix.mix(draw.hash(Purpose.FRIEND_DATE, rank), other));
    }

    private long friend(long rank, long hash) {
        long kind = Mix.below(HUNDRED, hash);
        long next = Mix.mix(hash);
        if (kind < SAME_CITY && rank > people.cityStart(rank)) {
            return neighbour(rank, next);
        }
        if (kind < SAME_INTEREST && rank >= Tags.SLOTS) {
            return alike(rank, rank / Tags.SLOTS - 1 - Draw.skewed(rank / Tags.SLOTS, next), Mix.mix(next));
        }
        return Draw.skewed(rank, next);
    }

    private long neighbour(long rank, long hash) {
        long others = rank - people.cityStart(rank);
        return (hash & 1) == 0
                ? rank - 1 - Mix.below(Math.min(NEIGHBOURS, others), hash)
                : people.cityStart(rank) + Draw.skewed(others, hash);
    }

    /** Somebody with the same main interest in a row of slots. */
    private long alike(long rank, long row, long hash) {
        int[] slots = tags.slotsOf(tags.ofRank(rank));
        return row * Tags.SLOTS + slots[(int) Mix.below(slots.length, hash)];
    }

    /** Somebody of any rank who is like this one in city or interest; to meet in a group. */
    long like(long rank, long hash) {
        long kind = Mix.below(HUNDRED, hash);
        long next = Mix.mix(hash);
        if (kind < SAME_CITY) {
            return people.cityStart(rank) + Mix.below(people.cityEnd(rank) - people.cityStart(rank), next);
        }
        if (kind < SAME_INTEREST) {
            return alike(rank, Mix.below(people.count() / Tags.SLOTS, next), Mix.mix(next));
        }
        return Mix.below(people.count(), next);
    }
}
