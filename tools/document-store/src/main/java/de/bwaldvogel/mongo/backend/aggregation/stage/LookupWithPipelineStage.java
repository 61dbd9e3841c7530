package de.bwaldvogel.mongo.backend.aggregation.stage;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.DatabaseResolver;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.backend.aggregation.Aggregation;
import de.bwaldvogel.mongo.backend.aggregation.Expression;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import de.bwaldvogel.mongo.oplog.Oplog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Stands for the library's class of this name, which reads the whole other collection for every document. As MongoDB
 * does since its version 5, this one knows keys beside a pipeline; and where documents are wanted by the value of a
 * field, the other collection is read once for all.
 */
public final class LookupWithPipelineStage extends AbstractLookupStage {
    public static final String PIPELINE_FIELD = "pipeline";

    private static final Set<String> KNOWN = Set.of(FROM, AS, "let", PIPELINE_FIELD, "localField", "foreignField");

    private final MongoDatabase database;
    private final DatabaseResolver databases;
    private final Oplog oplog;
    private final MongoCollection<?> collection;
    private final Document let;
    private final List<?> pipeline;
    private final String localField;
    private final String foreignField;
    private final String as;
    private final Map<String, Map<Object, List<Document>>> byValue = new HashMap<>();

    public LookupWithPipelineStage(
            Document configuration, MongoDatabase database, DatabaseResolver databases, Oplog oplog) {
        this.database = database;
        this.databases = databases;
        this.oplog = oplog;
        ensureAllConfigurationPropertiesAreKnown(configuration, KNOWN);
        collection = database.resolveCollection(readStringConfigurationProperty(configuration, FROM), false);
        let = readOptionalDocumentArgument(configuration, "let");
        pipeline = configuration.get(PIPELINE_FIELD) instanceof List<?> stages ? stages : List.of();
        as = readStringConfigurationProperty(configuration, AS);
        var byKeys = configuration.containsKey("localField");
        localField = byKeys ? readStringConfigurationProperty(configuration, "localField") : null;
        foreignField = byKeys ? readStringConfigurationProperty(configuration, "foreignField") : null;
    }

    @Override
    public Stream<Document> apply(Stream<Document> documents) {
        return documents.map(this::joined);
    }

    private Document joined(Document document) {
        var variables = new HashMap<String, Object>();
        for (var entry : let.entrySet())
            variables.put("$" + entry.getKey(), Expression.evaluateDocument(entry.getValue(), document));
        var result = document.clone();
        result.put(as, found(document, variables));
        return result;
    }

    private List<Document> found(Document document, Map<String, Object> variables) {
        var inner = Aggregation.fromPipeline(pipeline, databases, database, collection, oplog);
        inner.setVariables(variables);
        if (collection == null) return inner.computeResult();
        if (localField != null) {
            var local = Utils.getSubdocumentValue(document, localField);
            var values = local instanceof List<?> list ? list : Collections.singletonList(orNull(local));
            return inner.runStages(values.stream().flatMap(value -> with(foreignField, orNull(value))));
        }
        for (var condition : conditions()) {
            var value = condition.value.isEmpty() ? null : variables.get(condition.value);
            // What is equal by a condition is also found by a query, except for what is none or a list.
            if (value != null && !(value instanceof Missing) && !(value instanceof List<?>))
                return inner.runStages(with(condition.field, value));
        }
        return inner.computeResult();
    }

    private Stream<Document> with(String field, Object value) {
        var key = keyOf(value);
        if (key == null) return collection.handleQueryAsStream(new Document(field, value));
        return byValue.computeIfAbsent(field, this::indexed).getOrDefault(key, List.of()).stream();
    }

    private Map<Object, List<Document>> indexed(String field) {
        var index = new HashMap<Object, List<Document>>();
        var path = List.of(field.split("\\."));
        collection.queryAllAsStream().forEach(document -> keysAt(document, path)
                .distinct()
                .forEach(key -> index.computeIfAbsent(key, any -> new ArrayList<>()).add(document)));
        return index;
    }

    /** What is at a path, through whatever lists are on it. */
    private static Stream<Object> keysAt(Object value, List<String> path) {
        if (value instanceof List<?> list) return list.stream().flatMap(element -> keysAt(element, path));
        if (path.isEmpty()) return Stream.ofNullable(keyOf(value));
        if (!(value instanceof Document document) || !document.containsKey(path.get(0))) return Stream.of();
        return keysAt(document.get(path.get(0)), path.subList(1, path.size()));
    }

    /** A value that is equal to what it is equal to in a query; null for all others. */
    private static Object keyOf(Object value) {
        if (value instanceof Integer || value instanceof Double) return ((Number) value).doubleValue() + 0.0;
        if (value instanceof Long number) return Math.abs(number) < 1L << 53 ? (Object) number.doubleValue() : number;
        return value instanceof String || value instanceof ObjectId ? value : null;
    }

    private static Object orNull(Object value) {
        return value instanceof Missing ? null : value;
    }

    private record Equality(String field, String value) {}

    /** Fields that must be equal to a variable: those of the stages that the pipeline begins with. */
    private List<Equality> conditions() {
        return pipeline.stream()
                .takeWhile(stage -> stage instanceof Document document && document.containsKey("$match"))
                .flatMap(stage -> equalities(((Document) stage).get("$match")))
                .sorted(Comparator.comparing(one -> !one.field.equals("_id")))
                .toList();
    }

    private static Stream<Equality> equalities(Object condition) {
        if (!(condition instanceof Document document)) return Stream.of();
        var all = document.get("$and") instanceof List<?> parts
                ? parts.stream().flatMap(LookupWithPipelineStage::equalities)
                : Stream.<Equality>of();
        return Stream.concat(all, equality(document.get("$expr")));
    }

    private static Stream<Equality> equality(Object expression) {
        if (!(expression instanceof Document document) || !(document.get("$eq") instanceof List<?> sides))
            return Stream.of();
        if (sides.size() != 2 || !(sides.get(0) instanceof String a) || !(sides.get(1) instanceof String b))
            return Stream.of();
        var field = a.startsWith("$$") ? b : a;
        var value = a.startsWith("$$") ? a : b;
        var isPlain = field.startsWith("$") && !field.startsWith("$$") && value.startsWith("$$");
        return isPlain && value.indexOf('.') < 0
                ? Stream.of(new Equality(field.substring(1), value.substring(1)))
                : Stream.of();
    }
}
