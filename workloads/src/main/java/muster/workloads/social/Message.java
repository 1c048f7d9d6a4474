package muster.workloads.social;

/**
 * A post or a comment.
 *
 * @param parent id of what it replies to; that of a post is its own
 * @param author rank
 */
record Message(long id, long parent, long author, long createdMs) {
    /** A post with its comments has this many ids. */
    static final int COMMENT_BITS = 8;

    /** A forum with its posts has this many ids. */
    static final int FORUM_BITS = 20;

    /** The id of a post by its place in its forum. */
    static long post(long forum, int number) {
        return (forum << FORUM_BITS) + ((long) number << COMMENT_BITS);
    }

    /** Whether the id is a post's; otherwise it is a comment's. */
    static boolean isPost(long id) {
        return (id & ((1L << COMMENT_BITS) - 1)) == 0;
    }
}
