package muster.targets.support;

import org.jspecify.annotations.Nullable;

/** The chain of causes of a driver's failure: what happened mostly stands in the innermost one. */
public final class Causes {
    private Causes() {}

    /** The innermost one; the failure itself if it has no cause. */
    public static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** The outermost one of this kind; null if there is none. */
    public static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> kind) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (kind.isInstance(each)) {
                return kind.cast(each);
            }
        }
        return null;
    }

    /** Whether there is one of this kind. */
    public static boolean has(Throwable failure, Class<? extends Throwable> kind) {
        return find(failure, kind) != null;
    }
}
