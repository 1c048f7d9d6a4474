package muster.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import muster.servers.host.ServerException;
import muster.servers.host.StopOutcome;

/** Ends server processes: first kindly, then surely, and never a foreign one that inherited a process number. */
final class ProcessStopper {
    /** Neo4j that archives its classes at its end took more than 15 s beside eight busy programs on two cores, and a kill loses them. */
    private static final Duration KINDLY = Duration.ofSeconds(60);

    private static final Duration SURELY = Duration.ofSeconds(5);
    private static final long POLL_MILLISECONDS = 20;

    private ProcessStopper() {}

    /** Stops the server of a data folder, if it runs, and records that it was meant to end. */
    static StopOutcome stop(DataFolder folder) throws IOException {
        if (!folder.isCreated()) {
            return StopOutcome.NOT_CREATED;
        }
        Optional<ServerState> state = folder.state();
        if (state.isEmpty()) {
            return StopOutcome.WAS_NOT_RUNNING;
        }
        StopOutcome stop = state.get().parts().reversed().stream()
                .map(part -> end(part.process(), part.stopSignal()))
                .reduce(StopOutcome.WAS_NOT_RUNNING, ProcessStopper::worse);
        record(folder, state.get().in(ServerState.Phase.STOPPED));
        return stop;
    }

    /** On a full disk, which may be why it is stopped, the record says later that it died, and that is all. */
    private static void record(DataFolder folder, ServerState stopped) {
        try {
            folder.write(stopped);
        } catch (IOException e) {
            System.err.println("The server has ended, but its state file could not be written: " + e.getMessage());
        }
    }

    private static StopOutcome worse(StopOutcome one, StopOutcome other) {
        return one == StopOutcome.KILLED || other == StopOutcome.WAS_NOT_RUNNING ? one : other;
    }

    static StopOutcome end(ProcessIdentity process, String stopSignal) {
        Optional<ProcessHandle> handle = process.handle();
        if (handle.isEmpty()) {
            return StopOutcome.WAS_NOT_RUNNING;
        }
        signal(handle.get(), stopSignal);
        if (isGone(process, KINDLY)) {
            return StopOutcome.STOPPED;
        }
        handle.get().destroyForcibly();
        if (isGone(process, SURELY)) {
            return StopOutcome.KILLED;
        }
        throw new ServerException(
                "process " + process.pid() + " did not end, not even by SIGKILL; is it another user's?");
    }

    /** Java itself can send no other than TERM and KILL. */
    private static void signal(ProcessHandle process, String name) {
        if (name.equals("TERM") || !kill(process.pid(), name)) {
            process.destroy();
        }
    }

    private static boolean kill(long pid, String signal) {
        try {
            return new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static ServerException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new ServerException("interrupted while stopping a server", e);
    }

    private static boolean isGone(ProcessIdentity process, Duration within) {
        long endNs = System.nanoTime() + within.toNanos();
        while (process.isAlive()) {
            if (System.nanoTime() >= endNs) {
                return false;
            }
            pause();
        }
        return true;
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLISECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }
}
