package muster.workloads.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.workloads.DataFiles;
import muster.workloads.answers.ExpectedAnswers;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.operation.Query.Text;
import muster.workloads.plan.language.Settings;
import muster.workloads.plan.language.StatementFiles;

/** Reads section "operations": the statements, their weights and their arguments. */
final class OperationReader {
    /** Of statements; "http" has a template instead. The dialects of some databases have keys of their own. */
    static final List<String> LANGUAGES = List.of("cypher", "gremlin", "sql", "falkordb", "hugegraph", "titan");

    private static final String SECTION = "operations";
    /** Value of "isolate" that isolates nothing. */
    private static final String MIX = "none";

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,49}");
    private static final int PARTS_OF_ONE = 100;
    static final int MAX_PARTS = 1_000_000;

    private final Settings section;
    private final String identity;
    private final String isolate;
    private final Map<String, Parameter> parameters;
    private final List<String> names;

    private OperationReader(Settings workload, Map<String, Parameter> parameters) {
        this.section = workload.section(SECTION);
        this.identity = workload.text("identity");
        this.isolate = workload.choice(
                "isolate",
                workload.text("isolate"),
                Stream.concat(Stream.of(MIX), section.raw().keySet().stream()).toList());
        this.parameters = parameters;
        this.names = List.copyOf(section.raw().keySet());
    }

    static List<NamedQuery> read(Settings workload, Map<String, Parameter> parameters) {
        OperationReader reader = new OperationReader(workload, parameters);
        List<NamedQuery> queries = new ArrayList<>();
        for (String name : reader.section.raw().keySet()) {
            reader.checkName(name, queries.size());
            queries.add(reader.query(name, queries.size()));
        }
        reader.checkCreated(queries);
        checkParts(
                workload,
                SECTION,
                queries.stream().mapToLong(NamedQuery::parts).sum(),
                "a map of names to statements, such as {count: {cypher: \"MATCH (n) RETURN count(n)\"}}");
        return queries;
    }

    /** What an operation creates has the operation's own new id. */
    private void checkCreated(List<NamedQuery> queries) {
        for (NamedQuery query : queries) {
            for (Argument argument : query.arguments()) {
                if (argument instanceof Argument.Created created
                        && queries.get(created.action()).arguments().stream()
                                .noneMatch(Argument.New.class::isInstance)) {
                    throw section.wrong(
                            names.get(created.action()),
                            "a parameter with id: new in key with, since "
                                    + query.query().name() + " uses what it creates");
                }
            }
        }
    }

    private void checkName(String name, int number) {
        if (number >= OperationKind.MAX_NAMED) {
            throw section.wrong(name, "at most " + OperationKind.MAX_NAMED + " operations");
        }
        checkName(section, name);
    }

    /** Of an operation or a journey, whose names thresholds and results use. */
    static void checkName(Settings section, String name) {
        if (!NAME.matcher(name).matches()) {
            throw section.wrong(name, "a name of up to 50 letters, digits and _, with a letter first");
        }
        if (ReservedNames.contains(name)) {
            throw section.wrong(name, "another name: " + name + " is reserved for thresholds and results");
        }
    }

    /** What operations are expected to answer, by name. */
    static Map<String, ExpectedAnswers> expected(Settings workload, List<NamedQuery> queries, DataFiles files) {
        Map<String, ExpectedAnswers> expected = new LinkedHashMap<>();
        for (NamedQuery query : queries) {
            Settings own = workload.section(SECTION).section(query.query().name());
            ExpectReader.read(own, query, files)
                    .ifPresent(answers -> expected.put(query.query().name(), answers));
        }
        return expected;
    }

    private NamedQuery query(String name, int number) {
        Settings own = section.section(name);
        ArgumentReader arguments = new ArgumentReader(own.section("with"), parameters, names);
        Map<String, Text> texts = texts(section, name, arguments.names(), "with");
        Query query = Query.of(
                OperationKind.named(number, name),
                texts,
                arguments.names(),
                own.flag("write"),
                own.flag("ordered"),
                own.flag("stable"),
                identity,
                own.integer("limit", Long.MAX_VALUE),
                own.flag("mustFind"),
                rowsRequired(own));
        return new NamedQuery(query, parts(own, name), arguments.drawn(), arguments.arguments());
    }

    /** An answer without a row is wrong, or asked for again: not both. */
    private static boolean rowsRequired(Settings own) {
        boolean required = own.choice("rows").equals("required");
        if (required && own.flag("mustFind")) {
            throw own.wrong("rows", "required without mustFind, which has an empty answer asked for again; remove one");
        }
        return required;
    }

    /**
     * The statement by language.
     *
     * @param section the map in which it stands under a name
     * @param key of the map that names its parameters, for messages
     */
    static Map<String, Text> texts(Settings section, String name, List<String> parameters, String key) {
        Settings own = section.section(name);
        Map<String, Text> texts = new LinkedHashMap<>();
        for (String language : LANGUAGES) {
            if (own.has(language)) {
                String text = own.text(language);
                if (text.isBlank() || StatementFiles.isName(text)) {
                    throw own.wrong(language, "a statement, or in a plan file the name of a file beside it");
                }
                texts.put(language, new Text(text, own.where(language)));
            }
        }
        if (own.has(RequestReader.LANGUAGE)) {
            texts.put(RequestReader.LANGUAGE, RequestReader.read(own, parameters, key));
        }
        if (texts.isEmpty()) {
            throw section.wrong(name, "a statement as cypher, gremlin or sql, or a request as http");
        }
        return texts;
    }

    /** Of the mix; an isolated operation is all of it. */
    private int parts(Settings own, String name) {
        int parts = parts(own);
        return isolate.equals(MIX) ? parts : name.equals(isolate) ? PARTS_OF_ONE : 0;
    }

    static int parts(Settings own) {
        double weight = own.number("weight");
        int parts = parts(weight);
        if (Math.abs(weight * PARTS_OF_ONE - parts) > 1e-6) {
            throw own.wrong("weight", "a number with at most two decimals");
        }
        return parts;
    }

    /** Refuses weights that give no mix. */
    static void checkParts(Settings workload, String section, long parts, String example) {
        if (parts == 0 || parts > MAX_PARTS) {
            boolean none = workload.section(section).raw().isEmpty();
            throw workload.wrong(
                    section, none ? example : "weights with a sum above 0, and up to " + MAX_PARTS / PARTS_OF_ONE);
        }
    }

    /** Of a weight. */
    static int parts(double weight) {
        return (int) Math.round(weight * PARTS_OF_ONE);
    }
}
