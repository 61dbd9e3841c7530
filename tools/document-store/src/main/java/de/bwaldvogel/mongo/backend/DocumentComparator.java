package de.bwaldvogel.mongo.backend;

import de.bwaldvogel.mongo.bson.Document;
import java.time.Instant;
import java.util.Comparator;

/**
 * The order of documents that a sort asks for. It stands in the place of the library's own, which takes every path apart
 * at each of some 60,000 comparisons that 5,000 documents need.
 */
public class DocumentComparator implements Comparator<Document> {
    private record Key(String path, boolean plain, ValueComparator values, int way) {
        Object of(Document document) {
            return plain ? document.get(path) : Utils.getSubdocumentValueCollectionAware(document, path);
        }

        int compare(Document one, Document other) {
            var first = of(one);
            var second = of(other);
            if (first instanceof Instant time && second instanceof Instant later) return way * time.compareTo(later);
            return values.compare(first, second);
        }
    }

    private final Key[] keys;

    public DocumentComparator(Document orderBy) {
        keys = orderBy.entrySet().stream().map(entry -> {
            var ascending = ((Number) entry.getValue()).intValue() > 0;
            var values = ascending ? ValueComparator.asc() : ValueComparator.desc();
            return new Key(entry.getKey(), !entry.getKey().contains("."), values, ascending ? 1 : -1);
        }).toArray(Key[]::new);
    }

    @Override
    public int compare(Document one, Document other) {
        for (var key : keys) {
            var order = key.compare(one, other);
            if (order != 0) return order;
        }
        return 0;
    }
}
