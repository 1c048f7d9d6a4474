package muster.workloads.social;

import muster.workloads.random.Mix;
import muster.workloads.social.Draw.Purpose;

/** What messages are about and what they say. */
final class Content {
    private static final String[] WORDS = {
        "about", "great", "first", "never", "often", "today", "people", "really", "maybe", "thanks", "night", "right",
        "found", "photo", "story", "small", "long", "new", "old", "good", "only", "here", "there", "what", "when", "who"
    };
    private static final int MIN_WORDS = 3;
    private static final int WORDS_OF_POST = 24;
    private static final int WORDS_OF_COMMENT = 12;
    private static final int TEN = 10;
    private static final int OWN_INTEREST = 6;
    private static final int TOPIC = 9;

    private final Draw draw;
    private final Tags tags;
    private final People people;

    Content(Draw draw, Tags tags, People people) {
        this.draw = draw;
        this.tags = tags;
        this.people = people;
    }

    /** The first tag of a post: mostly an interest of its author, else of the forum, seldom anything. */
    int tag(Forum forum, Message post) {
        long hash = draw.hash(Purpose.TAGS, post.id());
        long kind = Mix.below(TEN, hash);
        if (kind < OWN_INTEREST) {
            int[] interests = people.interests(post.author());
            return interests[(int) Mix.below(interests.length, Mix.mix(hash))];
        }
        return kind < TOPIC ? forum.topic() : tags.draw(Mix.mix(hash));
    }

    /** Every other post has a second tag; the first one again where it has none. */
    int secondTag(Message post, int first) {
        long hash = draw.hash(Purpose.TAGS, post.id(), 2);
        return (hash & 1) == 0 ? first : tags.draw(Mix.mix(hash));
    }

    String post(Message post, int tag) {
        return text(tags.name(tag), post.id(), WORDS_OF_POST);
    }

    String comment(Message comment) {
        return text("re", comment.id(), WORDS_OF_COMMENT);
    }

    private String text(String begin, long id, int most) {
        long hash = draw.hash(Purpose.CONTENT, id);
        int count = MIN_WORDS + (int) Mix.below(most, hash);
        StringBuilder text = new StringBuilder(begin);
        for (int i = 0; i < count; i++) {
            text.append(' ').append(Places.pick(WORDS, Mix.mix(hash, i)));
        }
        return text.toString();
    }
}
