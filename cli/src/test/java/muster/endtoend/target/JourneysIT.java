package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import muster.endtoend.Cli;
import muster.endtoend.Pages;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import muster.servers.neo4j.Neo4jServer;
import muster.servers.postgresql.PostgresqlServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Journeys on real databases. Each writes down which rows it used, and the database says whether they are the right ones. A person
 * knows the next three, and every tenth knows none; so of 150 visits 15 stop, and of 50 that need a friend 5 have none.
 */
@Tag("server")
@Timeout(600)
class JourneysIT {
    private static final String PLAN = """
            name: journeys
            target: {kind: KIND, uri: "URI"}
            data:
              nodes: {Person: DATA/people.csv, Seen: DATA/seen.csv}
              edges: {KNOWS: DATA/knows.csv}
            workload:
              kind: journey
              journeys:
                visit:
                  weight: 3
                  parameters: {person: {integer: [0, 99], draw: sequential}, fresh: {id: new}}
                  steps:
                    friends:
                      cypher: "MATCH (:Person {id: $person})-[:KNOWS]->(f:Person) RETURN f.id AS id, f.name AS name ORDER BY id"
                      sql: "SELECT id, name FROM person_knows_person JOIN person ON id = target WHERE source = :person ORDER BY id"
                      ifEmpty: stop
                    second:
                      think: 1ms
                      cypher: "MATCH (p:Person {id: $friend}) RETURN p.name AS name"
                      sql: "SELECT name FROM person WHERE id = :friend"
                      parameters: {friend: "friends.rows[1].id"}
                    note:
                      write: true
                      cypher: "CREATE (:Seen {id: $fresh, person: $person, friend: $friend, name: $name})"
                      sql: "INSERT INTO seen (id, person, friend, name) VALUES (:fresh, :person, :friend, :name)"
                      parameters: {friend: "friends.rows[1].0", name: "second.rows[0].name"}
                    round:
                      cypher: "MATCH (p:Person {id: $friend}) RETURN p.id AS id"
                      sql: "SELECT id FROM person WHERE id = :friend"
                      parameters: {friend: "friends.rows[pass].id"}
                      until: empty
                      atMost: 2
                lost:
                  parameters: {person: {integer: [0, 99], draw: sequential}}
                  steps:
                    friends:
                      cypher: "MATCH (:Person {id: $person})-[:KNOWS]->(f:Person) RETURN f.id AS id ORDER BY id"
                      sql: "SELECT target AS id FROM person_knows_person WHERE source = :person ORDER BY id"
                    last:
                      cypher: "MATCH (p:Person {id: $friend}) RETURN p.name AS name"
                      sql: "SELECT name FROM person WHERE id = :friend"
                      parameters: {friend: "friends.rows[last].id"}
            phases:
              - {kind: load, clients: 1}
              - {kind: measure, operations: 200, clients: 4}
            thresholds: ["visit.second p50 < 60s", "visit throughput > 0"]
            """;
    /** How many notes do not name the second friend of their person, or not by its name; and how many there are. */
    private static final String CHECK = """
            name: check
            target: {kind: KIND, uri: "URI"}
            data: none
            workload:
              kind: query
              operations:
                wrong:
                  cypher: "MATCH (s:Seen) WHERE s.id > 0 AND (s.friend <> s.person + 2 OR s.name <> 'n' + s.friend) RETURN count(s)"
                  falkordb: "MATCH (s:Seen) WHERE s.id > 0 AND (s.friend <> s.person + 2 OR s.name <> 'n' + toString(s.friend)) RETURN count(s)"
                  sql: "SELECT count(*) FROM seen WHERE id > 0 AND (friend <> person + 2 OR name <> 'n' || friend)"
                  expect: 0
                notes:
                  cypher: "MATCH (s:Seen) WHERE s.id > 0 RETURN count(s)"
                  sql: "SELECT count(*) FROM seen WHERE id > 0"
                  expect: 135
            phases: [{kind: measure, operations: 4, clients: 1}]
            """;

    /** What is asked depends on the data alone, so every worker asks the same. */
    private static final String READS = """
            name: reads
            target: {kind: KIND, uri: "URI"}
            data: none
            workload:
              kind: journey
              journeys:
                visit:
                  parameters: {person: {integer: [0, 99]}}
                  steps:
                    friends:
                      cypher: "MATCH (:Person {id: $person})-[:KNOWS]->(f:Person) RETURN f.id AS id, f.name AS name ORDER BY id"
                      ifEmpty: stop
                    round:
                      cypher: "MATCH (p:Person {id: $friend, name: $name}) RETURN p.id AS id"
                      parameters: {friend: "friends.rows[pass].id", name: "friends.rows[pass].name"}
                      until: empty
                      atMost: 5
            phases: [{kind: measure, operations: 300, clients: 4}]
            """;

