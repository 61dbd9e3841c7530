package tabletalk;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;
import java.util.Set;
import org.h2.mvstore.MVStore;

/** A document store in one file that speaks MongoDB's protocol. Arguments: FILE (or ":memory:"), HOST, PORT. */
public final class DocumentStore extends H2Backend {
    /** Every other command commits before it is acknowledged, so that a kill loses no acknowledged write. */
    private static final Set<String> READS = Set.of("find", "getMore", "count", "distinct", "ping", "hello",
            "isMaster", "ismaster", "buildInfo", "listCollections", "listIndexes", "killCursors", "endSessions");

    private final Object writing = new Object();

    private DocumentStore(MVStore store) {
        super(store);
        version(new Announced());
    }

    @Override
    public Document handleMessage(MongoMessage message) {
        var command = message.getDocument().keySet().iterator().next();
        if (READS.contains(command)) return super.handleMessage(message);
        try {
            if (command.equals("aggregate")) return super.handleMessage(message);
            // One at a time: the library fails when two first writes make the same collection.
            synchronized (writing) {
                var reply = super.handleMessage(message);
                // The document in it is the stored one: the next write would change it before it is sent.
                return command.equalsIgnoreCase("findAndModify") ? reply.cloneDeeply() : reply;
            }
        } finally {
            commit();
        }
    }

    /** The library's own highest wire version (8) is refused by today's drivers. */
    private static final class Announced implements MongoVersion {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(5, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return 13;
        }
    }

    public static void main(String[] arguments) {
        var file = arguments[0].equals(":memory:") ? null : arguments[0];
        // What the store takes for 8 MB of documents is some 70 MB of the heap.
        var store = new MVStore.Builder().fileName(file).cacheSize(8).autoCommitBufferSize(4096).open();
        store.setRetentionTime(0);
        store.setVersionsToKeep(0);
        var server = new MongoServer(new DocumentStore(store));
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
        try {
            server.bind(arguments[1], Integer.parseInt(arguments[2]));
            System.out.println("listening on " + server.getLocalAddress().getPort());
        } catch (Exception taken) {
            System.err.println(taken);
            System.exit(1); // The library's threads would go on without a port.
        }
    }
}
