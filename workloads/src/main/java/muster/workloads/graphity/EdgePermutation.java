package muster.workloads.graphity;

import muster.workloads.random.Mix;
import muster.workloads.random.Permutation;

/**
 * The loaded edges in a seeded order, dealt out to the phases that take edges away: the phase of a slot gets the places
 * slot, slot + slots, ... of the permutation of all edges keyed by mix(K, EDGES). So no two phases take the same edge.
 */
final class EdgePermutation {
    private final Network network;
    private final Permutation permutation;
    private final int slot;
    private final int slots;

    EdgePermutation(Network network, int slot, int slots) {
        this.network = network;
        this.permutation = new Permutation(Math.max(1, network.edges()), Mix.mix(network.key(), RandomStream.EDGES));
        this.slot = slot;
        this.slots = slots;
    }

    /** How many edges this slot has. */
    long count() {
        return (network.edges() - slot + slots - 1) / slots;
    }

    /** Its edge number {@code rank}, 0 &lt;= rank &lt; count. */
    Edge at(long rank) {
        return network.edge(permutation.at(rank * slots + slot));
    }
}
