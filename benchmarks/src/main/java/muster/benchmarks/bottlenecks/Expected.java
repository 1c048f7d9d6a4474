package muster.benchmarks.bottlenecks;

import java.util.EnumSet;
import java.util.Set;

/**
 * What must come of a cell.
 *
 * @param validity "valid" or "invalid"; "either" where the load leaves the staged bottleneck below its limit, and what the
 *     rest of the machine does decides
 * @param culprits that the run's finding may name
 */
record Expected(String validity, Set<String> culprits) {
    private static final String GENERATOR = "generator";

    static Expected of(Bottleneck bottleneck, Load load) {
        return bottleneck.generator() ? generator(bottleneck, load) : target(bottleneck, load);
    }

    /** What stops or crowds out the worker does so under any load; what it lacks shows only where it is needed. */
    private static Expected generator(Bottleneck bottleneck, Load load) {
        boolean always = EnumSet.of(Bottleneck.GC, Bottleneck.COMPETITOR, Bottleneck.COMPETITOR_PYTHON)
                .contains(bottleneck);
        boolean enough = load != Load.CLOSED_1 && load != Load.OPEN_50;
        return always || enough
                ? new Expected("invalid", Set.of(GENERATOR))
                : new Expected("either", Set.of(GENERATOR, "server", "none"));
    }

    private static Expected target(Bottleneck bottleneck, Load load) {
        if (load == Load.OPEN_50) {
            return new Expected("valid", Set.of("none"));
        }
        return new Expected("valid", load == Load.CLOSED_1 ? alone(bottleneck) : queue(bottleneck));
    }

    /** The server is idle while its only client prepares the next request. */
    private static Set<String> alone(Bottleneck bottleneck) {
        return bottleneck == Bottleneck.SERVER_CPU ? Set.of("server cpu", "server") : Set.of("server");
    }

    /** Where operations wait for one another; a disturbed machine may hide that from a run of a few seconds. */
    private static Set<String> queue(Bottleneck bottleneck) {
        return switch (bottleneck) {
            case SERVER_CPU -> Set.of("server cpu");
            case POOL -> Set.of("connection pool");
            case LOCK -> Set.of("server wait", "server");
            default -> Set.of("server");
        };
    }

    /** Whatever was expected, a run is invalid exactly where its finding names the generator. */
    boolean matches(String observed, String culprit) {
        boolean agrees = observed.equals("invalid") == culprit.equals(GENERATOR);
        boolean allowed = validity.equals("either") || validity.equals(observed);
        return agrees && allowed && culprits.contains(culprit);
    }

    String culprit() {
        return culprits.size() > 1 ? "any that agrees" : culprits.iterator().next();
    }
}
