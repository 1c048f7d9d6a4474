package muster.workloads.target;

import muster.workloads.answers.AnswerSink;

/** Where a session says what happened within one execution. */
public interface Probe {
    /** A stage that ends now. */
    default void stage(Stage stage) {
        stage(stage, System.nanoTime());
    }

    /**
     * The time since the start, or since the stage before, belongs to this stage. Repeated stages add up.
     *
     * @param endNs when it ended, by System.nanoTime()
     */
    void stage(Stage stage, long endNs);

    /** A stage that lasted from the start of the operation until now. */
    default void reached(Stage stage) {
        reached(stage, System.nanoTime());
    }

    /**
     * The time since the start of the operation is that of this stage; it overlaps with others.
     *
     * @param endNs when it ended, by System.nanoTime()
     */
    default void reached(Stage stage, long endNs) {}

    /**
     * How long a part of the operation took, as the server reported it; it overlaps with the stages of the client. Repeated
     * ones add up.
     */
    default void reported(ServerStage stage, long durationNs) {}

    /** The outcome of one operation; those that are not named are ok. */
    void outcome(int position, Outcome outcome);

    /** Vertices, edges or rows that were written or read. */
    void elements(int position, long elements);

    void bytes(long sent, long received);

    /** A checksum of what was read: sums of it over any operations, which wrap, can be compared. */
    default void content(long checksum) {}

    /** The posts that a feed brought, in the order in which they came; for those who check feeds. */
    default void feed(int position, long[] posts) {}

    /**
     * Where the rows of the answer of one operation go; asked for once before its first row. Asking again, as another
     * attempt does, discards the rows so far.
     */
    default AnswerSink answer(int position) {
        return AnswerSink.NONE;
    }

    /** A probe that keeps nothing. */
    Probe NONE = new Probe() {
        @Override
        public void stage(Stage stage, long endNs) {}

        @Override
        public void outcome(int position, Outcome outcome) {}

        @Override
        public void elements(int position, long elements) {}

        @Override
        public void bytes(long sent, long received) {}
    };
}
