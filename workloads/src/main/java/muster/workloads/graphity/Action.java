package muster.workloads.graphity;

import java.util.Arrays;
import java.util.List;
import muster.workloads.operation.OperationKind;

/** What a mix is made of; the code enters the tables, so it never changes. */
enum Action {
    FOLLOW(0, OperationKind.FOLLOW),
    UNFOLLOW(1, OperationKind.UNFOLLOW),
    POST(2, OperationKind.POST),
    ADD_USER(3, OperationKind.ADD_USER),
    FEED(4, OperationKind.FEED);

    static final List<Action> ALL = List.of(values());

    private final int code;
    private final OperationKind kind;

    Action(int code, OperationKind kind) {
        this.code = code;
        this.kind = kind;
    }

    /** Its place in a mix and in {@link #ALL}. */
    int code() {
        return code;
    }

    /** The name in plans. */
    String label() {
        return kind.label();
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Action::label).toList();
    }
}
