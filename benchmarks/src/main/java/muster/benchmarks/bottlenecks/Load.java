package muster.benchmarks.bottlenecks;

import java.util.Locale;

/** How a cell's target is loaded: the columns of the matrix. */
public enum Load {
    CLOSED_1("1 client", 1, 0),
    CLOSED_64("64 clients", 64, 0),
    CLOSED_512("512 clients", 512, 0),
    OPEN_50("open, 50 %", 64, 0.5),
    OPEN_120("open, 120 %", 64, 1.2);

    final String title;
    /** Or operations in flight, of the open model. */
    final int clients;
    /** Of the throughput of {@link #CLOSED_64} on the same stage; 0 for the closed model. */
    final double ofCapacity;

    Load(String title, int clients, double ofCapacity) {
        this.title = title;
        this.clients = clients;
        this.ofCapacity = ofCapacity;
    }

    boolean open() {
        return ofCapacity > 0;
    }

    /** By its label; throws IllegalArgumentException if there is none. */
    static Load of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** As in --only. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Operations a second to offer. */
    double rate(double capacityPerS) {
        return Math.max(1, Math.rint(capacityPerS * ofCapacity));
    }

    /** A phase of the plan. */
    String phase(String kind, int seconds, double capacityPerS) {
        String offered = open()
                ? String.format(
                        Locale.ROOT, "rate: %.0f/s, arrivals: poisson, maxInFlight: %d", rate(capacityPerS), clients)
                : "clients: " + clients;
        return "{kind: %s, duration: %ds, %s}".formatted(kind, seconds, offered);
    }
}
