package muster.workloads.schema;

/** A key or a property with its type. */
public record Column(String name, ValueType type) {}
