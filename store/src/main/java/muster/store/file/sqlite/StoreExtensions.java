package muster.store.file.sqlite;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** The extensions that are installed, by name. */
public final class StoreExtensions {
    private static final List<StoreExtension> ALL =
            ServiceLoader.load(StoreExtension.class, StoreExtension.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .sorted(Comparator.comparing(StoreExtension::name))
                    .toList();

    private StoreExtensions() {}

    public static List<StoreExtension> all() {
        return ALL;
    }
}
