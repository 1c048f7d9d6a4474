package muster.model;

/** Indexes first, first + stride, ... : {@code count} of them. */
public record IndexRange(long first, long count, long stride) {}
