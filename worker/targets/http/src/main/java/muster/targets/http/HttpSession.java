package muster.targets.http;

import java.util.function.UnaryOperator;
import muster.targets.http.request.Request;
import muster.targets.http.request.RequestSender;
import muster.targets.http.request.RequestTemplate;
import muster.workloads.operation.Operation;
import muster.workloads.target.AbortResult;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.jspecify.annotations.Nullable;

/** Sends a request for each operation. */
final class HttpSession implements Session {
    private static final int FIRST_ERROR = 400;

    private final RequestSender sender;
    private final RequestTemplate template;
    /** The one request of a plan without parameters. */
    private final @Nullable Request constant;

    HttpSession(RequestSender sender, RequestTemplate template) {
        this.sender = sender;
        this.template = template;
        this.constant = template.names().isEmpty() ? template.filled(UnaryOperator.identity()) : null;
    }

    @Override
    public void execute(Transaction transaction, Probe probe) throws OperationFailure {
        for (int i = 0; i < transaction.size(); i++) {
            int status = sender.send(request(transaction.operation(i)), probe);
            if (status >= FIRST_ERROR) {
                probe.outcome(i, Outcome.of("HTTP " + status));
            }
        }
    }

    private Request request(Operation operation) {
        return constant != null ? constant : template.filled(OperationParameters.of(operation));
    }

    @Override
    public AbortResult abort() {
        return sender.abort();
    }

    @Override
    public void close() {
        sender.close();
    }
}
