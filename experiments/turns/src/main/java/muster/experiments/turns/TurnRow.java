package muster.experiments.turns;

/**
 * One turn of an arm of an interleaved comparison; guard times are left out.
 *
 * @param number from 1 within its restart
 * @param block from 1 within its restart; two turns of each arm
 * @param arm its name
 * @param keyRange which of the arms' ranges of indexes it works on, from 0: those that share a database change them from restart
 *     to restart
 * @param startNs unix nanoseconds
 * @param operations completed in it
 * @param cpuNs of all processes that work for this arm, over these nanoseconds
 * @param compilerNs what the compilers of their JVMs took of it
 * @param serverCpuNs of the server, over the same time; -1 where it is not known
 */
public record TurnRow(
        int number,
        int block,
        String arm,
        int keyRange,
        long startNs,
        long measuredNs,
        long operations,
        long cpuNs,
        long compilerNs,
        long serverCpuNs) {}
