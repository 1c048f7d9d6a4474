package muster.servers.fetch;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a fetch needs of its surroundings.
 *
 * @param mavenWrapper of the checkout; empty in a distribution
 * @param say gets lines for the user about what goes on
 */
public record Fetcher(Optional<Path> mavenWrapper, Consumer<String> say) {}
