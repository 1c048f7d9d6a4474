package muster.targets.support;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import muster.workloads.operation.OperationKind;
import org.jspecify.annotations.Nullable;

/** The statements of one algorithm of Graphity: a text for each kind of action. All sessions may share them. */
public final class GraphityTexts {
    private final @Nullable String[] texts = new String[OperationKind.FIRST_NAMED];
    private final Map<Integer, String> feeds = new ConcurrentHashMap<>();

    /**
     * Texts by the kind of action. That of a feed holds its k as {@code %1$d}.
     *
     * @param shared by all algorithms
     * @param own of this one
     */
    public GraphityTexts(Map<OperationKind, String> shared, Map<OperationKind, String> own) {
        shared.forEach((kind, text) -> texts[kind.code()] = text);
        own.forEach((kind, text) -> texts[kind.code()] = text);
    }

    /** The text of an action other than a feed. */
    public String of(OperationKind kind) {
        String text = texts[kind.code()];
        if (text == null) {
            throw new IllegalStateException(
                    kind == OperationKind.LOAD_CHAIN
                            ? "only algorithm graphity has chains"
                            : kind + " has no statement");
        }
        return text;
    }

    /** The text of a feed of so many posts. */
    public String feed(int k) {
        String known = feeds.get(k);
        if (known == null) {
            known = of(OperationKind.FEED).formatted(k);
            feeds.put(k, known);
        }
        return known;
    }
}
