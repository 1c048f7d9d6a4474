package muster.targets.http;

import java.util.List;
import muster.targets.http.query.QueryRequest;
import muster.workloads.operation.Operation;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.plan.rule.NamedStatements;
import muster.workloads.target.Depth;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;

/**
 * Target "http": a web server, by HTTP/1.1 or HTTP/2; its README describes its settings. Every operation of whatever
 * workload is one request.
 */
public final class HttpTargetProvider implements TargetProvider {
    @Override
    public String kind() {
        return "http";
    }

    @Override
    public boolean namesColumns() {
        return true;
    }

    @Override
    public List<String> languages() {
        return QueryRequest.LANGUAGES;
    }

    @Override
    public void check(Settings target, Settings workload) {
        HttpSettings.of(target);
        boolean queries = !NamedStatements.names(workload.raw()).isEmpty();
        if (queries && !target.choice("compression").equals("none")) {
            throw target.wrong("compression", "none with workload query or journey, whose answers are read");
        }
    }

    @Override
    public Target open(Settings target, Settings workload) throws TargetException {
        return HttpTarget.contacted(HttpSettings.of(target));
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        HttpSettings settings = HttpSettings.of(target);
        Object request = switch (operation) {
            case QueryOperation query
            when depth == Depth.EXECUTE ->
                new QueryRequest(query.query(), settings.request().headers());
            case QueryOperation query -> "HEAD " + settings.head().path();
            case Operation other -> settings.request();
        };
        return List.of(request + " at " + settings.route().address());
    }
}
