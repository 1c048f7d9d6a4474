package muster.targets.arangodb;

import com.arangodb.ArangoDatabase;
import com.arangodb.entity.CollectionType;
import com.arangodb.model.CollectionCreateOptions;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import muster.targets.contract.Ability;
import muster.targets.contract.Subject;
import muster.workloads.plan.PlanReader;
import muster.workloads.target.Stage;
import muster.workloads.target.TargetProvider;

/** The server of MUSTER_ARANGODB_URL, with the password in MUSTER_ARANGODB_PASSWORD, if it asks for one. */
final class ArangoSubject implements Subject {
    static final String URL = "MUSTER_ARANGODB_URL";
    static final String PASSWORD = "MUSTER_ARANGODB_PASSWORD";

    private final URI server =
            URI.create(Optional.ofNullable(System.getenv(URL)).orElse("http://127.0.0.1:8529"));

    @Override
    public TargetProvider provider() {
        return new ArangoProvider();
    }

    @Override
    public InetSocketAddress address() {
        return InetSocketAddress.createUnresolved(server.getHost(), server.getPort());
    }

    @Override
    public String section(String address) {
        String password = System.getenv(PASSWORD) == null ? "" : ", password: \"${env:" + PASSWORD + "}\"";
        return "{kind: arangodb, uri: \"http://" + address + "\"" + password + "}";
    }

    @Override
    public List<String> algorithms() {
        return List.of("st", "stou", "graphity");
    }

    @Override
    public Set<Ability> abilities() {
        return EnumSet.allOf(Ability.class);
    }

    @Override
    public Set<Stage> stages() {
        return EnumSet.of(Stage.EXECUTE);
    }

    @Override
    public Map<String, String> refusals() {
        return Map.of("an unknown database", "target.database=nosuch");
    }

    @Override
    public List<String> secrets() {
        return Optional.ofNullable(System.getenv(PASSWORD)).map(List::of).orElse(List.of());
    }

    private ArangoDatabase database() {
        String plan = "name: t\ntarget: " + section(server.getHost() + ":" + server.getPort())
                + "\nworkload: {kind: noop}\nphases: [{kind: measure, operations: 1}]\n";
        return ArangoSettings.of(PlanReader.parse(plan, "test.yaml", List.of())
                        .target()
                        .settings()
                        .resolved())
                .driver(Duration.ofMinutes(1))
                .db();
    }

    @Override
    public void erase() {
        ArangoDatabase database = database();
        new Collections(database)
                .present()
                .forEach(collection -> database.collection(collection.getName()).drop());
    }

    @Override
    public void writeForeign() {
        ArangoDatabase database = database();
        database.createCollection("Person");
        database.createCollection("KNOWS", new CollectionCreateOptions().type(CollectionType.EDGES));
        database.query("FOR i IN 1..2 INSERT {_key: TO_STRING(i)} INTO Person", Object.class);
        database.query("INSERT {_from: 'Person/1', _to: 'Person/2'} INTO KNOWS", Object.class);
    }

    @Override
    public String message(long post) {
        return text("RETURN DOCUMENT('Post', '" + post + "').message");
    }

    @Override
    public String name(long vertex) {
        return text("RETURN DOCUMENT('Vertex', '" + vertex + "').name");
    }

    @Override
    public String payload(long vertex) {
        return text("FOR e IN EDGE FILTER e._from == 'Vertex/" + vertex + "' RETURN e.payload");
    }

    private String text(String query) {
        return database().query(query, String.class).next();
    }
}
