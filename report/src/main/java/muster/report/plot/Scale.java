package muster.report.plot;

import java.util.List;

/** Where a value lies between the ends of an axis. */
public sealed interface Scale permits LinearScale, LogScale, PercentileScale {
    /** From 0 at the low end to 1 at the high end; values beyond the ends lie at them. */
    double at(double value);

    List<Tick> ticks();
}
