package muster.workloads.insert;

import muster.workloads.plan.language.Settings;

/** Elements in a batch; the length of the last batch is what remains. */
record InsertSettings(int vertexBatch, int edgeBatch, int actionsPerTransaction) {
    static InsertSettings read(Settings settings) {
        return new InsertSettings(
                (int) settings.integer("vertexBatch", 200, 1, 100_000),
                (int) settings.integer("edgeBatch", 500, 1, 100_000),
                (int) settings.integer("actionsPerTransaction", 1, 1, 100_000));
    }
}
