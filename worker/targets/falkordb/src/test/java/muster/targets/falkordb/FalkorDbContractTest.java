package muster.targets.falkordb;

import muster.targets.contract.TargetContract;

class FalkorDbContractTest extends TargetContract {
    FalkorDbContractTest() {
        super(new FalkorDbSubject());
    }
}
