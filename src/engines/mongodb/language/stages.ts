/** The stages that a pipeline may have; whatever is not among them is refused. */
export const STAGES = [
  ...(['$addFields', '$bucket', '$bucketAuto', '$count', '$densify', '$facet', '$fill', '$geoNear'] as const),
  ...(['$graphLookup', '$group', '$limit', '$lookup', '$match', '$project', '$redact', '$replaceRoot'] as const),
  ...(['$replaceWith', '$sample', '$set', '$setWindowFields', '$skip', '$sort', '$sortByCount'] as const),
  ...(['$unionWith', '$unset', '$unwind'] as const),
] as const

export type StageName = (typeof STAGES)[number]

/**
 * Names that no honest draft has: they write, run code, read what belongs to the server or to everyone, or change how a
 * query is run.
 */
export const HOSTILE_NAMES: ReadonlySet<string> = new Set([
  ...['$out', '$merge', '$function', '$accumulator', '$where', '$changeStream', '$changeStreamSplitLargeEvent'],
  ...['$collStats', '$indexStats', '$planCacheStats', '$currentOp', '$listSessions', '$listLocalSessions'],
  ...['$queryStats', '$listSearchIndexes', '$listSampledQueries', '$shardedDataDistribution', '$documents'],
  ...['$code', '$scope', '$ref', '$id', '$db', '$dbPointer', '$symbol', '$bound'],
])

/** Where the server keeps going whatever is asked: the fence that no condition is moved past. */
export const FENCE = { $limit: { $numberLong: '9007199254740991' } } as const

/** Documents of an answer: a result shows far fewer. */
export const LIMIT_MAX = 100_000
