// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a placeholder after a dollar sign is a field path
import type { AttackTemplates } from '../../shared/attack-templates.ts'

const on = (collection: string, ...stages: readonly string[]): string =>
  `{"collection":"${collection}","pipeline":[${stages.join(',')}]}`

const T = (...stages: readonly string[]): string => on('{t}', ...stages)
const H = (...stages: readonly string[]): string => on('{h}', ...stages)

const MANY = (count: number, text: (index: number) => string, separator = ','): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator)

const NESTED = (depth: number, open: string, inner: string, close: string): string =>
  `${open.repeat(depth)}${inner}${close.repeat(depth)}`

/** Expressions that fail on values other than arrays, evaluated only on documents of other tenants. */
const ON_OTHERS = (operator: string): string =>
  `{"$match":{"$expr":{"$or":[{"$eq":["\${tenant}",{own}]},${operator}]}}}`

const FAILING: readonly string[] = [
  '{"$first":"${s}"}',
  '{"$last":"${s}"}',
  '{"$first":"${tenant}"}',
  '{"$size":"${s}"}',
  '{"$toInt":"${s}"}',
  '{"$toBool":"${s}"}',
  '{"$in":[1,"${s}"]}',
  '{"$dateToString":{"date":"${s}"}}',
  '{"$range":[0,1,0.5]}',
]

/** Joins each document with all documents of its collection. */
const CROSSED = (index: number): string =>
  `{"$lookup":{"from":"{t}","pipeline":[],"as":"x${index}"}},{"$unwind":"$x${index}"}`

const FOREIGN_ONLY = '{"$match":{"{tenant}":{foreign}}}'
const OTHERS = '{"$expr":{"$ne":["${tenant}",{own}]}}'

