package muster.experiments.limit;

import muster.store.file.sqlite.StoreExtension;

/** Tables limit_search, limit_step and limit_target, views limit_summary and limit_target_summary. */
public final class LimitTables implements StoreExtension {
    @Override
    public String name() {
        return "limit";
    }

    @Override
    public int version() {
        return 8;
    }
}
