import type { TableVectors } from '../../ask/rules/catalog.ts'
import type { DatabaseView } from '../../ask/rules/knowledge.ts'
import type { Sliced } from '../../platform/values/sliced.ts'
import { likeness } from './packed-vector.ts'
import { digestOf, tableText } from './table-text.ts'

/** Tables that are told: the first of them is seldom not among those that are meant. */
const NEAR_MAX = 20

/**
 * The places of the tables of a view that a question is nearest to, the nearest first. Only what this view shows is
 * compared, and only with vectors of exactly that: a table that is denied, that hides another column or was changed
 * since it was embedded has no part in it.
 */
export function* nearTables(
  view: DatabaseView,
  vectors: TableVectors,
  meaning: Float32Array,
): Sliced<readonly number[]> {
  if (meaning.length !== vectors.dimensions) return []
  const near: { readonly at: number; readonly likeness: number }[] = []
  for (const [at, digest] of (yield* digestsOf(view, vectors.model)).entries()) {
    const packed = Object.hasOwn(vectors.of, digest) ? vectors.of[digest] : undefined
    if (packed !== undefined) near.push({ at, likeness: likeness(meaning, packed) })
    yield
  }
  return near
    .toSorted((a, b) => b.likeness - a.likeness || a.at - b.at)
    .slice(0, NEAR_MAX)
    .map(({ at }) => at)
}

/** Of each table of a view, in its order; made once for all who share it. */
function* digestsOf(view: DatabaseView, model: string): Sliced<readonly string[]> {
  const known = digests.get(view)
  if (known?.model === model) return known.of
  const of: string[] = []
  for (const table of view.schema.tables) {
    of.push(digestOf(model, tableText(table)))
    yield
  }
  digests.set(view, { model, of })
  return of
}

const digests = new WeakMap<DatabaseView, { readonly model: string; readonly of: readonly string[] }>()
