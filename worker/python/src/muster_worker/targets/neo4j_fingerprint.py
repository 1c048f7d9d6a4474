"""What the graph in a Neo4j database is, in a few sums that the Java worker computes alike."""

import neo4j

_WEIGHT = "(%s %% 1000003 + 1) * (%s %% 999983 + 1) %% 1000000007"


def fingerprint(session: neo4j.Session) -> dict[str, str]:
    """As Fingerprint of the Java side defines it, whichever workload the graph is from."""

    def sums(pattern: str, other: str) -> tuple[int, int]:
        weight = _WEIGHT % ("a.id", f"{other}.id")
        row = session.run(f"MATCH {pattern} RETURN count(*), sum({weight})").single(strict=True)
        return row[0], row[1]

    users, posts, vertices = (sums(f"(a:{label})", "a") for label in ("User", "Post", "Vertex"))
    patterns = (
        "(a:User)-[:FOLLOWS]->(b:User)",
        "(a:User)-[:FOLLOWS]->(:Replica)-[:REPLICA]->(b)",
        "(a:Vertex)-[:EDGE]->(b)",
    )
    edges = [sums(pattern, "b") for pattern in patterns]
    degrees: dict[int, int] = {}
    for label, kind in (("User", "FOLLOWS"), ("Vertex", "EDGE")):
        query = f"MATCH (a:{label}) RETURN COUNT {{ (a)-[:{kind}]->() }}, count(*)"
        for degree, count in session.run(query):
            degrees[degree] = degrees.get(degree, 0) + count
    return {
        "vertices": str(users[0] + vertices[0] + posts[0]),
        "edges": str(sum(count for count, _ in edges)),
        "degrees": " ".join(f"{degree}:{count}" for degree, count in sorted(degrees.items())),
        "ids": f"{users[1] + vertices[1]} {posts[1]} {sum(weight for _, weight in edges)}",
    }
