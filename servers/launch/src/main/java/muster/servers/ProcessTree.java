package muster.servers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import muster.servers.host.ServerException;

/** The living processes of a server with all that they started. */
record ProcessTree(List<ProcessIdentity> processes) {
    private static final long MAX_MS = 10_000;
    private static final long POLL_MS = 1;

    /** @param process the name of one of them; empty for all */
    static ProcessTree of(ServerState state, String process) {
        return new ProcessTree(state.parts().stream()
                .filter(part -> process.isEmpty() || part.name().equals(process))
                .flatMap(part -> part.process().handle().stream())
                .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
                .flatMap(handle -> ProcessIdentity.of(handle.pid()).stream())
                .toList());
    }

    /** To all of them at once, so that none sees another one end first. */
    void signal(String name) {
        List<String> words = new ArrayList<>(List.of("kill", "-" + name));
        processes.forEach(process -> words.add(Long.toString(process.pid())));
        if (processes.isEmpty()) {
            throw new ServerException("no process of it runs any more");
        }
        try {
            // A process that ended meanwhile makes kill fail, and is what was wanted.
            int unused =
                    new ProcessBuilder(words).redirectErrorStream(true).start().waitFor();
        } catch (IOException e) {
            throw new ServerException("the program kill cannot be started: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Returns when none is left. */
    void awaitEnd() {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MAX_MS);
        for (ProcessIdentity process : processes) {
            while (process.isAlive()) {
                if (System.nanoTime() > endNs) {
                    throw new ServerException("process " + process.pid()
                            + " cannot be killed: it is another user's; run Muster as the user of the server");
                }
                pause(POLL_MS);
            }
        }
    }

    static void pause(long ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static ServerException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new ServerException("interrupted in a crash of the server", e);
    }
}
