package muster.workloads.target;

import java.util.List;

/**
 * What a database says of a statement that it does not execute.
 *
 * @param refusal why it does not accept it, in its own words; empty if it does
 * @param line of the statement, counted from 1, that is refused; 0 where the database names none
 * @param bySchema whether it is refused because of what the database holds now: a load may mend that
 * @param writes whether it would change the database, as far as the database tells
 * @param plan one operator a line, indented by its depth; empty where the database shows none
 * @param scans operators that read all of something, where an index would read what is needed
 * @param warnings what the database warns of, in its own words: an unknown label, a cartesian product
 */
public record Explanation(
        String refusal,
        int line,
        boolean bySchema,
        boolean writes,
        List<String> plan,
        List<String> scans,
        List<String> warnings) {
    /** Of a database that accepts it and tells no more. */
    public static final Explanation ACCEPTED = accepted(false, List.of(), List.of());

    /** Of a database that warns of nothing. */
    public static Explanation accepted(boolean writes, List<String> plan, List<String> scans) {
        return new Explanation("", 0, false, writes, plan, scans, List.of());
    }

    /** Whatever the database holds. */
    public static Explanation refused(String words, int line) {
        return new Explanation(words, line, false, false, List.of(), List.of(), List.of());
    }

    /** Because of what the database holds now. */
    public static Explanation refusedBySchema(String words, int line) {
        return new Explanation(words, line, true, false, List.of(), List.of(), List.of());
    }

    /** Of a database whose indexes are still to be made. */
    public Explanation withoutScans() {
        return new Explanation(refusal, line, bySchema, writes, plan, List.of(), warnings);
    }

    public boolean accepted() {
        return refusal.isEmpty();
    }
}
