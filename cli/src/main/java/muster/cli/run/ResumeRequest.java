package muster.cli.run;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import muster.cli.terminal.Failure;
import muster.coordinator.server.FileDepot;
import muster.model.UnfinishedRun;
import muster.protocol.Checksum;
import muster.protocol.DataFile;
import muster.protocol.Submit;
import muster.store.file.Store;
import muster.workloads.plan.FileRule;
import muster.workloads.plan.PlanAccess;
import muster.workloads.plan.PlanReader;

/** What the newest interrupted run of a store needs to be taken up again. */
final class ResumeRequest {
    private final Submit before;

    ResumeRequest(Store store) {
        List<UnfinishedRun> runs = store.runs().interrupted();
        if (runs.isEmpty()) {
            throw Failure.badInput("--resume " + store.file() + ": no run is interrupted there (./muster runs FILE)");
        }
        try {
            before = Submit.parseFrom(runs.getLast().request());
        } catch (InvalidProtocolBufferException e) {
            throw Failure.badInput("--resume " + store.file() + ": run "
                    + runs.getLast().runId() + " does not say what was asked for: " + e.getMessage());
        }
    }

    /** The data files of its plan: as they were, or not at all. */
    FileDepot depot() {
        FileDepot depot = CoordinatorCommand.depot();
        for (DataFile file : before.getFilesList()) {
            Path path = LocalFiles.inWorkingDirectory().path(file.getName());
            if (!checksum(path).equals(file.getSha256())) {
                throw Failure.badInput("workload.data: " + path + " is not the file that the run began with");
            }
            depot.register(file, path);
        }
        return depot;
    }

    /** The plan was the user's own when the run began. */
    PlanAccess access() {
        return PlanAccess.ofOwn(
                PlanReader.parse(before.getPlan(), "resumed.yaml", List.of()), FileRule.within(Path.of("")));
    }

    private static ByteString checksum(Path path) {
        try {
            return ByteString.copyFrom(Checksum.sha256(path));
        } catch (IOException e) {
            throw Failure.badInput("workload.data: cannot read " + path + ": " + e.getMessage());
        }
    }

    Submit submit() {
        return Submit.newBuilder()
                .setRequest(ThreadLocalRandom.current().nextLong())
                .setResume(true)
                .build();
    }
}
