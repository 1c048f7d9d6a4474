package muster.targets.postgresql;

import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.targets.contract.Ability;
import muster.targets.contract.Subject;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.target.Stage;
import muster.workloads.target.TargetProvider;

/** PostgreSQL can do everything that the contract asks. */
final class PostgresqlSubject implements Subject {
    @Override
    public TargetProvider provider() {
        return new PostgresqlProvider();
    }

    @Override
    public InetSocketAddress address() {
        return InetSocketAddress.createUnresolved("127.0.0.1", TestServer.port());
    }

    @Override
    public String section(String address) {
        return TestServer.section("postgresql://" + address + "/postgres");
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
        return EnumSet.of(Stage.ACQUIRE, Stage.EXECUTE);
    }

    /** PATH is set everywhere and is surely not the password. */
    @Override
    public Map<String, String> refusals() {
        return Map.of(
                "a wrong password", "target.password=${env:PATH}", "an unknown database", "target.database=nosuch");
    }

    @Override
    public List<String> secrets() {
        return List.of(System.getenv(TestServer.PASSWORD_VARIABLE), System.getenv("PATH"));
    }

    @Override
    public void erase() {
        TestServer.query(
                "DROP SCHEMA IF EXISTS muster, muster_data CASCADE; DROP TABLE IF EXISTS knows, person CASCADE");
    }

    @Override
    public void writeForeign() {
        TestServer.query("CREATE TABLE person (id int PRIMARY KEY);"
                + " CREATE TABLE knows (a int REFERENCES person, b int REFERENCES person);"
                + " INSERT INTO person VALUES (1), (2); INSERT INTO knows VALUES (1, 2)");
    }

    @Override
    public String message(long post) {
        return text("SELECT message FROM muster.posts WHERE id = " + post);
    }

    @Override
    public String name(long vertex) {
        return text("SELECT name FROM muster.vertices WHERE id = " + vertex);
    }

    @Override
    public String payload(long vertex) {
        return text("SELECT payload FROM muster.edges WHERE source = " + vertex);
    }

    private static String text(String query) {
        return (String) TestServer.query(query).getFirst().getFirst();
    }

    @Override
    public Map<Statement, String> statements() {
        return Map.of(
                Statement.ECHO, "SELECT :a::bigint, :b::float8, :c::boolean, :d::text, :e::bigint",
                Statement.ROWS, "SELECT generate_series(1, :n)",
                Statement.WRITE,
                        "INSERT INTO muster.users (id, stream_update) SELECT 1 + coalesce(max(id), 0), 0 FROM muster.users",
                Statement.WRONG, "SELECT FROM WHERE");
    }

    @Override
    public void compare(GraphityModel model, String algorithm) {
        Graph.matches(model, algorithm);
    }
}
