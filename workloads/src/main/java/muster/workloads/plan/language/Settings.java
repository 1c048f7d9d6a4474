package muster.workloads.plan.language;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A map of a plan, read key by key with type and range checked. A reader names the key; its default, range and choices are those of
 * plan.schema.json, and a key that is not there throws {@link IllegalStateException}. Each key that is read is remembered, so that the
 * rest can be refused as unknown, with the nearest known key in the message. Errors name source, key path, value, and what would be
 * right.
 *
 * <p>Where a method takes {@code otherwise}, it holds in place of the schema's default: because it depends on other keys or on the kind,
 * or because it stands for a key that is not there. Methods that take a range or names as well are for ranges that depend on other keys,
 * and for documents and targets of which the schema knows nothing.
 */
public interface Settings {
    /** The dotted path of this map in the plan: "workload". */
    String path();

    boolean has(String key);

    /**
     * The same map, with the keys and defaults of another kind: for a target that is not part of Muster and stands before one
     * that is. What is read there is read here.
     */
    Settings ofKind(String kind);

    /** It must be there if the schema has no default. */
    String text(String key);

    String text(String key, String otherwise);

    /** One of the names that the schema has; it must be there if the schema has no default. */
    String choice(String key);

    String choice(String key, String otherwise);

    String choice(String key, String otherwise, List<String> names);

    long integer(String key);

    long integer(String key, long otherwise);

    long integer(String key, long otherwise, long least, long most);

    double number(String key);

    double number(String key, double otherwise, double least, double most);

    boolean flag(String key);

    boolean flag(String key, boolean otherwise);

    /** "20s", "250ms", "1m", "1h", "10us": a number and a unit. */
    Duration duration(String key);

    Duration duration(String key, Duration otherwise);

    Duration duration(String key, Duration otherwise, Duration least, Duration most);

    /** A map inside this one; an empty one if it is not there. */
    Settings section(String key);

    /** A map of names to numbers, as "mix" is. */
    Map<String, Double> numbers(String key);

    /** What stands in the plan, unread: for storing and sending. Secrets are references. */
    Map<String, Object> raw();

    /** Keys that nothing has read so far, here and in sections that were opened. */
    Set<String> unread();

    /** Throws if a key was not read. */
    void refuseUnread();

    /** Where the key stands, for messages: "plan.yaml:12". */
    default String where(String key) {
        return path() + "." + key;
    }

    /** The error for a value of this map. */
    PlanException wrong(String key, String right);

    /** The same settings with ${env:NAME} and ${file:PATH} replaced: only ever held in memory, on a worker. */
    Settings resolved();
}
