package muster.targets.hugegraph;

import java.util.List;
import java.util.concurrent.TimeoutException;
import muster.targets.support.Deadline;
import muster.workloads.target.AbortResult;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;

/**
 * Sends the requests of a transaction one after another. Its actions are committed one by one, in order, since HugeGraph has
 * no transaction that spans requests: if it fails, those before the failure stay, and a second execution finds them.
 */
final class HugeGraphSession implements Session {
    private final HugeGraphConnection link;
    private final Binding binding;
    private final HugeGraphSettings settings;
    private final Batches batches;

    HugeGraphSession(HugeGraphConnection link, Binding binding, HugeGraphSettings settings) {
        this.link = link;
        this.binding = binding;
        this.settings = settings;
        this.batches = new Batches(link, settings);
    }

    @Override
    public void execute(Transaction transaction, Probe probe) throws OperationFailure {
        Deadline deadline = Deadline.after(settings.operationTimeout());
        List<Request> requests = binding.requests(transaction);
        link.wire().watch(probe);
        link.refresh();
        try {
            for (Request request : requests) {
                deadline.check();
                send(request, deadline, probe);
            }
        } catch (Error | IllegalStateException e) {
            throw e;
        } catch (Throwable failure) {
            // The client throws checked exceptions that it does not declare.
            throw Failures.of(failure, link.wire());
        } finally {
            link.wire().done();
        }
    }

    private void send(Request request, Deadline deadline, Probe probe) throws TimeoutException {
        switch (request) {
            case Request.Cheapest cheapest -> link.versions();
            case Request.Parsed parsed -> link.run(parsed.text(), parsed.bindings());
            case Request.Vertices batch -> batches.insert(batch, deadline, probe);
            case Request.Edges batch -> batches.insert(batch, deadline, probe);
            case Request.Named named -> {
                if (named.operation().query().write()) {
                    link.wire().writes();
                }
                QueryRows rows = new QueryRows(
                        probe.answer(named.position()), named.operation().query());
                rows.report(link.run(named.text(), named.bindings()), named.position(), probe);
            }
            case Request.Script script -> {
                if (script.writes()) {
                    link.wire().writes();
                }
                script.report(link.run(script.text(), script.bindings()), probe);
            }
        }
    }

    @Override
    public AbortResult abort() {
        return AbortResult.running(
                "HugeGraph ends no request from outside; only the operationTimeout ends the wait for it");
    }

    @Override
    public void close() {
        link.close();
    }
}
