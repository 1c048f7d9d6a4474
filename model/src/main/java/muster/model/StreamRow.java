package muster.model;

import java.util.List;

/**
 * A load of a phase as it starts.
 *
 * @param name "" for the only one of a phase
 * @param clients total of the cluster
 * @param ratePerS 0 for the closed load model
 * @param turns in which alone it offers load; empty where it does so all the time, and before the start is known
 */
public record StreamRow(int number, String name, int clients, double ratePerS, List<TurnWindow> turns) {
    /** One that offers load all the time. */
    public StreamRow(int number, String name, int clients, double ratePerS) {
        this(number, name, clients, ratePerS, List.of());
    }
}
