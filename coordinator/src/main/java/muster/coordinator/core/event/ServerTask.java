package muster.coordinator.core.event;

import muster.workloads.plan.section.ServerSpec;

/**
 * What must be done with the server of a plan before its step continues.
 *
 * @param uri where it must answer
 * @param copy names the copy of its data that is made or restored; "" for none
 * @param powerLoss whether a phase takes from it what it has not synced
 */
public record ServerTask(
        long runId, int step, int trial, Kind kind, ServerSpec server, String uri, String copy, boolean powerLoss) {
    /** With which data the server is started; the label is its name in the store. */
    public enum Kind {
        /** With none. */
        EMPTY("empty"),
        /** With those that it has. */
        KEEP("kept"),
        /** With those that it has, after a copy of them was made. */
        COPY("copied"),
        /** With a copy that an earlier step made. */
        RESTORE("restored");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }
}
