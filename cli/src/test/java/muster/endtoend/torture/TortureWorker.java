package muster.endtoend.torture;

import muster.endtoend.Background;

/** A worker process. */
sealed interface TortureWorker {
    /** Whether it takes part in its cluster. */
    boolean joined();

    /**
     * kill -9.
     *
     * @param all its engine processes at the same moment, if it has some; else these find out by themselves
     */
    void kill(boolean all);

    /** SIGSTOP, of the process that speaks to the coordinator. */
    void pause();

    /** SIGCONT. */
    void resume();

    /** In a JVM. What it says is in a file, and reading that costs more than a kill: it is read until it has joined. */
    final class InJava implements TortureWorker {
        private final Background.One process;
        private final TortureCpu cpu;
        private boolean joined;

        InJava(Background.One process, TortureCpu cpu) {
            this.process = process;
            this.cpu = cpu;
        }

        @Override
        public boolean joined() {
            joined = joined || process.said().contains("joined the coordinator");
            return joined;
        }

        @Override
        public void kill(boolean all) {
            cpu.add("Java workers", process.process().pid());
            process.process().destroyForcibly();
            process.result();
        }

        @Override
        public void pause() {
            process.signal("STOP");
        }

        @Override
        public void resume() {
            process.signal("CONT");
        }
    }

    /** Forked from a Python process that has imported everything. */
    record Forked(ForkedWorkers workers, String name) implements TortureWorker {
        @Override
        public boolean joined() {
            return workers.joined(name);
        }

        @Override
        public void kill(boolean all) {
            workers.kill(name, all);
        }

        @Override
        public void pause() {
            workers.signal(name, ForkedWorkers.SIGSTOP);
        }

        @Override
        public void resume() {
            workers.signal(name, ForkedWorkers.SIGCONT);
        }
    }
}
