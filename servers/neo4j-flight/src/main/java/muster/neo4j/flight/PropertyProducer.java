package muster.neo4j.flight;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.BackpressureStrategy;
import org.apache.arrow.flight.BackpressureStrategy.WaitResult;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.jspecify.annotations.Nullable;
import org.neo4j.gds.core.loading.GraphStoreCatalog;
import org.neo4j.server.CommunityEntryPoint;

/** Streams a node property of a projected graph: rows of a node's id and its vector, in no particular order. */
final class PropertyProducer extends NoOpFlightProducer {
    /** A reader that takes nothing for so long is given up. */
    private static final long PATIENCE_MS = 60_000;

    private static final int MAX_STREAMS = 64;

    private final BufferAllocator allocator;
    private final ExecutorService fillers =
            Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), daemons("muster-flight-filler"));
    private final ExecutorService senders = new ThreadPoolExecutor(
            0, MAX_STREAMS, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons("muster-flight-sender"));

    PropertyProducer(BufferAllocator allocator) {
        this.allocator = allocator;
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** The tickets of all partitions; {@code partition} of the one that is asked with does not matter. */
    @Override
    public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
        StreamTicket ticket = StreamTicket.read(descriptor.getCommand());
        Source source = Source.of(ticket);
        try {
            List<FlightEndpoint> endpoints = new ArrayList<>();
            for (int partition = 0; partition < ticket.partitions(); partition++) {
                endpoints.add(new FlightEndpoint(
                        new Ticket(ticket.withPartition(partition).write())));
            }
            return new FlightInfo(
                    source.schema(), descriptor, endpoints, -1, source.graph().nodeCount());
        } catch (JsonProcessingException e) {
            throw CallStatus.INTERNAL.withCause(e).toRuntimeException();
        }
    }

    /** The only action tells what a figure depends on; it is the cheapest round trip, too. */
    @Override
    public void doAction(CallContext context, Action action, StreamListener<Result> listener) {
        if (!action.getType().equals("about")) {
            listener.onError(CallStatus.INVALID_ARGUMENT
                    .withDescription("no action " + action.getType() + "; there is: about")
                    .toRuntimeException());
            return;
        }
        String versions = "Neo4j %s, GDS %s, Arrow %s"
                .formatted(version(CommunityEntryPoint.class), version(GraphStoreCatalog.class), version(Ticket.class));
        listener.onNext(new Result(versions.getBytes(StandardCharsets.UTF_8)));
        listener.onCompleted();
    }

    private static String version(Class<?> of) {
        return String.valueOf(of.getPackage().getImplementationVersion());
    }

    /** By a thread of ours: gRPC tells a call that its reader is ready only when what it called before has returned. */
    @Override
    public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
        try {
            senders.execute(() -> stream(ticket, listener));
        } catch (RejectedExecutionException e) {
            listener.error(CallStatus.RESOURCE_EXHAUSTED
                    .withDescription(MAX_STREAMS + " streams are under way")
                    .toRuntimeException());
        }
    }

    private void stream(Ticket ticket, ServerStreamListener listener) {
        try {
            StreamTicket asked = StreamTicket.read(ticket.getBytes());
            send(Source.of(asked), asked, listener);
        } catch (FlightRuntimeException e) {
            listener.error(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            listener.error(
                    CallStatus.CANCELLED.withDescription("the server ends").toRuntimeException());
        } catch (ExecutionException | RuntimeException e) {
            listener.error(failure(e));
        }
    }

    private static FlightRuntimeException failure(Exception e) {
        Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
        CallStatus status = cause instanceof OutOfMemoryException ? CallStatus.RESOURCE_EXHAUSTED : CallStatus.INTERNAL;
        return status.withDescription(String.valueOf(cause)).toRuntimeException();
    }

    private void send(Source source, StreamTicket ticket, ServerStreamListener listener)
            throws InterruptedException, ExecutionException {
        BackpressureStrategy reader = new BackpressureStrategy.CallbackBackpressureStrategy();
        reader.register(listener);
        try (Batches batches = new Batches(source, ticket, allocator, fillers);
                VectorSchemaRoot root = VectorSchemaRoot.create(source.schema(), allocator)) {
            VectorLoader loader = new VectorLoader(root);
            listener.setUseZeroCopy(true);
            listener.start(root);
            while (ready(reader, listener) && loaded(loader, batches.next())) {
                listener.putNext();
            }
            listener.completed();
        }
    }

    private static boolean loaded(VectorLoader loader, @Nullable ArrowRecordBatch batch) {
        if (batch == null) {
            return false;
        }
        try (batch) {
            loader.load(batch);
            return true;
        }
    }

    /** False if the reader has gone. */
    private static boolean ready(BackpressureStrategy reader, ServerStreamListener listener) {
        WaitResult result = reader.waitForListener(PATIENCE_MS);
        if (result == WaitResult.TIMEOUT) {
            throw CallStatus.TIMED_OUT
                    .withDescription("the reader took nothing for " + PATIENCE_MS / 1000 + " s")
                    .toRuntimeException();
        }
        return result == WaitResult.READY && !listener.isCancelled();
    }
}
