package muster.experiments.turns;

/**
 * One restart, as the process of its arms is told of it.
 *
 * @param number of those that use what was loaded once, from 0: the first loads and warms up
 * @param cold whether its clients are those of a new process
 * @param shift so many places on from its own is the phase that an arm measures
 * @param turnNs how long a turn is
 */
record RestartSpec(int number, boolean cold, int shift, long turnNs) {
    private static final String SEPARATOR = "\t";

    boolean first() {
        return number == 0;
    }

    String encode() {
        return String.join(SEPARATOR, "" + number, "" + cold, "" + shift, "" + turnNs);
    }

    static RestartSpec decode(String line) {
        String[] fields = line.split(SEPARATOR, -1);
        return new RestartSpec(
                Integer.parseInt(fields[0]),
                Boolean.parseBoolean(fields[1]),
                Integer.parseInt(fields[2]),
                Long.parseLong(fields[3]));
    }
}
