package muster.targets.neo4j;

import muster.targets.contract.TargetContract;

class Neo4jContractTest extends TargetContract {
    Neo4jContractTest() {
        super(new Neo4jSubject());
    }
}
