// Names the traversal source. A server whose graph could not be opened would go on without one: it ends here instead.
try {
    g = graph.traversal()
    // Only one process can open these files, so any other instance that is registered was killed. Left there, it would
    // be waited for by changes of the schema.
    def schema = graph.openManagement()
    schema.openInstances.findAll { !it.endsWith('(current)') }.each { schema.forceCloseInstance(it) }
    schema.commit()
} catch (MissingPropertyException absent) {
    Runtime.runtime.halt(1)
}
