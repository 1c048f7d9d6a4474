package muster.worker.engine.execution;

import org.HdrHistogram.IntCountsHistogram;

/** A histogram whose totals no other object shares a cache line with; see {@link muster.workloads.Padded}. */
@SuppressWarnings("unused")
final class PaddedHistogram extends IntCountsHistogram {
    private static final long serialVersionUID = 1;

    private long p00;
    private long p01;
    private long p02;
    private long p03;
    private long p04;
    private long p05;
    private long p06;
    private long p07;
    private long p08;
    private long p09;
    private long p10;
    private long p11;
    private long p12;
    private long p13;
    private long p14;
    private long p15;

    PaddedHistogram(long lowest, long highest, int digits) {
        super(lowest, highest, digits);
    }
}
