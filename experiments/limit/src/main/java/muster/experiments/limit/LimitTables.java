package muster.experiments.limit;

import muster.store.file.sqlite.StoreExtension;

/** Tables limit_search and limit_step, view limit_summary. */
public final class LimitTables implements StoreExtension {
    @Override
    public String name() {
        return "limit";
    }

    @Override
    public int version() {
        return 7;
    }
}
