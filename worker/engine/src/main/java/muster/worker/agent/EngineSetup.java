package muster.worker.agent;

import java.nio.file.Path;
import java.util.function.Consumer;
import muster.worker.engine.Engine;
import muster.workloads.plan.PlanAccess;

/**
 * Where engines of this process get what they need.
 *
 * @param dataFolder where data files of plans are kept, by checksum
 * @param targets connections; arms that take turns share them
 * @param made hears of each engine
 * @param leaseCost share of a client's time that leases cost more than they do; 0 but to check a comparison
 */
public record EngineSetup(Path dataFolder, TargetCache targets, Consumer<Engine> made, double leaseCost) {
    /**
     * A process with one worker.
     *
     * @param access what of this host a plan may name
     */
    public static EngineSetup alone(Path dataFolder, PlanAccess access) {
        return new EngineSetup(dataFolder, new TargetCache(access), engine -> {}, 0);
    }
}
