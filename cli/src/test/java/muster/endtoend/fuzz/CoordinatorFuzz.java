package muster.endtoend.fuzz;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.Coordinator;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.CoordinatorSettings;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.Submission;
import muster.protocol.Envelope;
import muster.protocol.Hello;
import muster.protocol.RunResult;
import muster.protocol.Submit;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;

/**
 * The coordinator's state machine: well-formed frames of a worker that has joined a run, with any content, in any order.
 * What it decides is answered as its shell would. It may refuse everything; it may not throw.
 */
public final class CoordinatorFuzz {
    private static final long EPOCH = 7;
    private static final Peer WORKER = new Peer("aa");
    private static final Peer CLIENT = new Peer("bb");
    private static final RunScript SCRIPT = script();

    private final Coordinator coordinator = new Coordinator(CoordinatorSettings.of(EPOCH, "1", "s.db"));
    private long nowNs = 1_000_000_000;

    private CoordinatorFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        new CoordinatorFuzz().play(ByteBuffer.wrap(data));
    }

    /** Each message: a byte for what happens, a byte for its length, its bytes. */
    private void play(ByteBuffer data) {
        on(message(
                Envelope.newBuilder().setHello(Hello.newBuilder().setName("w").setNonce(1))));
        on(new Event.Received(
                CLIENT,
                Envelope.newBuilder()
                        .setSubmit(Submit.newBuilder().setRequest(5))
                        .build()));
        tick(50);
        while (data.remaining() >= 2) {
            int kind = data.get() & 0xff;
            byte[] body = new byte[Math.min(data.get() & 0xff, data.remaining())];
            data.get(body);
            step(kind, body);
        }
        tick(3_000);
        tick(3_000);
    }

    private void step(int kind, byte[] body) {
        if (kind == 255) {
            tick(100);
            return;
        }
        try {
            Envelope.Builder envelope = Envelope.newBuilder().mergeFrom(body);
            if (kind % 4 != 0) {
                envelope.setEpoch(EPOCH).setSession(1);
            }
            on(message(envelope));
        } catch (InvalidProtocolBufferException expected) {
            // The frame's decoder refuses it.
        }
    }

    private static Event message(Envelope.Builder envelope) {
        return new Event.Received(WORKER, envelope.build());
    }

    private void tick(long ms) {
        nowNs += ms * 1_000_000;
        on(new Event.Tick());
    }

    private void on(Event event) {
        for (Action action : coordinator.on(event, nowNs)) {
            answer(action);
        }
    }

    /** As a store that is quick and believes everything. */
    private void answer(Action action) {
        switch (action) {
            case Action.ReadPlan read ->
                on(new Event.ScriptRead(
                        read.client(),
                        new Submission(5, "", "cluster", 1, 60_000_000_000L, 1, 0, "", "", List.of(), false),
                        SCRIPT));
            case Action.BeginRun begin -> on(new Event.RunBegun(begin.request(), 1));
            case Action.Reserve reserve -> on(new Event.Reserved(reserve.at(), reserve.mark()));
            case Action.Commit commit -> on(new Event.Committed(List.of(commit.key())));
            case Action.CloseRun close -> on(new Event.RunClosed(close.end().runId(), RunResult.getDefaultInstance()));
            default -> {
                // Nobody waits for an answer.
            }
        }
    }

    private static RunScript script() {
        Plan plan = PlanReader.parse("""
                name: p
                target: {kind: noop}
                workload: {kind: noop}
                phases: [{kind: measure, operations: 1000, clients: 4}]
                """, "p.yaml", List.of());
        PlanCheck check = PlanCheck.check(plan, name -> {
            throw new PlanException(name);
        });
        return new RunScript(
                plan,
                1,
                List.of(new RunScript.StepScript(1, "{}", plan, PlanJson.write(plan), check.phases())),
                1,
                Map.of());
    }
}
