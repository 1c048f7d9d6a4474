package muster.servers.http.echo;

import java.io.IOException;
import java.util.concurrent.ExecutorService;

/** A thread of the pool works and writes, and waits as long as both take. */
record Pooled(Work work, ExecutorService pool) implements Handler {
    @Override
    public void handle(Connection connection) {
        long handedOverNs = System.nanoTime();
        pool.execute(() -> work(connection, handedOverNs));
    }

    private void work(Connection connection, long handedOverNs) {
        long startNs = System.nanoTime();
        try {
            work.block();
            connection.answer(startNs - handedOverNs, System.nanoTime() - startNs);
        } catch (IOException e) {
            connection.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            connection.close();
        }
    }
}