    private static final String GENERATED = """
            name: generated
            target: {kind: KIND, uri: "URI"}
            data: none
            workload:
              kind: journey
              journeys:
                browse:
                  python: "shop:browse"
                  maxSteps: 10
                  parameters: {person: {integer: [0, 99]}}
                  steps:
                    first:
                      cypher: "MATCH (p:Person) WHERE p.id >= $least RETURN p.id AS id ORDER BY id LIMIT 2"
                      parameters: {least: given}
                    look:
                      cypher: "MATCH (p:Person {id: $person}) RETURN p.firstName AS name"
                      parameters: {person: given}
            phases: [{kind: measure, operations: 20, clients: 2}]
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void writeData() throws IOException {
        write("people.csv", "id:ID(Person),name", IntStream.range(0, 103).mapToObj(i -> i + ",n" + i));
        write("seen.csv", "id:ID(Seen),person:long,friend:long,name", Stream.of("0,0,0,none"));
        List<String> knows = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            for (int next = 1; next <= 3 && i % 10 != 9; next++) {
                knows.add(i + "," + (i + next));
            }
        }
        write("knows.csv", ":START_ID(Person),:END_ID(Person)", knows.stream());
    }

    private void write(String name, String header, Stream<String> rows) throws IOException {
        Files.writeString(folder.resolve(name), header + "\n" + rows.collect(Collectors.joining("\n")) + "\n");
    }

    @Tag("thorough")
    @Test
    void the_rows_of_one_step_are_what_the_next_one_asks_for_on_neo4j() throws IOException {
        try (RunningServer server =
                Servers.local().start("neo4j", Neo4jServer.small().inMemory())) {
            travels("neo4j", server);
            workersOfBothLanguagesAskTheSame(server);
        }
    }

    @Test
    @Tag("nightly")
    void the_commands_of_the_page_do_what_it_says() throws IOException {
        try (RunningServer server =
                Servers.local().start("neo4j", Neo4jServer.small().inMemory())) {
            commandsOfThePage(server);
            generatorsAreOfPythonWorkersWhoseOwnerAllowsThem(server);
        }
    }

    /** A journey of a generator, which is in a folder that the worker may or may not use. */
    private void generatorsAreOfPythonWorkersWhoseOwnerAllowsThem(RunningServer server) throws IOException {
        Files.writeString(folder.resolve("shop.py"), """
                def browse(drawn, index):
                    people = yield "first", {"least": drawn["person"]}
                    for person in people:
                        yield "look", {"person": person["id"]}
                    if index == 7:
                        raise ValueError("closed")
                """);
        Path plan = plan("generated.yaml", GENERATED, "neo4j", server);
        Shell.Result java = run("standalone", plan, folder.resolve("java-only.db"));
        assertThat(java.exitCode()).as(java.toString()).isEqualTo(104);
        assertThat(java.err()).contains("workload.journeys: key python needs a Python worker, which has the generator");
        String[] python = {"./muster", "run", plan.toString(), "--workers", "0", "--python-workers", "1", "--store"};
        Shell shell = Shell.in(Shell.CHECKOUT).with("MUSTER_NO_BUILD", "1");
        Shell.Result refused = shell.run(with(python, folder.resolve("refused.db")));
        assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(104);
        assertThat(refused.out() + refused.err()).contains("allow a folder on its host with --allow-code DIR");
        Path store = folder.resolve("generated.db");
        Shell.Result run = shell.with("MUSTER_ALLOW_CODE", folder.toString()).run(with(python, store));
        assertThat(run.exitCode()).as(run.toString()).isIn(1, 111);
        assertThat(new Stored(store, 1)
                        .rows("select operation, outcome, samples from outcome_total where timing = 'service'"
                                + " order by operation, outcome"))
                .as(run.toString())
                .containsExactly(
                        List.of("browse", "journeyFault", 1L),
                        List.of("browse", "ok", 19L),
                        List.of("browse.first", "ok", 20L),
                        List.of("browse.look", "ok", 40L));
        assertThat(run.out()).contains("journeyFault, such as \"shop:browse: raised ValueError: closed\"");
    }

    private static String[] with(String[] command, Path store) {
        String[] whole = Arrays.copyOf(command, command.length + 1);
        whole[command.length] = store.toString();
        return whole;
    }

    /** docs/journeys.md, as it stands there, on this server. */
    private void commandsOfThePage(RunningServer server) throws IOException {
        Path store = folder.resolve("page.db");
        StringBuilder out = new StringBuilder();
        for (String[] words : Pages.commands(Shell.CHECKOUT.resolve("docs/journeys.md"))) {
            List<String> arguments = new ArrayList<>(List.of(words));
            if (words[0].equals("sql")) {
                arguments.set(1, store.toString());
            } else {
                arguments.addAll(List.of("--uri", server.uri().toString()));
            }
            if (words[0].equals("standalone")) {
                arguments.addAll(List.of("--store", store.toString()));
            }
            Shell.Result result = Cli.run(arguments.toArray(String[]::new));
            assertThat(result.exitCode()).as(arguments + " " + result).isIn(0, 111);
            out.append(result.out());
        }
        assertThat(out).contains("plan social-journeys", "statement: visitFriends.walls", "visitFriends.replies");
    }

    private void workersOfBothLanguagesAskTheSame(RunningServer server) throws IOException {
        Path plan = plan("reads.yaml", READS, "neo4j", server);
        Path java = folder.resolve("java.db");
        Path both = folder.resolve("both.db");
        Shell.Result alone = run("standalone", plan, java);
        assertThat(alone.exitCode()).as(alone.toString()).isIn(0, 111);
        Shell.Result together = run("run", plan, both, "--workers", "1", "--python-workers", "1");
        assertThat(together.exitCode()).as(together.toString()).isIn(0, 111);
        assertThat(new Stored(both, 1).digest()).isEqualTo(new Stored(java, 1).digest());
        String samples = "select operation, outcome, timing, samples, elements from outcome_total"
                + " where timing in ('service', 'response') order by operation, outcome, timing";
        assertThat(new Stored(both, 1).rows(samples))
                .as(together.toString())
                .isEqualTo(new Stored(java, 1).rows(samples));
        String answers = "select operation, answered, empty from answer_summary order by operation";
        assertThat(new Stored(both, 1).rows(answers))
                .isEqualTo(new Stored(java, 1).rows(answers))
                .hasSize(2);
    }

    @Test
    @EnabledIf(
            value = "muster.servers.postgresql.PostgresqlServer#installed",
            disabledReason = "PostgreSQL 15 is not installed: apt-get install postgresql-15")
    void so_they_are_on_postgresql() throws IOException {
        try (RunningServer server = Servers.local().start("postgresql", PostgresqlServer.small())) {
            travels("postgresql", server);
        }
    }

    @Test
    @Tag("nightly")
    void so_they_are_on_falkordb() throws IOException {
        try (RunningServer server = Servers.local().start("falkordb", ServerOptions.temporary())) {
            travels("falkordb", server);
        }
    }

    private void travels(String kind, RunningServer server) throws IOException {
        Path store = folder.resolve(kind + ".db");
        Shell.Result run = run("standalone", plan("journeys.yaml", PLAN, kind, server), store, "--verbose");
        assertThat(run.exitCode()).as(run.toString()).isIn(1, 111);
        Stored stored = new Stored(store, 1);
        assertThat(
                        stored.rows(
                                "select operation, outcome, sum(samples) from outcome_total"
                                        + " where phase = 'measure' and timing = 'service' group by operation, outcome order by operation, outcome"))
                .as(run.toString())
                .containsExactly(
                        List.of("lost", "noRow", 5L),
                        List.of("lost", "ok", 45L),
                        List.of("lost.friends", "ok", 50L),
                        List.of("lost.last", "noRow", 5L),
                        List.of("lost.last", "ok", 45L),
                        List.of("visit", "ok", 150L),
                        List.of("visit.friends", "absent", 15L),
                        List.of("visit.friends", "ok", 135L),
                        List.of("visit.note", "ok", 135L),
                        List.of("visit.round", "ok", 270L),
                        List.of("visit.second", "ok", 135L));
        assertThat(stored.coverage().isSound()).as(run.toString()).isTrue();
        assertThat(run.out())
                .contains("met      visit.second p50 < 60s")
                .contains("200 operations: 195 ok, 5 errors")
                .contains("failed   5 of 200: noRow")
                .contains("last: parameter friend needs a row of friends that is not there");
        answersAreCounted(stored);
        timesAddUp(stored);
        Shell.Result check = run("standalone", plan("check.yaml", CHECK, kind, server), folder.resolve("check.db"));
        assertThat(check.exitCode()).as(check.toString()).isIn(0, 111);
        assertThat(check.out()).contains("answers right");
    }

    private static void answersAreCounted(Stored stored) {
        assertThat(stored.rows(
                        "select operation, answered, empty from answer_summary where run_id = 1 and phase = 'measure'"
                                + " order by operation"))
                .contains(List.of("lost.friends", 50L, 5L), List.of("visit.friends", 150L, 15L))
                .contains(List.of("visit.round", 270L, 0L));
    }

    /** A journey took as long as its steps together: sums of histograms, whose values are rounded to three digits. */
    private static void timesAddUp(Stored stored) {
        List<Object> sums = stored.rows("select sum(case when operation = 'visit' then mean_ns * samples end),"
                        + " sum(case when operation like 'visit.%' then mean_ns * samples end) from"
                        + " (select operation, sum(b.value_ns * 1.0 * b.count) / sum(b.count) as mean_ns, sum(b.count) as samples"
                        + " from bucket b where timing = 'service' and phase = 'measure' group by operation)")
                .getFirst();
        assertThat((double) sums.get(1) / (double) sums.get(0)).isBetween(0.98, 1.02);
    }

    private Path plan(String name, String text, String kind, RunningServer server) throws IOException {
        String of = text.replace("KIND", kind)
                .replace("URI", server.uri().toString())
                .replace("DATA", folder.toString());
        return Files.writeString(folder.resolve(name), of);
    }

    private static Shell.Result run(String command, Path plan, Path store, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, plan.toString(), "--store", store.toString()));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }
}
