package muster.model;

/** Which phase of which trial of which step of a run. Steps and trials count from 1. */
public record PhaseAt(long runId, int step, int trial, String phase) {}
