package muster.targets.arrow;

import muster.workloads.operation.Operation;
import muster.workloads.operation.StreamOperation.ReadPartition;
import muster.workloads.stream.StreamSettings;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;

/** Reads partitions over its own connection. */
final class ArrowSession implements Session {
    private final Connection connection;
    private final String database;
    private final StreamSettings stream;
    private final Depth depth;

    ArrowSession(Connection connection, String database, StreamSettings stream, Depth depth) {
        this.connection = connection;
        this.database = database;
        this.stream = stream;
        this.depth = depth;
    }

    @Override
    public void execute(Transaction transaction, Probe probe) throws OperationFailure {
        for (int i = 0; i < transaction.size(); i++) {
            try {
                execute(transaction.operation(i), i, probe);
            } catch (FlightRuntimeException e) {
                throw Failures.of(e);
            }
        }
    }

    private void execute(Operation operation, int position, Probe probe) throws OperationFailure {
        if (!(operation instanceof ReadPartition read)) {
            throw new OperationFailure(
                    Kind.PERMANENT, "ReadOnly", "Flight only reads: load and project with target neo4j");
        }
        String ticket = TicketText.of(database, stream, read);
        switch (depth) {
            case NOTHING -> connection.roundTrip();
            case PARSE -> connection.describe(ticket);
            case EXECUTE -> read(ticket, read.checked(), position, probe);
        }
    }

    @SuppressWarnings("try") // Closing may be interrupted: then the client is, too, and ends.
    private void read(String ticket, boolean checked, int position, Probe probe) throws OperationFailure {
        try (FlightStream rows = connection.stream(ticket)) {
            new BatchReader(checked).read(rows, position, probe);
        } catch (FlightRuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new OperationFailure(Kind.PERMANENT, e.getClass().getSimpleName(), Failures.line(e));
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
