package muster.targets.janusgraph;

import muster.targets.contract.TargetContract;

class JanusGraphContractTest extends TargetContract {
    JanusGraphContractTest() {
        super(new JanusGraphSubject(TestServer.berkeleyJe()));
    }
}
