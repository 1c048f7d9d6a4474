package muster.targets.janusgraph;

import muster.targets.contract.TargetContract;
import org.junit.jupiter.api.Tag;

@Tag("nightly")
class TitanContractTest extends TargetContract {
    TitanContractTest() {
        super(new TitanSubject(TestServer.titan()));
    }
}
