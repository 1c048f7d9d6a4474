package muster.benchmarks.bare;

import java.util.concurrent.TimeUnit;
import muster.targets.hugegraph.HugeGraphScripts;
import muster.workloads.operation.Operation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Settings;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import org.apache.hugegraph.driver.HugeClient;

/** HugeGraph with its client: one for all threads, whose pool has room for a connection each. */
record BareHugeGraph(HugeClient library, HugeGraphRequests requests) implements BareDatabase {
    private static final int ROOM = 256;

    static BareHugeGraph open(Plan plan, TargetDefaults limits) {
        Settings target = plan.target().settings();
        if (target.flag("checkDuplicate")) {
            throw new PlanException("target.checkDuplicate: true: the bare loop does not look whether a batch is there;"
                    + " set it to false for both sides");
        }
        HugeClient client = HugeClient.builder(target.text("uri"), target.text("database", "hugegraph"))
                .configHttpBuilder(builder -> configure(builder, target.flag("noDelay"), limits))
                .build();
        return new BareHugeGraph(client, new HugeGraphRequests(client, plan));
    }

    private static void configure(OkHttpClient.Builder builder, boolean noDelay, TargetDefaults limits) {
        builder.connectionPool(new ConnectionPool(ROOM, 1, TimeUnit.HOURS))
                .callTimeout(limits.operationTimeout())
                .retryOnConnectionFailure(false)
                .socketFactory(new BareSockets(noDelay));
    }

    /** Whatever thread asks, the pool has its connection. */
    @Override
    public Client client() {
        return new Client() {
            @Override
            public long execute(Operation operation) {
                return requests.execute(operation);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public boolean isTransient(Exception failure) {
        return HugeGraphScripts.isTransient(failure);
    }

    @Override
    public void close() {
        library.close();
    }
}
