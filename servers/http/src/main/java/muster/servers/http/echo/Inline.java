package muster.servers.http.echo;

/** The loop works and writes; what it would have to wait for calls back. */
record Inline(Work work) implements Handler {
    @Override
    public void handle(Connection connection) {
        long startNs = System.nanoTime();
        var unused = work.begin().whenComplete((done, failure) -> {
            long doneNs = System.nanoTime();
            if (failure != null) {
                connection.close();
            } else if (connection.onLoop()) {
                connection.answer(0, doneNs - startNs);
            } else {
                connection.loop().execute(() -> connection.answer(System.nanoTime() - doneNs, doneNs - startNs));
            }
        });
    }
}
