package muster.workloads.social;

import java.util.function.Consumer;

/** Rows of edges from people, by the person's id. */
record PersonRows(People people, Friends friends) {
    void place(long id, Consumer<Object[]> row) {
        row.accept(new Object[] {id, (long) people.city(people.rank(id)).id()});
    }

    void interests(long id, Consumer<Object[]> row) {
        for (int tag : people.interests(people.rank(id))) {
            row.accept(new Object[] {id, (long) tag});
        }
    }

    void friends(long id, Consumer<Object[]> row) {
        friends.of(people.rank(id))
                .forEach(friend -> row.accept(new Object[] {id, people.id(friend.rank()), friend.sinceMs()}));
    }
}
