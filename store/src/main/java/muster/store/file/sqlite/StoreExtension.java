package muster.store.file.sqlite;

import java.util.List;
import java.util.Optional;

/**
 * Tables and views that a part of Muster adds to store files; found by ServiceLoader. Its scripts stand in the folder sql beside
 * the implementing class: NNN.sql changes tables, views.sql makes the views anew after each change.
 */
public interface StoreExtension {
    /** What the file calls it, such as "limit". */
    String name();

    /**
     * The highest NNN of its scripts, also raised when views.sql changes. New numbers are above 7: a file that is older than
     * table extension counts as having the scripts up to its own version.
     */
    int version();

    /** A script of this extension; empty if there is none of this name. */
    default Optional<String> sql(String script) {
        return SqlResource.read(getClass(), "sql/" + script);
    }

    /** Tables with a column run_id whose rows {@link #copy} copies. */
    default List<String> copied() {
        return List.of();
    }

    /**
     * Copies from another file what does not belong to a single run. The other file is attached as {@code other}; table
     * {@code temp.merging} has the old and the new number of each of its runs, and whether the run was present before.
     */
    default void copy(Database database) {}
}
