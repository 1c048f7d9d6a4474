package muster.workloads.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.Settings;

/** Reads section "with" of an operation: names of the statement's parameters, and where their values come from. */
final class ArgumentReader {
    private final Settings with;
    private final Map<String, Parameter> parameters;
    private final List<String> operations;
    private final List<Parameter> drawn = new ArrayList<>();
    private final List<String> names;
    private final List<Argument> arguments;

    private ArgumentReader(
            Settings with,
            Map<String, Parameter> parameters,
            List<String> operations,
            List<String> names,
            boolean own) {
        this.with = with;
        this.parameters = parameters;
        this.operations = operations;
        this.names = names;
        this.arguments = names.stream()
                .map(name -> own ? reference(name, name) : argument(name))
                .toList();
    }

    /** @param operations names of those of the plan, in its order */
    ArgumentReader(Settings with, Map<String, Parameter> parameters, List<String> operations) {
        this(with, parameters, operations, List.copyOf(with.raw().keySet()), false);
    }

    /** Of all that the parameters of a journey give: PARAMETER, or PARAMETER.COLUMN where one has several columns. */
    static ArgumentReader ofAll(Settings section, Map<String, Parameter> parameters, List<String> journeys) {
        List<String> names = new ArrayList<>();
        for (Parameter parameter : parameters.values()) {
            List<String> columns = parameter.source().columns();
            columns.forEach(
                    column -> names.add(columns.size() == 1 ? parameter.name() : parameter.name() + "." + column));
        }
        return new ArgumentReader(section, parameters, journeys, List.copyOf(names), true);
    }

    /** Of the statement's parameters. */
    List<String> names() {
        return names;
    }

    /** In the order of {@link #names}. */
    List<Argument> arguments() {
        return arguments;
    }

    /** The plan's parameters that arguments come from, each once. */
    List<Parameter> drawn() {
        return List.copyOf(drawn);
    }

    private Argument argument(String name) {
        return with.raw().get(name) instanceof String ? reference(name, with.text(name)) : constant(name);
    }

    private Argument constant(String name) {
        Object value = with.raw().get(name);
        if (!with.has(name) || value instanceof Map || value instanceof List) {
            throw with.wrong(name, "PARAMETER.COLUMN, a number or a truth value");
        }
        return new Argument.Constant(Constants.of(value));
    }

    private Argument reference(String name, String reference) {
        int point = reference.indexOf('.');
        String of = point < 0 ? reference : reference.substring(0, point);
        Parameter parameter = parameters.get(of);
        if (parameter == null) {
            throw with.wrong(
                    name,
                    parameters.isEmpty()
                            ? "a number or a truth value, since the plan has no parameters"
                            : "a parameter in place of " + of + "; "
                                    + ClosestName.hint(of, List.copyOf(parameters.keySet()), "there are"));
        }
        return switch (parameter.source()) {
            case Source.New() -> new Argument.New();
            case Source.Created(String operation, String otherwise) -> created(name, parameter, operation, otherwise);
            case Source.Table table -> drawn(name, parameter, reference, point);
            case Source.Integers integers -> drawn(name, parameter, reference, point);
        };
    }

    private Argument created(String name, Parameter parameter, String operation, String otherwise) {
        int number = operations.indexOf(operation);
        if (number < 0) {
            throw with.wrong(
                    name,
                    "a parameter that an operation creates: " + parameter.name() + " is of " + operation + "; "
                            + ClosestName.hint(operation, operations, "there are"));
        }
        Parameter other = parameters.get(otherwise.replaceFirst("\\..*", ""));
        if (other == null || other.source() instanceof Source.Id) {
            throw with.wrong(
                    name,
                    "a parameter whose key otherwise names a parameter of csv, integer or choice in place of "
                            + otherwise);
        }
        return new Argument.Created(number, parameter.digest(), reference(name, otherwise));
    }

    private Argument drawn(String name, Parameter parameter, String reference, int point) {
        int column = column(name, parameter, point < 0 ? "" : reference.substring(point + 1));
        if (!drawn.contains(parameter)) {
            drawn.add(parameter);
        }
        return new Argument.Drawn(drawn.indexOf(parameter), parameter.source(), column);
    }

    private int column(String name, Parameter parameter, String column) {
        List<String> columns = parameter.source().columns();
        if (column.isEmpty() && columns.size() == 1) {
            return 0;
        }
        if (!columns.contains(column)) {
            throw with.wrong(
                    name, "a column of " + parameter.name() + ": " + ClosestName.hint(column, columns, "there are"));
        }
        return columns.indexOf(column);
    }
}
