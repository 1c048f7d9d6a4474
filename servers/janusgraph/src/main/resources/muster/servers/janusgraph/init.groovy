// Names the traversal source. A server whose graph could not be opened would go on without one: it ends here instead.
def globals = [:]
try {
    globals << [g: traversal().withEmbedded(graph)]
} catch (MissingPropertyException absent) {
    Runtime.runtime.halt(1)
}
