package muster.model;

import java.util.List;

/**
 * A phase as it starts.
 *
 * @param kind "load", "warmup", "measure" or "verify": views show "measure" only
 * @param clients total of the cluster
 * @param ratePerS 0 for the closed load model, and where there are several loads
 * @param planned indexes; -1 while a duration decides, see {@link PhaseEnd#planned}
 * @param startNs when clients may start; unix nanoseconds of the coordinator's clock
 * @param endNs when clients start nothing more; 0 for a count-bound phase
 * @param streams the loads that it offers, by number
 * @param alike the equivalence margin of arms that take turns, 0.05 for 5 %; 0 for a phase without such
 */
public record PhaseRow(
        PhaseAt at,
        int ordinal,
        String kind,
        int clients,
        double ratePerS,
        long planned,
        long startNs,
        long endNs,
        int workers,
        String state,
        List<StreamRow> streams,
        double alike) {
    /** Of a phase that offers one load. */
    public PhaseRow(
            PhaseAt at,
            int ordinal,
            String kind,
            int clients,
            double ratePerS,
            long planned,
            long startNs,
            long endNs,
            int workers,
            String state) {
        this(
                at,
                ordinal,
                kind,
                clients,
                ratePerS,
                planned,
                startNs,
                endNs,
                workers,
                state,
                List.of(new StreamRow(0, "", clients, ratePerS)),
                0);
    }
}
