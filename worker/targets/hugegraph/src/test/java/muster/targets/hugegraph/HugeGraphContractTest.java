package muster.targets.hugegraph;

import muster.targets.contract.TargetContract;

class HugeGraphContractTest extends TargetContract {
    HugeGraphContractTest() {
        super(new HugeGraphSubject());
    }
}
