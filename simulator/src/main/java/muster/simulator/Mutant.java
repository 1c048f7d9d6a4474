package muster.simulator;

import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.Event;
import org.jspecify.annotations.Nullable;

/** A coordinator that is broken on purpose, by changing its input and its decisions. */
public interface Mutant {
    /** The real one. */
    Mutant NONE = new Mutant() {};

    /** What the coordinator hears of this; null for nothing. */
    default @Nullable Event hears(Event event, World world) {
        return event;
    }

    /** What its clock shows. */
    default long clockNs(World world, WallClock wall) {
        return wall.steadyNs();
    }

    /** What becomes of what it decided. */
    default List<Action> decides(Event event, List<Action> actions, World world) {
        return actions;
    }
}
