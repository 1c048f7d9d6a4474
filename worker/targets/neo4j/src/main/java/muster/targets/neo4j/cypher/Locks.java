package muster.targets.neo4j.cypher;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.targets.support.StatementText;

/**
 * How a dialect takes the write lock of a node until its transaction ends. Statements are templates with {@code LOCK} and the
 * variable of a node in each place for one.
 *
 * @param user of a user, which has the property "lock": the variable is %1$s
 * @param vertex of any other node: the variable is %1$s and its label %2$s
 * @param waiting whether a transaction waits for a lock that another has, rather than being refused
 */
public record Locks(String user, String vertex, boolean waiting) {
    private static final Pattern PLACE = Pattern.compile("LOCK (\\w+)");

    /** A write of a property or label as it is. It locks, and changes nothing. */
    static final Locks WAITING = new Locks("SET %1$s.lock = 0", "SET %1$s:%2$s", true);

    private static final String COUNT = "SET %1$s.lock = coalesce(%1$s.lock, 0) + 1";

    /** For databases where a write that changes nothing is no write: a number that grows. */
    static final Locks COUNTED = new Locks(COUNT, COUNT, false);

    /** The statement of a template that locks users. */
    String in(String template) {
        return filled(template, user, "");
    }

    /** The statement of a template that locks nodes of a label. */
    public String in(String template, String label) {
        return filled(template, vertex, label);
    }

    /**
     * The statement of a template that loads what users follow. Where transactions do not wait, {@code LOCK_LOADED u} locks the user
     * of each row and none of its followees: batches share those, and would refuse each other.
     */
    String inLoad(String template) {
        return StatementText.replaced(template, "LOCK_LOADED u\n", waiting ? "" : user.formatted("u") + "\n");
    }

    /** The same of a template before which, where transactions wait, all nodes of the batch are locked in one order. */
    String inLoad(String nodes, String template) {
        return (waiting ? in(nodes) : "") + inLoad(template);
    }

    private static String filled(String template, String lock, String label) {
        Matcher place = PLACE.matcher(template);
        if (!place.find()) {
            throw new IllegalStateException("no \"LOCK x\" in this statement:\n" + template);
        }
        return place.replaceAll(found -> Matcher.quoteReplacement(lock.formatted(found.group(1), label)));
    }
}
