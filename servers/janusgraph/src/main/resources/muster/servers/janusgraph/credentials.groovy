// Writes the file of users that SimpleAuthenticator reads: arguments are the user, the password and the file.
import org.apache.tinkerpop.gremlin.structure.T
import org.apache.tinkerpop.gremlin.structure.io.IoCore
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph
import org.mindrot.jbcrypt.BCrypt

def users = TinkerGraph.open()
users.addVertex(T.label, 'user', 'username', args[0], 'password', BCrypt.hashpw(args[1], BCrypt.gensalt(4)))
users.io(IoCore.graphml()).writeGraph(args[2])
