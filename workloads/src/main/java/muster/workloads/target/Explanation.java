package muster.workloads.target;

import java.util.List;

/**
 * What a database says of a statement that it does not execute.
 *
 * @param refusal why it does not accept it, in its own words; empty if it does
 * @param line of the statement, counted from 1, that is refused; 0 where the database names none
 * @param writes whether it would change the database, as far as the database tells
 * @param plan one operator a line, indented by its depth; empty where the database shows none
 * @param scans operators that read all of something, where an index would read what is needed
 */
public record Explanation(String refusal, int line, boolean writes, List<String> plan, List<String> scans) {
    /** Of a database that accepts it and tells no more. */
    public static final Explanation ACCEPTED = new Explanation("", 0, false, List.of(), List.of());

    public static Explanation refused(String words, int line) {
        return new Explanation(words, line, false, List.of(), List.of());
    }

    public boolean accepted() {
        return refusal.isEmpty();
    }
}
