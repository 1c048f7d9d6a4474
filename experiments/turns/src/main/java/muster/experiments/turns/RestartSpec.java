package muster.experiments.turns;

/**
 * One restart, as the process of its arms is told of it.
 *
 * @param number of those that use what was loaded once, from 0: the first loads and warms up
 * @param shift so many places on from its own is the phase that an arm measures
 * @param turnNs how long a turn is
 */
record RestartSpec(int number, int shift, long turnNs) {
    private static final String SEPARATOR = "\t";

    boolean first() {
        return number == 0;
    }

    String encode() {
        return String.join(SEPARATOR, "" + number, "" + shift, "" + turnNs);
    }

    static RestartSpec decode(String line) {
        String[] fields = line.split(SEPARATOR, -1);
        return new RestartSpec(Integer.parseInt(fields[0]), Integer.parseInt(fields[1]), Long.parseLong(fields[2]));
    }
}
