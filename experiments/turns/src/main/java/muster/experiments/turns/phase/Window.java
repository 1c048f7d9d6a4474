package muster.experiments.turns.phase;

/**
 * The measured part of one turn of an arm.
 *
 * @param turn of all arms, from 0
 * @param fromNs unix nanoseconds of the coordinator's clock
 */
record Window(int stream, long turn, long block, long fromNs, long toNs) {
    double seconds() {
        return (toNs - fromNs) / 1e9;
    }
}
