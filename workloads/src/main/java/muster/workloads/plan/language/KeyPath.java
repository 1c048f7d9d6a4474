package muster.workloads.plan.language;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;
import org.jspecify.annotations.Nullable;

/**
 * The path of a key as --set and sweeps name it: "workload.mix.follow", "phases[1].clients", or with the kind or name
 * of phases first: "measure.clients". A kind stands for all phases of that kind, even if one of them has it as its name.
 *
 * @param steps keys (String) and positions in lists (Integer)
 */
public record KeyPath(String text, String where, List<Object> steps) {
    private static final Pattern STEP = Pattern.compile("([A-Za-z_$][A-Za-z0-9_-]*)(?:\\[(\\d{1,6})])?");

    /**
     * Parses a path of keys.
     *
     * @param where stands before each message: "--set measure.clients"
     */
    public static KeyPath parse(String text, String where) {
        if (text.startsWith("sweep.")) {
            // The keys of a sweep are paths themselves.
            return new KeyPath(text, where, List.of("sweep", text.substring("sweep.".length())));
        }
        List<Object> steps = new ArrayList<>();
        for (String part : text.split("\\.", -1)) {
            Matcher matcher = STEP.matcher(part);
            if (!matcher.matches()) {
                throw new PlanException(where + ": expected a path of keys, such as measure.clients");
            }
            steps.add(matcher.group(1));
            if (matcher.group(2) != null) {
                steps.add(Integer.valueOf(matcher.group(2)));
            }
        }
        return new KeyPath(text, where, List.copyOf(steps));
    }

    /** Puts a value there, or takes the key out if it is null; maps on the way are made. */
    public void set(Branch plan, @Nullable Tree value) {
        for (List<Object> location : locations(plan)) {
            set(plan, location, value == null ? null : value.copy());
        }
    }

    /** The places meant, from the root: a phase is "phases" and its position. */
    public List<List<Object>> locations(Branch plan) {
        if (PlanKey.plan().names().contains(first())) {
            return List.of(steps);
        }
        List<Integer> positions = positions(PhaseNames.of(plan));
        if (positions.isEmpty()) {
            throw unknown(plan);
        }
        if (steps.size() == 1) {
            throw new PlanException(where + ": a phase is not a value; name one of its keys: " + first() + ".clients");
        }
        return positions.stream().map(this::within).toList();
    }

    private String first() {
        return steps.getFirst().toString();
    }

    private List<Integer> positions(List<PhaseNames> phases) {
        boolean kind = phases.stream().anyMatch(phase -> phase.kind().equals(first()));
        return IntStream.range(0, phases.size())
                .filter(i -> (kind ? phases.get(i).kind() : phases.get(i).name()).equals(first()))
                .boxed()
                .toList();
    }

    private List<Object> within(int position) {
        List<Object> location = new ArrayList<>(List.of("phases", position));
        location.addAll(steps.subList(1, steps.size()));
        return location;
    }

    private PlanException unknown(Branch plan) {
        List<String> known = new ArrayList<>(PlanKey.plan().names());
        for (PhaseNames phase : PhaseNames.of(plan)) {
            known.addAll(List.of(phase.kind(), phase.name()));
        }
        List<String> names = known.stream().distinct().toList();
        return new PlanException(
                where + ": no section or phase " + first() + "; " + ClosestName.hint(first(), names, "there are"));
    }

    private void set(Tree tree, List<Object> location, @Nullable Tree value) {
        List<Object> rest = location.subList(1, location.size());
        switch (location.getFirst()) {
            case Integer position
            when tree instanceof Items list && position < list.items().size() -> setItem(list, position, rest, value);
            case String key when tree instanceof Branch branch -> setEntry(branch, key, rest, value);
            case Integer position -> throw new PlanException(where + ": there is no entry [" + position + "]");
            default -> throw new PlanException(where + ": what holds " + location.getFirst() + " is not a map");
        }
    }

    private void setItem(Items list, int position, List<Object> rest, @Nullable Tree value) {
        if (!rest.isEmpty()) {
            set(list.items().get(position), rest, value);
        } else if (value == null) {
            list.items().remove(position);
        } else {
            list.items().set(position, value);
        }
    }

    private void setEntry(Branch branch, String key, List<Object> rest, @Nullable Tree value) {
        if (!rest.isEmpty()) {
            set(branch.entries().computeIfAbsent(key, k -> Branch.empty(where)), rest, value);
        } else if (value == null) {
            branch.entries().remove(key);
        } else {
            branch.entries().put(key, value);
        }
    }
}
