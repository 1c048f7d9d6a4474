package muster.targets.arangodb;

import com.arangodb.ArangoDB;
import com.arangodb.ArangoDatabase;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/** One database of an ArangoDB server that answers. */
final class ArangoTarget implements Target {
    private static final Duration LONGEST = Duration.ofMinutes(15);

    private final ArangoSettings settings;
    private final String version;
    private final Settings workload;
    private final ArangoDB driver;
    private final ArangoDB patient;
    private final Administration administration;

    ArangoTarget(ArangoSettings settings, String version, Settings workload) {
        this.settings = settings;
        this.version = version;
        this.workload = workload;
        this.driver = settings.driver(settings.operationTimeout());
        this.patient = settings.driver(LONGEST);
        this.administration = new Administration(settings, patient.db(settings.database()));
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("address", settings.address());
        facts.put("database", settings.database());
        facts.put("server.version", version);
        facts.put("driver.version", ClientLibrary.version(ArangoDB.class));
        facts.put("protocol", settings.protocol().name());
        facts.put("checkVertex", Boolean.toString(settings.checkVertex()));
        return facts;
    }

    /** With a first round trip, so that connections are made before any time is measured. */
    @Override
    public Session session(Depth depth) throws TargetException {
        ArangoDatabase database = driver.db(settings.database());
        try {
            database.getVersion();
            return new ArangoSession(database, Binding.of(workload, settings.checkVertex(), depth));
        } catch (RuntimeException e) {
            throw new TargetException(settings + ": " + Failures.line(e), e);
        }
    }

    @Override
    public Contents contents() throws TargetException {
        return administration.contents();
    }

    @Override
    public void reset(String marker) throws TargetException {
        administration.reset(marker);
    }

    /** Indexes are made before the load and are written with the documents. */
    @Override
    public void awaitIndexes() {}

    @Override
    public Map<String, String> fingerprint() throws TargetException {
        return administration.fingerprint();
    }

    @Override
    public void close() {
        driver.shutdown();
        patient.shutdown();
    }
}
