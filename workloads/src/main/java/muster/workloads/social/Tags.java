package muster.workloads.social;

import java.util.Arrays;
import java.util.stream.IntStream;
import muster.workloads.random.Shuffle;
import muster.workloads.random.WeightTable;
import muster.workloads.random.Zipf;

/**
 * Tags, the popular ones first. People are dealt to {@link #SLOTS} slots by their rank; each slot has one tag, the main
 * interest of its people, so that all people of an interest can be found without a search.
 */
final class Tags {
    static final int SLOTS = 256;
    private static final int EXPONENT_MILLI = 800;

    private final String[] names;
    private final WeightTable popularity;
    private final int[] tagOfSlot = new int[SLOTS];
    private final int[][] slotsOfTag;

    Tags(Draw draw) {
        names = TextFile.lines("tags.txt").stream()
                .flatMap(line -> Arrays.stream(line.split(" ")))
                .toArray(String[]::new);
        popularity = Zipf.table(names.length, EXPONENT_MILLI);
        int[] order = Shuffle.of(SLOTS, draw.hash(Draw.Purpose.SLOTS, 0));
        for (int i = 0; i < SLOTS; i++) {
            tagOfSlot[order[i]] = i < names.length ? i : popularity.draw(draw.hash(Draw.Purpose.SLOTS, i + 1L));
        }
        slotsOfTag = IntStream.range(0, names.length).mapToObj(this::slots).toArray(int[][]::new);
    }

    private int[] slots(int tag) {
        return IntStream.range(0, SLOTS).filter(slot -> tagOfSlot[slot] == tag).toArray();
    }

    int size() {
        return names.length;
    }

    String name(int tag) {
        return names[tag];
    }

    int ofRank(long rank) {
        return tagOfSlot[(int) (rank % SLOTS)];
    }

    /** Slots of people with this main interest; at least one. */
    int[] slotsOf(int tag) {
        return slotsOfTag[tag];
    }

    int draw(long hash) {
        return popularity.draw(hash);
    }
}
