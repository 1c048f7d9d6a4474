package muster.targets.neo4j.http;

import com.fasterxml.jackson.core.JsonPointer;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.targets.http.http1.Http1Client;
import muster.targets.http.json.JsonDocument;
import muster.targets.http.json.JsonItems;
import muster.targets.http.request.HttpClient;
import muster.targets.http.request.Request;
import muster.targets.http.request.Request.Header;
import muster.targets.http.request.RequestSender;
import muster.targets.http.request.ResponseBody;
import muster.targets.neo4j.http.QueryApi.Statement;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Explanation;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.jspecify.annotations.Nullable;

/**
 * A Neo4j server whose statements go over HTTP. What is done between phases goes over Bolt, at the address that the server
 * tells, and only then is it connected to.
 */
public final class QueryApiTarget implements Target {
    private static final String VERSION = "neo4j_version";
    private static final String EDITION = "neo4j_edition";
    private static final String BOLT = "bolt_direct";

    private final QueryApiSettings settings;
    private final HttpClient client;
    private final Map<String, String> told;
    private final BoltOpener opener;
    private @Nullable Target bolt;

    /** Opens the same database over Bolt. */
    public interface BoltOpener {
        Target open(URI uri) throws TargetException;
    }

    private QueryApiTarget(QueryApiSettings settings, HttpClient client, Map<String, String> told, BoltOpener opener) {
        this.settings = settings;
        this.client = client;
        this.told = told;
        this.opener = opener;
    }

    /** Checks the settings of a target with this address; throws PlanException. */
    public static void check(Settings target, URI uri, String database) {
        QueryApiSettings.of(target, uri, database);
    }

    /** Reaches the server, and executes a first statement. */
    public static QueryApiTarget contacted(Settings target, URI uri, String database, BoltOpener opener)
            throws TargetException {
        QueryApiSettings settings = QueryApiSettings.of(target, uri, database);
        Request first = new Request("GET", "/", List.of(new Header("accept", "application/json")), new byte[0]);
        HttpClient client = Http1Client.contacted(settings.route(), true, settings.connections(), first);
        try (RequestSender sender = client.sender()) {
            Map<String, String> told = discovery(sender, first);
            StatementAnswer answer = StatementAnswer.unread();
            new QueryApi(sender, settings)
                    .run("", new Statement("RETURN 1", Map.of(), false), false, answer, Probe.NONE);
            return new QueryApiTarget(settings, client, told, opener);
        } catch (OperationFailure e) {
            client.close();
            throw new TargetException(settings + ": " + e.errorClass() + ": " + e.getMessage(), e);
        } catch (TargetException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** What the server says of itself at its root. */
    private static Map<String, String> discovery(RequestSender sender, Request root) throws OperationFailure {
        Map<String, String> told = new LinkedHashMap<>();
        JsonDocument document = new JsonDocument(List.of(VERSION, EDITION, BOLT).stream()
                .map(key ->
                        new JsonItems(JsonPointer.compile("/" + key), value -> told.put(key, String.valueOf(value))))
                .toList());
        sender.send(
                root,
                new ResponseBody() {
                    @Override
                    public void begin(int status) {}

                    @Override
                    public void bytes(byte[] array, int offset, int length) {
                        document.add(array, offset, length);
                    }
                },
                Probe.NONE);
        return told;
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("address", settings.route().address());
        facts.put("database", settings.database());
        facts.put("server.version", told.getOrDefault(VERSION, "unknown"));
        facts.put("server.edition", told.getOrDefault(EDITION, "unknown"));
        facts.put("api", "query/v2");
        facts.put("driver.version", client.name());
        return facts;
    }

    @Override
    public Session session(Depth depth) throws TargetException {
        return new QueryApiSession(new QueryApi(client.sender(), settings), depth, each -> bolt().session(each));
    }

    private synchronized Target bolt() throws TargetException {
        Target open = bolt;
        if (open == null) {
            open = opener.open(URI.create(
                    told.getOrDefault(BOLT, "bolt://" + settings.route().host() + ":7687")));
            bolt = open;
        }
        return open;
    }

    @Override
    public Contents contents() throws TargetException {
        Contents there = bolt().contents();
        return new Contents(
                settings.route().address(), there.database(), there.marked(), there.vertices(), there.edges());
    }

    @Override
    public void reset(String marker) throws TargetException {
        bolt().reset(marker);
    }

    @Override
    public Explanation explain(QueryOperation operation) throws TargetException {
        return bolt().explain(operation);
    }

    @Override
    public void execute(String statement) throws TargetException {
        bolt().execute(statement);
    }

    @Override
    public void awaitIndexes() throws TargetException {
        bolt().awaitIndexes();
    }

    @Override
    public Map<String, String> fingerprint() throws TargetException {
        return bolt().fingerprint();
    }

    @Override
    public void close() {
        client.close();
        synchronized (this) {
            if (bolt != null) {
                bolt.close();
            }
        }
    }
}
