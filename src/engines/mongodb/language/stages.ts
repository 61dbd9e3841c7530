/** The allowed stages; all others are refused. */
export const STAGES = [
  '$addFields',
  '$bucket',
  '$bucketAuto',
  '$count',
  '$densify',
  '$facet',
  '$fill',
  '$geoNear',
  '$graphLookup',
  '$group',
  '$limit',
  '$lookup',
  '$match',
  '$project',
  '$redact',
  '$replaceRoot',
  '$replaceWith',
  '$sample',
  '$set',
  '$setWindowFields',
  '$skip',
  '$sort',
  '$sortByCount',
  '$unionWith',
  '$unset',
  '$unwind',
] as const

export type StageName = (typeof STAGES)[number]

/** Names that mark an attack: they write, run code, read server or shared data, or change how a query is run. */
export const HOSTILE_NAMES: ReadonlySet<string> = new Set([
  '$out',
  '$merge',
  '$function',
  '$accumulator',
  '$where',
  '$changeStream',
  '$changeStreamSplitLargeEvent',
  '$collStats',
  '$indexStats',
  '$planCacheStats',
  '$currentOp',
  '$listSessions',
  '$listLocalSessions',
  '$queryStats',
  '$listSearchIndexes',
  '$listSampledQueries',
  '$shardedDataDistribution',
  '$documents',
  '$code',
  '$scope',
  '$ref',
  '$id',
  '$db',
  '$dbPointer',
  '$symbol',
  '$bound',
])

/** The fence: the server moves no condition before this stage. */
export const FENCE = { $limit: { $numberLong: '9007199254740991' } } as const

/** Maximum number of documents; results show far fewer. */
export const LIMIT_MAX = 100_000
