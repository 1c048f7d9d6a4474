package muster.targets.http;

import java.util.IdentityHashMap;
import java.util.function.UnaryOperator;
import muster.targets.http.query.QueryAnswer;
import muster.targets.http.query.QueryRequest;
import muster.targets.http.request.Request;
import muster.targets.http.request.RequestSender;
import muster.targets.http.request.RequestTemplate;
import muster.targets.http.request.ResponseBody;
import muster.workloads.operation.Operation;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.AbortResult;
import muster.workloads.target.Depth;
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
    private final Depth depth;
    private final RequestTemplate template;
    private final Request head;
    /** The one request of a plan without parameters. */
    private final @Nullable Request constant;

    private final IdentityHashMap<Query, QueryRequest> requests = new IdentityHashMap<>();

    HttpSession(RequestSender sender, HttpSettings settings, Depth depth) {
        this.sender = sender;
        this.depth = depth;
        this.template = settings.request();
        this.head = settings.head();
        this.constant = template.names().isEmpty() ? template.filled(UnaryOperator.identity()) : null;
    }

    @Override
    public void execute(Transaction transaction, Probe probe) throws OperationFailure {
        for (int i = 0; i < transaction.size(); i++) {
            switch (transaction.operation(i)) {
                case QueryOperation query when depth == Depth.EXECUTE -> ask(query, i, probe);
                case QueryOperation query -> sender.send(head, ResponseBody.NONE, probe);
                case Operation other -> send(request(other), i, probe);
            }
        }
    }

    private void ask(QueryOperation operation, int position, Probe probe) throws OperationFailure {
        QueryRequest request =
                requests.computeIfAbsent(operation.query(), query -> new QueryRequest(query, template.headers()));
        QueryAnswer answer = new QueryAnswer(request, probe.answer(position));
        sender.send(request.of(operation), answer, probe);
        answer.report(position, probe);
    }

    private void send(Request request, int position, Probe probe) throws OperationFailure {
        int status = sender.send(request, ResponseBody.NONE, probe);
        if (status >= FIRST_ERROR) {
            probe.outcome(position, Outcome.of("HTTP " + status));
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
