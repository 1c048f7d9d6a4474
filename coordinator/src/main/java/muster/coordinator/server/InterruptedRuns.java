package muster.coordinator.server;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import muster.coordinator.core.event.InterruptedRun;
import muster.model.UnfinishedRun;
import muster.protocol.Submit;
import muster.store.file.Store;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/** Reads from a store which runs were interrupted, with their plans. */
final class InterruptedRuns {
    private final Store store;
    private final String mode;
    private final ScriptReader scripts;
    private final FileDepot files;
    private final Consumer<String> log;

    InterruptedRuns(Store store, String mode, ScriptReader scripts, FileDepot files, Consumer<String> log) {
        this.store = store;
        this.mode = mode;
        this.scripts = scripts;
        this.files = files;
        this.log = log;
    }

    /** Those whose plan can still be read, the oldest first. */
    List<InterruptedRun> read() {
        return store.runs().interrupted().stream()
                .map(this::run)
                .filter(Objects::nonNull)
                .toList();
    }

    private @Nullable InterruptedRun run(UnfinishedRun row) {
        try {
            Submit submit = Submit.parseFrom(row.request());
            return new InterruptedRun(
                    row.runId(),
                    row.epoch(),
                    CoordinatorLoop.submission(submit, mode),
                    scripts.read(submit, files.of(submit.getFilesList())),
                    row.phases(),
                    row.checks());
        } catch (InvalidProtocolBufferException | PlanException e) {
            log.accept("run " + row.runId() + " was interrupted and cannot be resumed: " + e.getMessage());
            return null;
        }
    }
}
