package muster.simulator;

import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.Event;
import muster.protocol.Envelope;
import muster.protocol.Envelope.BodyCase;
import org.jspecify.annotations.Nullable;

/** Makes things happen in a history at their moment. Each is used once. */
abstract class Script implements Mutant {
    /** How often what the script is about has happened. */
    int happened;

    /** Whether the coordinator has died as {@link #crashes} said. */
    boolean crashed;

    private boolean begun;
    private boolean done;
    private Mutant other = Mutant.NONE;

    /** The first event of all. */
    void begins(World world) {}

    /** The coordinator hears this. */
    void hears(Envelope envelope, World world) {}

    /** The same with a coordinator that is broken. */
    Script with(Mutant broken) {
        other = broken;
        return this;
    }

    @Override
    public @Nullable Event hears(Event event, World world) {
        if (!begun) {
            begun = true;
            begins(world);
        }
        if (event instanceof Event.Received received) {
            hears(received.envelope(), world);
        }
        return other.hears(event, world);
    }

    @Override
    public long clockNs(World world, WallClock wall) {
        return other.clockNs(world, wall);
    }

    @Override
    public List<Action> decides(Event event, List<Action> actions, World world) {
        return other.decides(event, actions, world);
    }

    /** The coordinator dies after this time, and another one is there after {@code downNs}. */
    final void crashes(World world, long afterNs, long downNs) {
        world.time().in(afterNs, () -> {
            crashed = true;
            happened++;
            world.crash(downNs);
        });
    }

    /** True the first time. */
    final boolean once() {
        boolean first = !done;
        done = true;
        happened += first ? 1 : 0;
        return first;
    }

    static boolean of(Event event, BodyCase body, long session) {
        return event instanceof Event.Received received
                && received.envelope().getBodyCase() == body
                && received.envelope().getSession() == session;
    }
}
