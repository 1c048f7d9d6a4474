package muster.workloads.query;

import muster.workloads.operation.Digest;

/**
 * A parameter of the plan.
 *
 * @param digest of its name
 */
record Parameter(String name, Source source, Draw draw, long digest) {
    static Parameter of(String name, Source source, Draw draw) {
        return new Parameter(name, source, draw, Digest.of(name));
    }
}
