package muster.experiments.turns.phase;

import java.util.stream.IntStream;
import muster.report.ranking.Criterion;
import muster.report.ranking.Ranking.Contender;
import muster.statistics.Interval;
import muster.statistics.Paired;
import muster.statistics.TurnsRatio;
import muster.statistics.TurnsRatio.Turns;
import muster.text.Quantity;

/** What arms are compared by. */
enum Measure {
    /** Of all operations of closed loops: the higher, the better. */
    THROUGHPUT,
    /** Mean response time, of single operations, whose throughput follows the mix, and of open loops: the lower, the better. */
    RESPONSE,
    /** Processor time of the server an operation, of all operations: the lower, the better. */
    SERVER_CPU;

    Criterion criterion() {
        return switch (this) {
            case THROUGHPUT -> Criterion.throughput("operations/s", Quantity::rate);
            case RESPONSE -> Criterion.time("mean response");
            case SERVER_CPU -> Criterion.processorTime("server CPU");
        };
    }

    double of(OperationTurns turns) {
        return switch (this) {
            case THROUGHPUT -> turns.perS();
            case RESPONSE -> turns.meanNs();
            case SERVER_CPU -> turns.serverCpu().figure();
        };
    }

    private Turns turns(OperationTurns of) {
        return switch (this) {
            case THROUGHPUT -> of.throughput();
            case RESPONSE -> of.response();
            case SERVER_CPU -> of.serverCpu();
        };
    }

    /** How many times as good as {@code base} an arm is: above 1 it completes more, answers faster, or needs less. */
    TurnsRatio ratio(OperationTurns base, OperationTurns arm) {
        return this == THROUGHPUT ? new TurnsRatio(turns(base), turns(arm)) : new TurnsRatio(turns(arm), turns(base));
    }

    /** The figure of one arm alone, with its interval over blocks and sections. */
    Interval level(OperationTurns of) {
        Interval interval = turns(of).level();
        return new Interval(of(of), interval.low(), interval.high());
    }

    /** As {@link #ratio}, of the median response: pairs of sections, since a median needs more samples than a block has. */
    static Interval median(OperationTurns base, OperationTurns arm) {
        boolean known = IntStream.range(0, arm.p50Ns().length).allMatch(i -> arm.p50Ns()[i] > 0 && base.p50Ns()[i] > 0);
        return known && arm.p50Ns().length > 0 ? new Paired(arm.p50Ns(), base.p50Ns()).ratio() : Interval.NONE;
    }

    /** An arm as one of those that are ranked by this. */
    Contender contender(String arm, OperationTurns of) {
        return new Contender(arm, of(of), level(of));
    }
}
