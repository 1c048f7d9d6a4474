package muster.targets.neo4j;

import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.targets.contract.Ability;
import muster.targets.contract.Subject;
import muster.targets.contract.TargetContract;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.target.Stage;
import muster.workloads.target.TargetProvider;

/** Target "bolt" with the dialect of Memgraph, on a Neo4j: no Memgraph is to be had from package registries. */
class MemgraphContractTest extends TargetContract {
    MemgraphContractTest() {
        super(new MemgraphSubject());
    }

    private static final class MemgraphSubject implements Subject {
        private final Neo4jSubject neo4j = new Neo4jSubject();

        @Override
        public TargetProvider provider() {
            return new BoltProvider();
        }

        @Override
        public InetSocketAddress address() {
            return neo4j.address();
        }

        @Override
        public String section(String address) {
            return neo4j.section(address).replace("kind: neo4j", "kind: bolt, dialect: memgraph");
        }

        @Override
        public List<String> algorithms() {
            return List.of("st", "stou");
        }

        @Override
        public Set<Ability> abilities() {
            return EnumSet.allOf(Ability.class);
        }

        @Override
        public Set<Stage> stages() {
            return neo4j.stages();
        }

        @Override
        public Map<String, String> refusals() {
            return neo4j.refusals();
        }

        @Override
        public List<String> secrets() {
            return neo4j.secrets();
        }

        @Override
        public void erase() {
            neo4j.erase();
        }

        @Override
        public void writeForeign() {
            neo4j.writeForeign();
        }

        @Override
        public String message(long post) {
            return neo4j.message(post);
        }

        @Override
        public String name(long vertex) {
            return neo4j.name(vertex);
        }

        @Override
        public String payload(long vertex) {
            return neo4j.payload(vertex);
        }

        @Override
        public Map<Statement, String> statements() {
            return neo4j.statements();
        }

        @Override
        public void compare(GraphityModel model, String algorithm) {
            neo4j.compare(model, algorithm);
        }
    }
}
