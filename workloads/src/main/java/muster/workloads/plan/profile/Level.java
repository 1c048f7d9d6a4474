package muster.workloads.plan.profile;

import java.util.Optional;
import muster.text.Quantity;
import muster.workloads.plan.language.Tree;

/**
 * A height of a profile.
 *
 * @param plain as a plan says it: a rate such as "1000/s", or a number of clients
 * @param nano in 10<sup>-9</sup> arrivals a second, or 10<sup>-9</sup> clients
 */
public record Level(Object plain, long nano) {
    static final long NANO = 1_000_000_000;

    /** How levels of one kind are read. */
    public interface Reader {
        /** Empty if it is none. */
        Optional<Level> find(Tree tree);

        /** A number that a data file has. */
        String right();
    }

    /** For people: "1,000/s", or "8". */
    String text() {
        return Quantity.number((double) nano / NANO) + (plain instanceof String ? "/s" : "");
    }
}
