package muster.experiments.reproduce;

import muster.store.file.sqlite.StoreExtension;

/** Tables claim, claim_value and claim_run, view claim_summary. */
public final class ReproduceTables implements StoreExtension {
    @Override
    public String name() {
        return "reproduce";
    }

    @Override
    public int version() {
        return 1;
    }
}
