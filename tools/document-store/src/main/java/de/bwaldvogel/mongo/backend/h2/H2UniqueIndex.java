package de.bwaldvogel.mongo.backend.h2;

import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Map;
import org.h2.mvstore.MVMap;

/**
 * Stands for the library's class of this name, which is asked only where a query names the key and nothing else, so that
 * every conditional update reads the whole collection. This one finds a document by its id whatever else is asked of
 * it: what it finds is held against the whole query afterwards.
 */
public class H2UniqueIndex extends AbstractUniqueIndex<Object> {
    private static final String ID = "_id";

    private final MVMap<KeyValue, Object> positions;

    H2UniqueIndex(MVMap<KeyValue, Object> positions, String name, List<IndexKey> keys, boolean sparse) {
        super(name, keys, sparse);
        this.positions = positions;
    }

    @Override
    public synchronized boolean canHandle(Document query) {
        return super.canHandle(byIdAlone(query));
    }

    @Override
    public synchronized Iterable<Object> getPositions(Document query) {
        return super.getPositions(byIdAlone(query));
    }

    private Document byIdAlone(Document query) {
        var isOfId = keys().equals(List.of(ID)) && query.get(ID) != null;
        return isOfId ? new Document(ID, query.get(ID)) : query;
    }

    @Override
    protected Object removeDocument(KeyValue key) {
        return positions.remove(key);
    }

    @Override
    protected boolean putKeyPosition(KeyValue key, Object position) {
        return positions.putIfAbsent(key, Missing.ofNullable(position)) == null;
    }

    @Override
    protected Iterable<Map.Entry<KeyValue, Object>> getIterable() {
        return positions.entrySet();
    }

    @Override
    protected Object getPosition(KeyValue key) {
        return positions.get(key);
    }

    @Override
    public long getCount() {
        return positions.sizeAsLong();
    }

    @Override
    public boolean isEmpty() {
        return positions.isEmpty();
    }

    @Override
    public long getDataSize() {
        return getCount();
    }
}
