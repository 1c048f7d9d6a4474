package muster.host;

import java.util.BitSet;

/** Lists of cores as Linux writes them, such as "0-3,8" in Cpus_allowed_list. */
public final class CpuList {
    private CpuList() {}

    /**
     * The cores of a list, by number.
     *
     * @throws NumberFormatException if it is no such list
     */
    public static BitSet parse(String list) {
        BitSet cores = new BitSet();
        for (String range : list.split(",", -1)) {
            String[] ends = range.split("-", 2);
            cores.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        return cores;
    }
}
