package muster.experiments.crash;

import muster.store.file.sqlite.StoreExtension;

/** View crash_summary; the table crash is of the store, as the coordinator writes it during a run. */
public final class CrashTables implements StoreExtension {
    @Override
    public String name() {
        return "crash";
    }

    @Override
    public int version() {
        return 1;
    }
}
