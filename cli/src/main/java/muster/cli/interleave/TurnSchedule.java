package muster.cli.interleave;

import java.util.List;
import java.util.Random;

/**
 * Which arm has which turn: blocks of four, ABBA or BAAB by chance, so that what drifts within a block meets both arms alike
 * and what is periodic cannot follow one of them.
 */
final class TurnSchedule {
    static final int BLOCK = 4;
    private static final List<Integer> FORTH = List.of(0, 1, 1, 0);
    private static final List<Integer> BACK = List.of(1, 0, 0, 1);

    private final Random random;

    TurnSchedule(long seed) {
        random = new Random(seed);
    }

    /** The arms of the next block: 0 or 1, turn by turn. */
    List<Integer> next() {
        return random.nextBoolean() ? FORTH : BACK;
    }
}
