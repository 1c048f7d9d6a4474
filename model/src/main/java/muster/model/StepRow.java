package muster.model;

/** A step as it starts; {@code parametersJson} is the object of the swept keys, "{}" without a sweep. */
public record StepRow(long runId, int step, String parametersJson) {}