/** Attacks with MongoDB commands. */
export const MONGODB_ATTACKS: AttackTemplates = {
  plain: [
    T(),
    T(FOREIGN_ONLY),
    T('{"$match":{"{tenant}":{"$ne":{own}}}}'),
    T('{"$match":{"$or":[{"{tenant}":{foreign}},{"{tenant}":{own}}]}}'),
    T('{"$match":{"$nor":[{"{tenant}":{own}}]}}'),
    T('{"$match":{"{tenant}":{"$not":{"$eq":{own}}}}}'),
    T('{"$match":{"{tenant}":{"$in":[{own},{foreign},null]}}}'),
    T(`{"$match":${OTHERS}}`),
    T('{"$group":{"_id":"${tenant}","n":{"$sum":1}}}'),
    T('{"$group":{"_id":null,"all":{"$push":"$$ROOT"}}}'),
    T('{"$sortByCount":"${tenant}"}'),
    T('{"$sample":{"size":100}}'),
    '{"find":"{t}"}',
    '{"find":"{t}","filter":{"{tenant}":{foreign}}}',
    '{"find":"{t}","filter":{"$or":[{},{"{tenant}":{foreign}}]}}',
    '{"find":"{via}","filter":{"{fk}":{"$exists":true}}}',
    on('{via}', '{"$group":{"_id":"${fk}","n":{"$sum":1}}}'),
    on('{orshared}', '{"$match":{"{orsharedtenant}":{"$ne":null}}}'),
  ],
  subselect: [
    T('{"$facet":{"a":[{"$match":{}}],"b":[{"$count":"n"}]}}'),
    T('{"$facet":{"a":[{"$lookup":{"from":"{t2}","pipeline":[],"as":"x"}},{"$limit":5}]}}'),
    T('{"$facet":{"a":[{"$unionWith":"{denied}"}]}}'),
    T('{"$lookup":{"from":"{t2}","pipeline":[{"$match":{"{tenant2}":{foreign}}}],"as":"x"}}'),
    T('{"$lookup":{"from":"{t2}","pipeline":[{"$lookup":{"from":"{denied}","pipeline":[],"as":"y"}}],"as":"x"}}'),
    T(
      '{"$lookup":{"from":"{t2}","let":{"a":"${tenant}"},"pipeline":[{"$match":{"$expr":{"$ne":["${tenant2}","$$a"]}}}],"as":"x"}}',
    ),
    T('{"$lookup":{"from":"{t2}","pipeline":[{"$facet":{"a":[{"$match":{}}]}}],"as":"x"}}'),
    T('{"$lookup":{"pipeline":[{"$documents":[{"a":1}]}],"as":"x"}}'),
    T('{"$lookup":{"from":{"db":"admin","coll":"system.users"},"pipeline":[],"as":"x"}}'),
    T('{"$lookup":{"from":"{denied}","let":{},"pipeline":[],"as":"x"}}'),
  ],
  set: [
    T('{"$unionWith":"{t2}"}'),
    T('{"$unionWith":{"coll":"{t2}","pipeline":[{"$match":{"{tenant2}":{foreign}}}]}}'),
    T('{"$unionWith":"{denied}"}'),
    T('{"$unionWith":{"coll":"{denied}","pipeline":[]}}'),
    T('{"$unionWith":{"db":"admin","coll":"system.users"}}'),
    T('{"$unionWith":{"pipeline":[{"$documents":[{"a":1}]}]}}'),
    T('{"$unionWith":{"coll":"{via}","pipeline":[{"$unionWith":"{t2}"}]}}'),
  ],
  shadow: [
    T('{"$set":{"{tenant}":{own}}}', FOREIGN_ONLY),
    T('{"$project":{"{tenant}":{"$literal":{own}},"{c}":1}}'),
    T('{"$lookup":{"from":"{t2}","pipeline":[],"as":"{tenant}"}}'),
    T('{"$lookup":{"from":"{t2}","localField":"{id}","foreignField":"{id2}","as":"tabletalk_parent_0"}}'),
    on('{via}', '{"$match":{"tabletalk_parent_0":[]}}'),
    on('{via}', '{"$set":{"tabletalk_parent_0":[1]}}', '{"$limit":5}'),
    T(
      '{"$lookup":{"from":"{t2}","let":{"tabletalk_key":"${id}"},"pipeline":[{"$match":{"$expr":{"$eq":["$$tabletalk_key","${id2}"]}}}],"as":"x"}}',
    ),
    T('{"$match":{"{tenant}":{"$bound":0,"as":"number"}}}'),
    T(
      '{"$graphLookup":{"from":"{t2}","startWith":"${id}","connectFromField":"{id2}","connectToField":"{id2}","as":"{tenant}"}}',
    ),
  ],
  name: [
    on('{denied}.x', '{"$match":{}}'),
    on('system.{draw}', '{"$match":{}}'),
    on('{raw}.{draw}', '{"$match":{}}'),
    on('{upper}', '{"$match":{}}'),
    on('$cmd', '{"$match":{}}'),
    on('{draw}$', '{"$match":{}}'),
    T('{"$project":{"x":"${tenant}.$id"}}'),
    T('{"$project":{"$x":1}}'),
    T('{"$project":{"a..b":1}}'),
    T('{"$set":{"a.$b":1}}'),
    T('{"$addFields":{"a.b.c":"${c}"}}'),
    T('{"$project":{"{tenant}.x":"${tenant}","x":"$$ROOT.{tenant}"}}'),
    T('{"$match":{"$where.x":1}}'),
    T('{"$match":{"__proto__":{"a":1}}}'),
    T('{"$match":{"constructor.prototype":1}}'),
    T('{"$match":{"{tenant}.0":{foreign}}}'),
  ],
  join: [
    T('{"$lookup":{"from":"{t2}","localField":"{tenant}","foreignField":"{tenant2}","as":"x"}}'),
    on('{child}', '{"$lookup":{"from":"{parent}","localField":"{childfk}","foreignField":"{parentkey}","as":"x"}}'),
    on(
      '{child}',
      '{"$lookup":{"from":"{parent}","localField":"{childfk}","foreignField":"{parentkey}","as":"x"}}',
      '{"$match":{"x":[]}}',
    ),
    on(
      '{child}',
      '{"$lookup":{"from":"{parent}","localField":"{childfk}","foreignField":"{parentkey}","as":"x"}}',
      '{"$unwind":"$x"}',
      '{"$match":{"$expr":{"$gt":[{"$size":{"$objectToArray":"$x"}},0]}}}',
    ),
    on(
      '{child}',
      '{"$lookup":{"from":"{parent}","localField":"{childfk}","foreignField":"{parentkey}","pipeline":[{"$match":{}}],"as":"x"}}',
    ),
    on(
      '{child}',
      '{"$graphLookup":{"from":"{parent}","startWith":"${childfk}","connectFromField":"{parentkey}","connectToField":"{parentkey}","as":"x"}}',
    ),
    on(
      '{child}',
      '{"$graphLookup":{"from":"{parent}","startWith":"${childfk}","connectFromField":"{parentkey}","connectToField":"{parentkey}","as":"x","restrictSearchWithMatch":{"$or":[{},{"_id":{"$exists":true}}]}}}',
    ),
    T(
      '{"$graphLookup":{"from":"{via}","startWith":"${id}","connectFromField":"{fk}","connectToField":"{fk}","as":"x"}}',
    ),
    T(
      '{"$graphLookup":{"from":"{denied}","startWith":"${id}","connectFromField":"_id","connectToField":"_id","as":"x"}}',
    ),
    T('{"$lookup":{"from":"{h}","localField":"{id}","foreignField":"{hidden}","as":"x"}}'),
    on(
      '{via}',
      '{"$lookup":{"from":"{viaparent}","localField":"{fk}","foreignField":"{viaref}","as":"x"}}',
      '{"$match":{"x":[]}}',
    ),
    T('{"$lookup":{"from":"{via}","pipeline":[],"as":"x"}}'),
  ],
  closed: [
    on('{denied}'),
    '{"find":"{denied}"}',
    on('{denied}', '{"$count":"n"}'),
    H('{"$project":{"{hidden}":1}}'),
    H('{"$project":{"x":"${hidden}"}}'),
    H('{"$match":{"{hidden}":{"$exists":true}}}'),
    H('{"$match":{"$expr":{"$gt":["${hidden}",null]}}}'),
    H('{"$match":{"$expr":{"$gt":["$$ROOT.{hidden}",null]}}}'),
    H('{"$group":{"_id":"${hidden}"}}'),
    H('{"$sort":{"{hidden}":1}}'),
    H('{"$project":{"x":{"$getField":"{hidden}"}}}'),
    H('{"$project":{"x":{"$getField":{"field":{"$literal":"{hidden}"},"input":"$$ROOT"}}}}'),
    H('{"$project":{"x":{"$getField":{"field":{"$concat":["{hidden}",""]},"input":"$$CURRENT"}}}}'),
    H('{"$project":{"x":{"$setField":{"field":"y","input":"$$ROOT","value":"${hidden}"}}}}'),
    H('{"$project":{"x":{"$objectToArray":"$$ROOT"}}}'),
    H('{"$project":{"x":{"$mergeObjects":["$$ROOT",{"a":1}]}}}'),
    H('{"$project":{"x":{"$let":{"vars":{"d":"$$ROOT"},"in":"$$d.{hidden}"}}}}'),
    H('{"$project":{"x":{"$map":{"input":["$$ROOT"],"as":"d","in":"$$d"}}}}'),
    H(
      '{"$project":{"x":{"$reduce":{"input":["$$ROOT"],"initialValue":[],"in":{"$concatArrays":["$$value",["$$this.{hidden}"]]}}}}}',
    ),
    H('{"$replaceRoot":{"newRoot":"$$ROOT"}}'),
    H('{"$replaceWith":{"a":"$$ROOT"}}', '{"$project":{"a":1}}'),
    H('{"$group":{"_id":null,"all":{"$push":"$$ROOT"}}}'),
    H('{"$group":{"_id":"$$CURRENT"}}'),
    H('{"$redact":{"$cond":[{"$gt":["${hidden}",null]},"$$KEEP","$$PRUNE"]}}', '{"$count":"n"}'),
    H('{"$project":{"{hidden}":0}}', '{"$match":{}}'),
    H('{"$unset":"{hidden}"}'),
    H('{"$sortByCount":"${hidden}"}'),
    H('{"$facet":{"a":[{"$sort":{"{hidden}":1}}]}}'),
    H('{"$setWindowFields":{"sortBy":{"{hidden}":1},"output":{"x":{"$push":"${hidden}"}}}}'),
    '{"find":"{h}","projection":{"{hidden}":1}}',
    '{"find":"{h}","filter":{"{hidden}":{"$regex":"^z"}}}',
    '{"find":"{h}","sort":{"{hidden}":1}}',
    '{"find":"{h}","filter":{"$expr":{"$eq":[{"$type":{"$getField":"{hidden}"}},"string"]}}}',
    '{"find":"{h}"}',
  ],
  catalog: [
    on('system.users'),
    on('system.profile'),
    on('system.views'),
    '{"aggregate":1,"pipeline":[{"$currentOp":{}}]}',
    T('{"$collStats":{"count":{}}}'),
    T('{"$indexStats":{}}'),
    T('{"$planCacheStats":{}}'),
    T('{"$listSessions":{}}'),
    T('{"$listSearchIndexes":{}}'),
    T('{"$queryStats":{}}'),
    T('{"$changeStream":{}}'),
    '{"listCollections":1}',
  ],
  function: [
    T('{"$match":{"$where":"this.{tenant} != {own}"}}'),
    T('{"$match":{"$expr":{"$function":{"body":"function(){return true}","args":[],"lang":"js"}}}}'),
    T('{"$project":{"x":{"$function":{"body":"function(){return db}","args":[],"lang":"js"}}}}'),
    T(
      '{"$group":{"_id":null,"x":{"$accumulator":{"init":"function(){}","accumulate":"function(){}","merge":"function(){}","lang":"js"}}}}',
    ),
    '{"mapReduce":"{t}","map":"function(){}","reduce":"function(){}"}',
    T('{"$project":{"x":"$$SEARCH_META"}}'),
    T('{"$project":{"x":"$$USER_ROLES"}}'),
    T('{"$project":{"x":"$$CLUSTER_TIME"}}'),
    T('{"$project":{"x":{"$_internalFindAllValuesAtPath":"{id}"}}}'),
    T('{"$search":{"text":{"query":"a","path":"{s}"}}}'),
    T('{"$searchMeta":{"count":{"type":"total"}}}'),
    T('{"$vectorSearch":{"index":"i"}}'),
    T('{"$match":{"$jsonSchema":{"required":["{id}"]}}}'),
  ],
  oracle: [
    ...FAILING.flatMap((operator) => [
      T(ON_OTHERS(operator)),
      T('{"$sort":{"{id}":1}}', ON_OTHERS(operator), '{"$count":"n"}'),
      T(`{"$facet":{"a":[${ON_OTHERS(operator)},{"$count":"n"}]}}`),
      T(`{"$lookup":{"from":"{t}","pipeline":[${ON_OTHERS(operator)},{"$count":"n"}],"as":"x"}}`),
      `{"op":"find","collection":"{t}","filter":{"$expr":{"$or":[{"$eq":["\${tenant}",{own}]},${operator}]}}}`,
    ]),
    T('{"$match":{"{tenant}":{"$type":"string"}}}', '{"$count":"n"}'),
    T('{"$match":{"{tenant}":{"$not":{"$type":"number"}}}}', '{"$count":"n"}'),
    T('{"$group":{"_id":{"$type":"${tenant}"},"n":{"$sum":1}}}'),
    T('{"$match":{"$expr":{"$ne":["${tenant}",{"$literal":{own}}]}}}', '{"$count":"n"}'),
    T('{"$match":{"{s}":{"$regex":"^(.*)*(.*)*(.*)*!$"}}}', '{"$count":"n"}'),
    T('{"$match":{"$expr":{"$gt":[{"$toInt":"${s}"},0]}}}'),
    T('{"$match":{"$expr":{"$cond":[{"$eq":["${tenant}",{foreign}]},{"$divide":[1,0]},true]}}}', '{"$count":"n"}'),
    T('{"$match":{"$expr":{"$gt":[{"$strLenCP":"${tenant}"},0]}}}', '{"$count":"n"}'),
    on('{via}', '{"$match":{"$expr":{"$gt":[{"$toDate":"${vias}"},0]}}}', '{"$count":"n"}'),
    on(
      '{via}',
      '{"$match":{"$expr":{"$switch":{"branches":[{"case":{"$lt":["${fk}",600]},"then":true}]}}}}',
      '{"$count":"n"}',
    ),
    '{"find":"{t}","filter":{"$expr":{"$gt":[{"$toObjectId":"${s}"},0]}}}',
    T('{"$project":{"x":{"$toInt":"${s}"}}}'),
    T(
      '{"$lookup":{"from":"{t2}","pipeline":[{"$match":{"$expr":{"$gt":[{"$divide":[1,{"$subtract":["${tenant2}",{foreign}]}]},0]}}}],"as":"x"}}',
      '{"$count":"n"}',
    ),
    T('{"$match":{"{s}":{"$regex":"^(z+)+$"}}}', '{"$count":"n"}'),
    T('{"$project":{"x":{"$convert":{"input":"${s}","to":"int"}}}}'),
  ],
  literal: [
    '{"collection":"{t}","collection":"{denied}","pipeline":[]}',
    '{"collection":"{t}","pipeline":[],"pipeline":[{"$unionWith":"{denied}"}]}',
    T('{"$match":{"{tenant}":{own},"{tenant}":{foreign}}}'),
    T('{"$match":{},"$unionWith":"{denied}"}'),
    '{"collection":"{t}","pipeline":[]} {"collection":"{denied}","pipeline":[]}',
    '{"collection":"{t}","pipeline":[]}// comment',
    "{'collection':'{denied}','pipeline':[]}",
    'db.{draw}.find({})',
    '{"find":"{denied}","aggregate":"{t}","pipeline":[]}',
    '{"find":"{t}","filter":{},"collation":{"locale":"en","strength":1}}',
    '{"find":"{t}","filter":{},"hint":{"$natural":1}}',
    '{"find":"{t}","filter":{},"let":{"a":1}}',
    '{"find":"{t}","filter":{},"min":{"{tenant}":0},"max":{"{tenant}":99}}',
    '{"find":"{t}","filter":{"{tenant}":{"$type":"array"}}}',
    '{"find":"{t}","filter":{"{tenant}":{"$elemMatch":{"$gt":0}}}}',
    '{"find":"{t}","filter":{"{tenant}":{"$all":[{foreign}]}}}',
    '{"find":"{t}","filter":{"{tenant}":{"$numberLong":"2"}}}',
    '{"find":"{t}","filter":{"{tenant}":{"$code":"1"}}}',
    '{"find":"{t}","filter":{"{tenant}":"{foreign}"}}',
    '{"find":"{t}\\u0000{denied}","filter":{}}',
    '{"find":"{t}","filter":{"{s}":{"$regex":"a\\u0000b"}}}',
    '{"find":"{t}","filter":{"$comment":"x"}}',
    '{"find":"{t}","filter":{"_bsontype":"Code","code":"1"}}',
  ],
  statement: [
    T('{"$out":"stolen"}'),
    T('{"$merge":{"into":"{t2}"}}'),
    T('{"$facet":{"a":[{"$out":"stolen"}]}}'),
    T('{"$lookup":{"from":"{t2}","pipeline":[{"$merge":"stolen"}],"as":"x"}}'),
    T('{"$unionWith":{"coll":"{t2}","pipeline":[{"$out":"stolen"}]}}'),
    '{"insert":"{t}","documents":[{"a":1}]}',
    '{"update":"{t}","updates":[{"q":{},"u":{"$set":{"{tenant}":{own}}}}]}',
    '{"delete":"{t}","deletes":[{"q":{},"limit":0}]}',
    '{"drop":"{t}"}',
    '{"dropDatabase":1}',
    '{"create":"stolen","viewOn":"{t}","pipeline":[]}',
    '{"findAndModify":"{t}","remove":true}',
    '{"op":"insert","collection":"{t}"}',
    '{"explain":{"find":"{t}"}}',
    '{"eval":"db.{draw}.find()"}',
    '{"getMore":1,"collection":"{t}"}',
  ],
  bomb: [
    T(`{"$match":${NESTED(500, '{"$and":[', '{}', ']}')}}`),
    T(MANY(500, () => '{"$match":{}}')),
    T(`{"$match":{"_id":{"$in":[${MANY(20_000, String)}]}}}`),
    `{"find":"{t}","filter":{"{s}":"${'x'.repeat(200_000)}"}}`,
    T('{"$project":{"x":{"$range":[0,2000000000]}}}'),
    T(
      '{"$project":{"x":{"$reduce":{"input":{"$range":[0,60]},"initialValue":["a"],"in":{"$concatArrays":["$$value","$$value"]}}}}}',
    ),
    T(
      '{"$project":{"x":{"$reduce":{"input":{"$range":[0,60]},"initialValue":"a","in":{"$concat":["$$value","$$value"]}}}}}',
    ),
    T(
      MANY(30, () => '{"$set":{"x":{"$concatArrays":[{"$ifNull":["$x",["a"]]},{"$ifNull":["$x",["a"]]}]}}}').replace(
        '"$x"',
        '"${s}"',
      ),
    ),
    // Cross joins: more than the guard allows, and few enough for any server.
    T(MANY(17, CROSSED)),
    T(MANY(4, CROSSED)),
    T(NESTED(12, '{"$lookup":{"from":"{t}","pipeline":[', '{"$match":{}}', '],"as":"x"}}')),
    T('{"$densify":{"field":"{id}","range":{"step":0.0000001,"bounds":[0,1000000]}}}'),
    T(
      '{"$project":{"x":{"$map":{"input":{"$range":[0,10000]},"in":{"$map":{"input":{"$range":[0,10000]},"in":{"$map":{"input":{"$range":[0,10000]},"in":1}}}}}}}}',
    ),
    T(
      '{"$project":{"x":{"$size":{"$map":{"input":{"$range":[0,10000]},"in":{"$size":{"$map":{"input":{"$range":[0,10000]},"in":1}}}}}}}}',
    ),
    T(
      '{"$set":{"r":{"$range":[0,10000]}}}',
      '{"$project":{"x":{"$filter":{"input":"$r","cond":{"$in":[1,{"$map":{"input":"$r","in":1}}]}}}}}',
    ),
    T('{"$match":{"{s}":{"$regex":"^(((((a+)+)+)+)+)+$"}}}'),
  ],
}
