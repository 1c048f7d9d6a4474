package muster.workloads;

/**
 * Two cache lines of nothing before the fields of an object that one client writes with every operation. Without them the
 * collector may lay objects of two clients side by side, and cores that work for different clients then take turns with one
 * cache line: an operation of a fast target costs twice as much, in some runs and not in others
 * (docs/decisions/0061-padding.md).
 */
@SuppressWarnings("unused")
public abstract class Padded {
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
}
