package muster.benchmarks.bottlenecks;

/**
 * What is started for one row of the matrix, and how.
 *
 * @param workUs processor time of the server for a request
 * @param delayUs how long the server lets a request wait, without work; half to one and a half of it
 * @param lockUs how long a request holds the one lock of the server
 * @param networkUs of the proxy, one way; 0: no proxy
 * @param connections of the target's pool; 0: as many as clients
 * @param pinned whether the worker may use one core only, which is not the server's
 * @param competitors busy processes on the worker's core
 * @param ballastMb held by {@link GcAgent} in the worker; 0: no agent
 * @param python whether the worker is one of Python
 * @param jvm options of the worker's JVM, between spaces
 */
record Stage(
        long workUs,
        long delayUs,
        long lockUs,
        long networkUs,
        int connections,
        boolean pinned,
        int competitors,
        int ballastMb,
        boolean python,
        String jvm) {

    static Stage server(long workUs, long delayUs, long lockUs) {
        return new Stage(workUs, delayUs, lockUs, 0, 0, false, 0, 0, false, "");
    }

    /** A server that answers at once. */
    static Stage fast() {
        return server(0, 0, 0);
    }

    Stage network(long us) {
        return new Stage(workUs, delayUs, lockUs, us, connections, pinned, competitors, ballastMb, python, jvm);
    }

    Stage withConnections(int most) {
        return new Stage(workUs, delayUs, lockUs, networkUs, most, pinned, competitors, ballastMb, python, jvm);
    }

    Stage onOneCore() {
        return new Stage(workUs, delayUs, lockUs, networkUs, connections, true, competitors, ballastMb, python, jvm);
    }

    Stage competitors(int processes) {
        return new Stage(workUs, delayUs, lockUs, networkUs, connections, pinned, processes, ballastMb, python, jvm);
    }

    Stage ballast(int megabytes) {
        return new Stage(workUs, delayUs, lockUs, networkUs, connections, pinned, competitors, megabytes, python, jvm);
    }

    Stage inPython() {
        return new Stage(workUs, delayUs, lockUs, networkUs, connections, pinned, competitors, ballastMb, true, jvm);
    }

    Stage withJvm(String options) {
        return new Stage(
                workUs, delayUs, lockUs, networkUs, connections, pinned, competitors, ballastMb, python, options);
    }
}
