import type { Collection, Document } from 'mongodb'
import { rawDocuments } from '../run/elements.ts'

export interface SampleLimits {
  readonly leftMs: () => number
  readonly signal: AbortSignal
  /** Documents that are drawn at random. */
  readonly randomMax: number
}

const NEWEST_MAX = 50
/** A collection may hold documents of 16 MB: of those, a few say enough. */
const BYTES_MAX = 4 * 1024 * 1024
const BATCH = 25
/** The server draws at random in milliseconds, and looks at everything where it cannot. */
const COMMAND_MS = 3_000

/**
 * Documents of a collection: some drawn at random, and the newest, which have what was added last. Of a view only the
 * first ones: drawing from it would compute it whole.
 */
export async function* sampled(
  collection: Collection,
  kind: 'collection' | 'view',
  limits: SampleLimits,
): AsyncGenerator<Buffer> {
  const random = [kind === 'view' ? { $limit: NEWEST_MAX } : { $sample: { size: limits.randomMax } }]
  yield* within(aggregated(collection, random, limits))
  if (kind === 'collection')
    yield* within(aggregated(collection, [{ $sort: { _id: -1 } }, { $limit: NEWEST_MAX }], limits))
}

const aggregated = (collection: Collection, pipeline: Document[], { leftMs, signal }: SampleLimits) =>
  collection.aggregate(pipeline, {
    signal,
    raw: true,
    allowDiskUse: false,
    batchSize: BATCH,
    comment: 'tabletalk describe',
    maxTimeMS: Math.max(1, Math.min(COMMAND_MS, Math.ceil(leftMs()))),
  })

async function* within(cursor: ReturnType<typeof aggregated>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const document of rawDocuments(cursor)) {
    yield document
    bytes += document.length
    if (bytes > BYTES_MAX) return
  }
}
