package muster.model;

/**
 * A load of a phase as it starts.
 *
 * @param name "" for the only one of a phase
 * @param clients total of the cluster
 * @param ratePerS 0 for the closed load model
 */
public record StreamRow(int number, String name, int clients, double ratePerS) {}
