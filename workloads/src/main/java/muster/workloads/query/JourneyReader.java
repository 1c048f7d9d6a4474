package muster.workloads.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import muster.workloads.DataFiles;
import muster.workloads.operation.Journey;
import muster.workloads.operation.JourneyStep;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.plan.language.Settings;

/** Reads section "journeys": their weights, what is drawn for them, and their steps. */
final class JourneyReader {
    static final String SECTION = "journeys";

    private static final Pattern GENERATOR = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*:[A-Za-z_][A-Za-z0-9_]*");

    private final Settings workload;
    private final DataFiles files;
    private final List<String> names;
    /** Journeys have the first numbers, in the order of the plan; steps follow. */
    private int numbers;

    private JourneyReader(Settings workload, DataFiles files) {
        this.workload = workload;
        this.files = files;
        this.names = List.copyOf(workload.section(SECTION).raw().keySet());
        this.numbers = names.size();
    }

    static List<NamedJourney> read(Settings workload, DataFiles files) {
        JourneyReader reader = new JourneyReader(workload, files);
        List<NamedJourney> journeys = new ArrayList<>();
        for (String name : reader.names) {
            journeys.add(reader.journey(name, journeys.size()));
        }
        reader.checkCreated(journeys);
        OperationReader.checkParts(
                workload,
                SECTION,
                journeys.stream().mapToLong(journey -> journey.drawn().parts()).sum(),
                "a map of names to journeys, such as {read: {steps: {friends: {cypher: \"MATCH (n) RETURN n.id\"}}}}");
        return journeys;
    }

    private NamedJourney journey(String name, int number) {
        Settings section = workload.section(SECTION);
        OperationReader.checkName(section, name);
        Settings own = section.section(name);
        Map<String, Parameter> parameters = ParameterReader.read(own, files);
        ArgumentReader drawn = ArgumentReader.ofAll(own.section("parameters"), parameters, names);
        refuseTooMany(own, number);
        OperationKind kind = OperationKind.named(number, name);
        List<JourneyStep> steps = StepReader.read(own, name, drawn.names(), isGenerated(own), this::nextNumber);
        Query none = Query.of(kind, Map.of(), drawn.names(), false, false, false, StepReader.IDENTITY, Long.MAX_VALUE);
        return new NamedJourney(
                Journey.of(kind, drawn.names(), steps),
                new NamedQuery(none, OperationReader.parts(own), drawn.drawn(), drawn.arguments()));
    }

    /** Whether code of Python workers says which step is next. */
    private static boolean isGenerated(Settings own) {
        if (!own.has("python")) {
            if (own.has("maxSteps")) {
                throw own.wrong("maxSteps", "python as well, a generator; steps of the plan end by themselves");
            }
            return false;
        }
        if (!GENERATOR.matcher(own.text("python")).matches()) {
            throw own.wrong("python", "MODULE:FUNCTION, such as shop:browse");
        }
        own.integer("maxSteps");
        return true;
    }

    private int nextNumber() {
        return numbers++;
    }

    private void refuseTooMany(Settings own, int number) {
        int steps = own.section(StepReader.SECTION).raw().size();
        if (number >= OperationKind.MAX_NAMED || numbers + steps > OperationKind.MAX_NAMED) {
            throw own.wrong(
                    StepReader.SECTION,
                    "at most " + OperationKind.MAX_NAMED + " journeys and steps in the plan, together");
        }
    }

    /** What a journey creates has the journey's own new id. */
    private void checkCreated(List<NamedJourney> journeys) {
        for (NamedJourney journey : journeys) {
            for (Argument argument : journey.drawn().arguments()) {
                if (argument instanceof Argument.Created created
                        && journeys.get(created.action()).drawn().arguments().stream()
                                .noneMatch(Argument.New.class::isInstance)) {
                    throw workload.section(SECTION)
                            .wrong(
                                    names.get(created.action()),
                                    "a parameter with id: new, since "
                                            + journey.journey().kind().label() + " uses what it creates");
                }
            }
        }
    }
}
