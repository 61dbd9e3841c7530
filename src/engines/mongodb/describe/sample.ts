import type { Collection, Document } from 'mongodb'
import { rawDocuments } from '../run/elements.ts'

export interface SampleLimits {
  readonly leftMs: () => number
  readonly signal: AbortSignal
  /** Number of random documents. */
  readonly randomMax: number
}

const NEWEST_MAX = 50
/** Maximum per query; a collection may have documents of 16 MB. */
const BYTES_MAX = 4 * 1024 * 1024
const BATCH = 25
/** Random sampling takes milliseconds, but is a full scan where the server cannot use it. */
const COMMAND_MS = 3_000

/**
 * Samples a collection: random documents, and the newest ones, which have recently added fields. Of a view only the
 * first ones, because random sampling would compute it completely.
 */
export async function* sampleDocuments(
  collection: Collection,
  kind: 'collection' | 'view',
  limits: SampleLimits,
): AsyncGenerator<Buffer> {
  const random = [kind === 'view' ? { $limit: NEWEST_MAX } : { $sample: { size: limits.randomMax } }]
  yield* upToLimit(aggregate(collection, random, limits))
  if (kind === 'collection')
    yield* upToLimit(aggregate(collection, [{ $sort: { _id: -1 } }, { $limit: NEWEST_MAX }], limits))
}

const aggregate = (collection: Collection, pipeline: Document[], { leftMs, signal }: SampleLimits) =>
  collection.aggregate(pipeline, {
    signal,
    raw: true,
    allowDiskUse: false,
    batchSize: BATCH,
    comment: 'tabletalk describe',
    maxTimeMS: Math.max(1, Math.min(COMMAND_MS, Math.ceil(leftMs()))),
  })

async function* upToLimit(cursor: ReturnType<typeof aggregate>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const document of rawDocuments(cursor)) {
    yield document
    bytes += document.length
    if (bytes > BYTES_MAX) return
  }
}
