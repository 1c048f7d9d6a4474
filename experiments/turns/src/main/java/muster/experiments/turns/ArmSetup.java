package muster.experiments.turns;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import muster.coordinator.server.FileDepot;
import muster.protocol.Submit;
import muster.worker.agent.EngineSetup;
import muster.worker.engine.Engine;

/**
 * What an arm needs to execute its plans by Muster's engines.
 *
 * @param submit of the text of a plan
 * @param setup of its workers, which tells of each engine
 * @param engines that it has made so far
 * @param file its store
 */
record ArmSetup(
        ArmPlan plan,
        Function<String, Submit> submit,
        EngineSetup setup,
        List<Engine> engines,
        FileDepot depot,
        Path file) {
    long completed() {
        return engines.stream().mapToLong(Engine::completed).sum();
    }
}
