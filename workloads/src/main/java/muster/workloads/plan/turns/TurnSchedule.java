package muster.workloads.plan.turns;

import java.util.stream.IntStream;
import muster.workloads.random.Mix;

/**
 * Which arm has its turn when: blocks in which each arm has one, in an order that is drawn for each block. A pure function, so that
 * all workers of a phase agree without a message. Times are nanoseconds after the start of the phase.
 *
 * <p>Block b lasts {@code arms * turnNs}. Its order is that of a Fisher-Yates shuffle of 0 .. arms - 1 from the last place down,
 * whose draw for place i is {@code Mix.below(i + 1, Mix.mix(hash, b * arms + i))}.
 *
 * @param hash key of the draws
 * @param guardNs first part of each turn, which is not measured
 */
public record TurnSchedule(long hash, int arms, long turnNs, long guardNs) {
    /** One of its arms. */
    public ArmTurns arm(int number) {
        return new ArmTurns(this, number);
    }

    long blockNs() {
        return arms * turnNs;
    }

    /** The arms in the order of their turns. */
    int[] order(long block) {
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
