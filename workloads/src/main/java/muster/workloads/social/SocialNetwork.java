package muster.workloads.social;

import java.util.List;
import muster.workloads.dataset.DataSet;
import muster.workloads.dataset.Table;
import muster.workloads.plan.language.Settings;
import muster.workloads.schema.EdgeType;
import muster.workloads.schema.NodeType;

/**
 * A generated social network. Of 100,000 people it has about 1.6 million nodes and 7 million edges. Settings: {@code
 * people} (10,000), and {@code seed}, by default that of the plan.
 */
public final class SocialNetwork {
    /** The fewest people: enough for each main interest. */
    public static final long MIN_PEOPLE = 1_000;

    /** The most people: ids of messages stay below 2<sup>53</sup>, which every database and JSON reader can hold. */
    public static final long MAX_PEOPLE = 16_000_000;

    private final Places places = new Places();
    private final Tags tags;
    private final People people;
    private final Forums forums;
    private final PersonRows personRows;
    private final ForumRows forumRows;

    /**
     * Nothing is generated yet.
     *
     * @param count people, {@link #MIN_PEOPLE} to {@link #MAX_PEOPLE}
     */
    public SocialNetwork(long count, long seed) {
        Draw draw = Draw.of(seed);
        tags = new Tags(draw);
        people = new People(count, draw, places, tags);
        Friends friends = new Friends(people, tags, draw);
        forums = new Forums(people, friends, tags, draw);
        personRows = new PersonRows(people, friends);
        forumRows = new ForumRows(people, forums, new Messages(draw), new Content(draw, tags, people));
    }

    /** Throws {@link muster.workloads.plan.language.PlanException}. */
    public static SocialNetwork of(Settings settings, long seed) {
        long people = settings.integer("people");
        return new SocialNetwork(people, settings.integer("seed", seed));
    }

    public DataSet dataSet() {
        return new DataSet(nodes(), edges());
    }

    private List<Table<NodeType>> nodes() {
        return List.of(
                new RangeTable<>(SocialSchema.PLACE, placeCount(), 500, (place, row) -> row.accept(place(place))),
                new RangeTable<>(
                        SocialSchema.TAG,
                        tags.size(),
                        500,
                        (tag, row) -> row.accept(new Object[] {tag, tags.name((int) tag)})),
                new RangeTable<>(SocialSchema.PERSON, people.count(), 500, (id, row) -> row.accept(people.row(id))),
                new RangeTable<>(SocialSchema.FORUM, forums.count(), 500, forumRows::forum),
                new RangeTable<>(SocialSchema.POST, forums.count(), 100, forumRows::posts),
                new RangeTable<>(SocialSchema.COMMENT, forums.count(), 80, forumRows::comments));
    }

    private List<Table<EdgeType>> edges() {
        long count = people.count();
        long all = forums.count();
        return List.of(
                new RangeTable<>(
                        SocialSchema.IS_PART_OF,
                        places.cities().size(),
                        500,
                        (city, row) -> row.accept(partOf((int) city))),
                new RangeTable<>(SocialSchema.IS_LOCATED_IN, count, 500, personRows::place),
                new RangeTable<>(SocialSchema.HAS_INTEREST, count, 150, personRows::interests),
                new RangeTable<>(SocialSchema.KNOWS, count, 40, personRows::friends),
                new RangeTable<>(SocialSchema.HAS_MODERATOR, all, 500, forumRows::moderator),
                new RangeTable<>(SocialSchema.HAS_MEMBER, all, 70, forumRows::members),
                new RangeTable<>(SocialSchema.FORUM_TAG, all, 500, forumRows::topic),
                new RangeTable<>(SocialSchema.CONTAINER_OF, all, 100, forumRows::contained),
                new RangeTable<>(SocialSchema.POST_CREATOR, all, 100, forumRows::postCreators),
                new RangeTable<>(SocialSchema.POST_TAG, all, 70, forumRows::tags),
                new RangeTable<>(SocialSchema.COMMENT_CREATOR, all, 80, forumRows::commentCreators),
                new RangeTable<>(SocialSchema.REPLY_TO_POST, all, 150, forumRows::repliesToPosts),
                new RangeTable<>(SocialSchema.REPLY_TO_COMMENT, all, 200, forumRows::repliesToComments),
                new RangeTable<>(SocialSchema.LIKES_POST, all, 160, forumRows::likesOfPosts),
                new RangeTable<>(SocialSchema.LIKES_COMMENT, all, 160, forumRows::likesOfComments));
    }

    private long placeCount() {
        return places.countries().size() + (long) places.cities().size();
    }

    private Object[] place(long id) {
        int countries = places.countries().size();
        return id < countries
                ? new Object[] {id, places.countries().get((int) id).name(), "country"}
                : new Object[] {id, places.cities().get((int) id - countries).name(), "city"};
    }

    private Object[] partOf(int city) {
        Places.City of = places.cities().get(city);
        return new Object[] {(long) of.id(), (long) of.countryId()};
    }
}
