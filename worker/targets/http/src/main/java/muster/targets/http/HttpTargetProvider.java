package muster.targets.http;

import java.util.List;
import muster.workloads.operation.Operation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;

/**
 * Target "http": a web server, by HTTP/1.1 or HTTP/2; docs/http.md describes its settings. Every operation of whatever
 * workload is one request.
 */
public final class HttpTargetProvider implements TargetProvider {
    @Override
    public String kind() {
        return "http";
    }

    @Override
    public void check(Settings target, Settings workload) {
        HttpSettings.of(target);
    }

    @Override
    public Target open(Settings target, Settings workload) throws TargetException {
        return HttpTarget.contacted(HttpSettings.of(target));
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        HttpSettings settings = HttpSettings.of(target);
        return List.of(settings.request() + " at " + settings.route().address());
    }
}
