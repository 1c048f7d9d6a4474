package muster.workloads.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.workloads.operation.JourneyStep;
import muster.workloads.operation.JourneyStep.NoRow;
import muster.workloads.operation.JourneyStep.StepValue;
import muster.workloads.operation.JourneyStep.StepValue.OfRow;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.Settings;
import org.jspecify.annotations.Nullable;

/** Reads section "steps" of a journey: statements, where their parameters come from, loops, and what follows an empty answer. */
final class StepReader {
    static final String SECTION = "steps";
    /** Of nodes in answers, which no step can use as a whole. */
    static final String IDENTITY = "id";

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,49}");
    private static final Pattern ROW = Pattern.compile("([A-Za-z][A-Za-z0-9_]*)\\.rows\\[([^]]*)]\\.(.+)");
    private static final Pattern LIKE_A_ROW = Pattern.compile("[^.]*\\.rows\\b.*");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,4}");
    /** Keys that say what follows a step. */
    private static final List<String> ORDER = List.of("ifEmpty", "repeat", "until", "atMost", "think");

    /** Value of a parameter that the generator gives. */
    private static final String GIVEN = "given";

    private static final List<String> ENDS = List.of("continue", "stop", "fail");

    private final Settings section;
    private final String journey;
    private final List<String> drawn;
    private final List<String> names;
    private final boolean generated;
    private final IntSupplier numbers;
    private final int[] firstRows;
    private final boolean[] lastRow;

    private StepReader(Settings section, String journey, List<String> drawn, boolean generated, IntSupplier numbers) {
        this.section = section;
        this.journey = journey;
        this.drawn = drawn;
        this.generated = generated;
        this.numbers = numbers;
        this.names = List.copyOf(section.raw().keySet());
        this.firstRows = new int[names.size()];
        this.lastRow = new boolean[names.size()];
    }

    /**
     * The steps of a journey.
     *
     * @param drawn names of what is drawn for it: each step has those without a point as parameters
     * @param generated whether a generator says which step is next
     * @param numbers the next free number of a kind
     */
    static List<JourneyStep> read(
            Settings own, String journey, List<String> drawn, boolean generated, IntSupplier numbers) {
        StepReader reader = new StepReader(own.section(SECTION), journey, drawn, generated, numbers);
        if (reader.names.isEmpty()) {
            throw own.wrong(SECTION, "a map of names to statements, in the order in which they are sent");
        }
        List<JourneyStep> steps = new ArrayList<>();
        for (String name : reader.names) {
            steps.add(reader.step(name, steps.size()));
        }
        return reader.keeping(steps);
    }

    /** The same, with the rows that each is to keep for later ones. */
    private List<JourneyStep> keeping(List<JourneyStep> steps) {
        List<JourneyStep> keeping = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            JourneyStep step = steps.get(i);
            keeping.add(new JourneyStep(
                    step.query(),
                    step.values(),
                    step.thinkNs(),
                    step.noRow(),
                    step.most(),
                    step.untilEmpty(),
                    firstRows[i],
                    lastRow[i]));
        }
        return keeping;
    }

    private JourneyStep step(String name, int number) {
        checkName(name);
        Settings own = section.section(name);
        if (generated) {
            refuseOrder(own);
        }
        int most = most(own);
        boolean untilEmpty = own.has("until");
        Map<String, StepValue> values = values(own.section("parameters"), number, most);
        List<String> parameters = List.copyOf(values.keySet());
        Query query = Query.of(
                OperationKind.step(numbers.getAsInt(), journey, name),
                OperationReader.texts(section, name, parameters, "parameters"),
                parameters,
                own.flag("write"),
                false,
                false,
                IDENTITY,
                own.integer("limit", Long.MAX_VALUE));
        return new JourneyStep(
                query,
                List.copyOf(values.values()),
                own.duration("think").toNanos(),
                noRow(own, number, untilEmpty),
                most,
                untilEmpty,
                0,
                false);
    }

    private void checkName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw section.wrong(name, "a name of up to 50 letters, digits and _, with a letter first");
        }
        if (ENDS.contains(name) || drawn.contains(name)) {
            throw section.wrong(
                    name,
                    "another name: " + name + (ENDS.contains(name) ? " is a value of ifEmpty" : " is a parameter"));
        }
    }

    private static void refuseOrder(Settings own) {
        for (String key : ORDER) {
            if (own.has(key)) {
                throw own.wrong(key, "nothing beside key python: the generator says what follows, and when");
            }
        }
    }

    private static int most(Settings own) {
        if (own.has("until")) {
            own.choice("until");
            if (own.has("repeat")) {
                throw own.wrong("repeat", "atMost in place of repeat, where until ends the loop");
            }
            if (!own.has("atMost")) {
                throw own.wrong(
                        "atMost", "how often the step is sent at most, such as 10, since until has it repeated");
            }
            return (int) own.integer("atMost", 1);
        }
        if (own.has("atMost")) {
            throw own.wrong("atMost", "until: empty as well, which ends the loop; or repeat in its place");
        }
        return (int) own.integer("repeat");
    }

    private NoRow noRow(Settings own, int number, boolean untilEmpty) {
        if (!own.has("ifEmpty")) {
            return new NoRow.Unsaid();
        }
        if (untilEmpty) {
            throw own.wrong("ifEmpty", "nothing beside until: there the answer without a row ends the loop");
        }
        String word = own.text("ifEmpty");
        return switch (word) {
            case "continue" -> new NoRow.Continue();
            case "stop" -> new NoRow.Stop();
            case "fail" -> new NoRow.Fail();
            default -> new NoRow.Jump(later(own, word, number));
        };
    }

    private int later(Settings own, String name, int number) {
        int to = names.indexOf(name);
        if (to > number) {
            return to;
        }
        List<String> after = names.subList(number + 1, names.size());
        List<String> right = Stream.concat(ENDS.stream(), after.stream()).toList();
        throw own.wrong(
                "ifEmpty",
                (to < 0 ? "a later step in place of " + name : "a later step, since a journey never goes back") + "; "
                        + ClosestName.hint(name, right, "there are"));
    }

    /** What is drawn for the journey, and what the step names; in this order. */
    private Map<String, StepValue> values(Settings own, int number, int most) {
        Map<String, StepValue> values = new LinkedHashMap<>();
        for (int place = 0; place < drawn.size(); place++) {
            if (drawn.get(place).indexOf('.') < 0) {
                values.put(drawn.get(place), new StepValue.Drawn(place));
            }
        }
        for (String name : own.raw().keySet()) {
            values.put(name, value(own, name, number, most));
        }
        return values;
    }

    private StepValue value(Settings own, String name, int number, int most) {
        Object given = own.raw().get(name);
        if (given instanceof String) {
            return reference(own, name, own.text(name), number, most);
        }
        if (!own.has(name) || given instanceof Map || given instanceof List) {
            throw own.wrong(name, "STEP.rows[N].COLUMN, PARAMETER.COLUMN, a number or a truth value");
        }
        return new StepValue.Constant(Constants.of(given));
    }

    private StepValue reference(Settings own, String name, String reference, int number, int most) {
        if (reference.equals(GIVEN) && generated) {
            return new StepValue.Given();
        }
        Matcher row = ROW.matcher(reference);
        if (row.matches() && generated) {
            throw own.wrong(name, GIVEN + " beside key python: the generator has the rows, and gives the parameters");
        }
        if (row.matches()) {
            return ofRow(own, name, row, number, most);
        }
        if (LIKE_A_ROW.matcher(reference).matches()) {
            throw own.wrong(name, "STEP.rows[N].COLUMN, such as friends.rows[0].id");
        }
        int place = drawn.indexOf(reference);
        if (place < 0) {
            throw own.wrong(
                    name,
                    "a parameter of the journey in place of " + reference + ", or STEP.rows[N].COLUMN"
                            + (drawn.isEmpty() ? "" : "; " + ClosestName.hint(reference, drawn, "there are")));
        }
        return new StepValue.Drawn(place);
    }

    private OfRow ofRow(Settings own, String name, Matcher row, int number, int most) {
        int step = earlier(own, name, row.group(1), number);
        Integer at = row(row.group(2));
        if (at == null) {
            throw own.wrong(name, "the number of a row from 0 to 9999, last or pass in place of " + row.group(2));
        }
        if (at == OfRow.PASS && most == 1) {
            throw own.wrong(
                    name, "repeat or until as well, since rows[pass] is the row with the number of a loop's pass");
        }
        if (at == OfRow.LAST) {
            lastRow[step] = true;
        } else {
            firstRows[step] = Math.max(firstRows[step], at == OfRow.PASS ? most : at + 1);
        }
        return new OfRow(step, at, row.group(3));
    }

    private static @Nullable Integer row(String text) {
        return switch (text) {
            case "last" -> OfRow.LAST;
            case "pass" -> OfRow.PASS;
            default -> NUMBER.matcher(text).matches() ? Integer.valueOf(text) : null;
        };
    }

    private int earlier(Settings own, String name, String of, int number) {
        int step = names.indexOf(of);
        if (step >= 0 && step < number) {
            return step;
        }
        List<String> before = names.subList(0, number);
        String why = step < 0
                ? " in place of " + of
                : step == number ? ", since a step has no rows before it is sent" : ", since " + of + " comes later";
        throw own.wrong(
                name,
                before.isEmpty()
                        ? "a parameter of the journey, since the first step has none before it"
                        : "a step before " + names.get(number) + why + "; "
                                + ClosestName.hint(of, before, "there are"));
    }
}
