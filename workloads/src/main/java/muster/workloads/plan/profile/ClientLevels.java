package muster.workloads.plan.profile;

import java.util.Optional;
import muster.workloads.plan.language.Numbers;
import muster.workloads.plan.language.Tree;

/** Heights of a profile of clients: whole numbers. */
public record ClientLevels() implements Level.Reader {
    private static final long MAX = 1_000_000;

    @Override
    public Optional<Level> find(Tree tree) {
        return Numbers.whole(tree)
                .filter(clients -> clients >= 0 && clients <= MAX)
                .map(clients -> new Level(clients, clients * Level.NANO));
    }

    @Override
    public String right() {
        return "a whole number of clients from 0 to " + MAX;
    }
}
