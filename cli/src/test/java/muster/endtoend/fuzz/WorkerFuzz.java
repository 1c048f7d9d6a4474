package muster.endtoend.fuzz;

import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
import muster.protocol.Envelope;
import muster.protocol.Hello;
import muster.protocol.Resources;
import muster.protocol.Welcome;
import muster.worker.agent.protocol.WorkerEvent;
import muster.worker.agent.protocol.WorkerProtocol;

/** The worker's side of the protocol: whatever a coordinator says to a worker that it has welcomed. */
public final class WorkerFuzz {
    private WorkerFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        WorkerProtocol worker =
                new WorkerProtocol(Hello.newBuilder().setName("w").build(), () -> 1);
        long nowNs = 1_000_000_000;
        worker.on(new WorkerEvent.Tick(Resources.getDefaultInstance()), nowNs);
        worker.on(welcome(), nowNs);
        ByteBuffer messages = ByteBuffer.wrap(data);
        while (messages.remaining() >= 2) {
            int kind = messages.get() & 0xff;
            byte[] body = new byte[Math.min(messages.get() & 0xff, messages.remaining())];
            messages.get(body);
            nowNs += kind * 1_000_000L;
            say(worker, kind, body, nowNs);
        }
        worker.on(new WorkerEvent.Tick(Resources.getDefaultInstance()), nowNs + 10_000_000_000L);
    }

    private static WorkerEvent welcome() {
        return new WorkerEvent.Received(Envelope.newBuilder()
                .setEpoch(7)
                .setSession(1)
                .setWelcome(Welcome.newBuilder()
                        .setNonce(1)
                        .setAttempt(1)
                        .setHeartbeatMs(1_000)
                        .setLeaseTimeoutMs(2_500))
                .build());
    }

    private static void say(WorkerProtocol worker, int kind, byte[] body, long nowNs) {
        try {
            Envelope.Builder envelope = Envelope.newBuilder().mergeFrom(body);
            if (kind % 4 != 0) {
                envelope.setEpoch(7).setSession(1);
            }
            worker.on(new WorkerEvent.Received(envelope.build()), nowNs);
            worker.on(new WorkerEvent.Tick(Resources.getDefaultInstance()), nowNs);
        } catch (InvalidProtocolBufferException expected) {
            // The frame's decoder refuses it.
        }
    }
}
