package muster.store.plot;

/** A scale and what it is of, with the unit unless each label has one. */
public record Axis(String title, Scale scale) {}
