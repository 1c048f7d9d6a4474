package muster.experiments.turns;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Which arm has which turn: blocks in which each arm comes twice, in random order and then in the reverse of it, as ABBA or
 * CABBAC. So what drifts within a block meets all arms alike, and what is periodic cannot follow one of them.
 */
final class TurnSchedule {
    private final Random random;
    private final List<Integer> arms;

    TurnSchedule(long seed, int arms) {
        random = new Random(seed);
        this.arms = new ArrayList<>(IntStream.range(0, arms).boxed().toList());
    }

    /** The arms of the next block, from 0, turn by turn. */
    List<Integer> next() {
        Collections.shuffle(arms, random);
        List<Integer> block = new ArrayList<>(arms);
        block.addAll(arms.reversed());
        return block;
    }
}
