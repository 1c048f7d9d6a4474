package muster.targets.arangodb;

import muster.targets.contract.TargetContract;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
        named = ArangoSubject.URL,
        matches = ".+",
        disabledReason = "No registry holds an ArangoDB server, so the contract of target arangodb was NOT tested here:"
                + " set MUSTER_ARANGODB_URL to a server that may be erased, such as http://127.0.0.1:8529")
class ArangoContractTest extends TargetContract {
    ArangoContractTest() {
        super(new ArangoSubject());
    }
}
