package muster.workloads.social;

import java.util.Arrays;
import muster.workloads.random.Mix;
import muster.workloads.random.Permutation;
import muster.workloads.social.Draw.Purpose;
import muster.workloads.social.Places.City;

/**
 * People. Each has a rank, by which it is drawn: neighbours in rank live in one city, and ranks that are equal modulo
 * {@link Tags#SLOTS} share their main interest. Its id, which others see, is a permutation of ranks and says nothing.
 */
final class People {
    private static final int MAX_INTERESTS = 7;
    private static final String[] BROWSERS = {"Firefox", "Chrome", "Safari", "Opera"};
    private static final long YEAR_MS = 365 * Timeline.DAY_MS;

    private final long count;
    private final Draw draw;
    private final Places places;
    private final Tags tags;
    private final Permutation ids;

    People(long count, Draw draw, Places places, Tags tags) {
        this.count = count;
        this.draw = draw;
        this.places = places;
        this.tags = tags;
        this.ids = new Permutation(count, draw.hash(Purpose.ID, 0));
    }

    long count() {
        return count;
    }

    long id(long rank) {
        return ids.at(rank);
    }

    long rank(long id) {
        return ids.place(id);
    }

    City city(long rank) {
        return places.cities().get(places.city(rank, count));
    }

    /** The first rank of the city of this one. */
    long cityStart(long rank) {
        return places.start(places.city(rank, count), count);
    }

    /** The rank after the last of the city of this one. */
    long cityEnd(long rank) {
        int next = places.city(rank, count) + 1;
        return next == places.cities().size() ? count : places.start(next, count);
    }

    long joinedMs(long rank) {
        return Timeline.between(Timeline.START_MS, Timeline.LAST_JOIN_MS, draw.hash(Purpose.JOINED, rank));
    }

    /** Tags, the main interest first. */
    int[] interests(long rank) {
        long hash = draw.hash(Purpose.INTERESTS, rank);
        int[] found = new int[1 + (int) Mix.below(MAX_INTERESTS, hash)];
        found[0] = tags.ofRank(rank);
        int size = 1;
        for (int i = 1; i < found.length; i++) {
            int tag = tags.draw(Mix.mix(hash, i));
            if (Arrays.stream(found, 0, size).noneMatch(each -> each == tag)) {
                found[size++] = tag;
            }
        }
        return Arrays.copyOf(found, size);
    }

    String name(long rank) {
        return firstName(rank) + " " + lastName(rank);
    }

    String language(long rank) {
        return city(rank).country().language();
    }

    private String firstName(long rank) {
        return Places.pick(city(rank).country().firstNames(), draw.hash(Purpose.PERSON, rank, 1));
    }

    private String lastName(long rank) {
        return Places.pick(city(rank).country().lastNames(), draw.hash(Purpose.PERSON, rank, 2));
    }

    /** The columns of {@link SocialSchema#PERSON}. */
    Object[] row(long id) {
        long rank = rank(id);
        String[] names = city(rank).country().firstNames();
        String first = firstName(rank);
        boolean female = Arrays.asList(names).indexOf(first) < names.length / 2;
        long age = Timeline.between(16 * YEAR_MS, 70 * YEAR_MS, draw.hash(Purpose.PERSON, rank, 3));
        return new Object[] {
            id,
            first,
            lastName(rank),
            female ? "female" : "male",
            (Timeline.START_MS - age) / Timeline.DAY_MS * Timeline.DAY_MS,
            joinedMs(rank),
            language(rank),
            Places.pick(BROWSERS, draw.hash(Purpose.PERSON, rank, 4))
        };
    }
}
