package de.bwaldvogel.mongo.backend.aggregation.stage;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stands for the library's class of this name, which sorts by numbers that change while it sorts, and now and then fails
 * over that.
 */
public final class SampleStage implements AggregationStage {
    private final int size;

    public SampleStage(Object sample) {
        if (!(sample instanceof Document configuration) || !(configuration.get("size") instanceof Number number))
            throw new MongoServerError(28746, "size argument to $sample must be a number");
        if (number.intValue() < 0)
            throw new MongoServerError(28747, "size argument to $sample must not be negative");
        size = number.intValue();
    }

    @Override
    public String name() {
        return "$sample";
    }

    @Override
    public Stream<Document> apply(Stream<Document> documents) {
        var all = documents.collect(Collectors.toList());
        Collections.shuffle(all);
        return all.stream().limit(size);
    }
}
