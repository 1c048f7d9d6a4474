package muster.workloads.plan.turns;

import java.util.stream.IntStream;
import muster.workloads.random.Mix;

/**
 * Which arm has its turn when: blocks in which each arm has one, in an order that is drawn for each block. A pure function, so that
 * all workers of a phase agree without a message. Times are nanoseconds after {@link #originNs}.
 *
 * <p>Block b lasts {@code arms * turnNs}. Its order is that of a Fisher-Yates shuffle of 0 .. arms - 1 from the last place down,
 * whose draw for place i is {@code Mix.below(i + 1, Mix.mix(hash, b * arms + i))}. Of runs that share turns, block 2 b has the order
 * of b, and block 2 b + 1 the reverse of it, as ABBA: what drifts within two blocks meets all arms alike.
 *
 * @param hash key of the draws
 * @param guardNs first part of each turn, which is not measured
 * @param shared whether arms are runs, which begin when they can: blocks are counted from 1970 on the clock that all of them know
 */
public record TurnSchedule(long hash, int arms, long turnNs, long guardNs, boolean shared) {
    /** One of its arms. */
    public ArmTurns arm(int number) {
        return new ArmTurns(this, number);
    }

    public long blockNs() {
        return arms * turnNs;
    }

    /** From when turns are counted, in the time that the start of the phase is given in. */
    public long originNs(long phaseStartNs) {
        return shared ? 0 : phaseStartNs;
    }

    /** The arms in the order of their turns. */
    int[] order(long block) {
        return shared ? mirrored(block) : drawn(block);
    }

    private int[] mirrored(long block) {
        int[] order = drawn(block / 2);
        return block % 2 == 0
                ? order
                : IntStream.range(0, arms).map(place -> order[arms - 1 - place]).toArray();
    }

    private int[] drawn(long block) {
        int[] order = IntStream.range(0, arms).toArray();
        for (int place = arms - 1; place > 0; place--) {
            int other = (int) Mix.below(place + 1, Mix.mix(hash, block * arms + place));
            int moved = order[place];
            order[place] = order[other];
            order[other] = moved;
        }
        return order;
    }

    /** The number of an arm's turn in a block, among those of all arms, from 0. */
    long turn(int arm, long block) {
        int[] order = order(block);
        int place = 0;
        while (order[place] != arm) {
            place++;
        }
        return block * arms + place;
    }
}
