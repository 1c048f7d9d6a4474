package muster.workloads.insert;

import muster.workloads.plan.language.Settings;

/** Elements in a batch; the length of the last batch is what remains. */
record InsertSettings(int vertexBatch, int edgeBatch, int actionsPerTransaction) {
    static InsertSettings read(Settings settings) {
        return new InsertSettings((int) settings.integer("vertexBatch"), (int) settings.integer("edgeBatch"), (int)
                settings.integer("actionsPerTransaction"));
    }
}
