package muster.targets.janusgraph;

import muster.targets.contract.TargetContract;
import org.junit.jupiter.api.Tag;

@Tag("nightly")
class CassandraContractTest extends TargetContract {
    CassandraContractTest() {
        super(new JanusGraphSubject(TestServer.cassandra()));
    }
}
