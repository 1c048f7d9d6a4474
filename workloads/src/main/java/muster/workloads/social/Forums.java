package muster.workloads.social;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import muster.workloads.random.Mix;
import muster.workloads.social.Draw.Purpose;

/** Forums: the wall of person i has the id i, groups have the ids after them, one for every four people. */
final class Forums {
    private static final int PEOPLE_OF_GROUP = 4;
    private static final int MAX_MEMBERS = 500;

    private final People people;
    private final Friends friends;
    private final Draw draw;
    private final Tags tags;
    private final Count members;

    Forums(People people, Friends friends, Tags tags, Draw draw) {
        this.people = people;
        this.friends = friends;
        this.tags = tags;
        this.draw = draw;
        this.members = Count.of(1, (int) Math.min(MAX_MEMBERS, people.count() / 4), 1700, 6);
    }

    long count() {
        return people.count() + people.count() / PEOPLE_OF_GROUP;
    }

    Forum forum(long id) {
        return id < people.count() ? wall(id) : group(id);
    }

    private Forum wall(long id) {
        long owner = people.rank(id);
        return new Forum(id, true, owner, people.joinedMs(owner) + 1, tags.ofRank(owner), friends.of(owner));
    }

    private Forum group(long id) {
        long moderator = Mix.below(people.count(), draw.hash(Purpose.MODERATOR, id));
        long created = Timeline.between(
                people.joinedMs(moderator), Timeline.END_MS - 30 * Timeline.DAY_MS, draw.hash(Purpose.FORUM, id));
        return new Forum(id, false, moderator, created, tags.ofRank(moderator), members(id, moderator, created));
    }

    private List<DatedPerson> members(long id, long moderator, long createdMs) {
        int wanted = members.draw(draw.hash(Purpose.MEMBERS, id));
        Set<Long> drawn = new HashSet<>(Set.of(moderator));
        List<DatedPerson> found = new ArrayList<>(wanted);
        for (int i = 0; i < wanted; i++) {
            long member = friends.like(moderator, draw.hash(Purpose.MEMBER, id, i));
            if (drawn.add(member)) {
                long from = Math.max(createdMs, people.joinedMs(member));
                found.add(new DatedPerson(
                        member, Timeline.between(from, Timeline.END_MS, draw.hash(Purpose.MEMBER_DATE, id, i))));
            }
        }
        return found;
    }

    String title(Forum forum) {
        return forum.wall()
                ? "Wall of " + people.name(forum.moderator())
                : "Group for " + tags.name(forum.topic()) + " in "
                        + people.city(forum.moderator()).name();
    }
}
