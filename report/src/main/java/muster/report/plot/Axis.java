package muster.report.plot;

/** A scale and what it is of, with the unit unless each label has one. */
public record Axis(String title, Scale scale) {}
