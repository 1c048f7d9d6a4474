package muster.servers.fetch;

/** Where the programs of a server come from: fetched by Muster into its cache, or installed by the user. */
public sealed interface ServerFiles permits FetchedFiles, InstalledFiles {}
