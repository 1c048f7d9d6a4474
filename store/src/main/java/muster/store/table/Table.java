package muster.store.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a query, whole.
 *
 * @param rows values are Long, Double, String, byte[] or null
 */
public record Table(List<String> columns, List<List<@Nullable Object>> rows) {}
