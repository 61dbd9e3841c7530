import type { TableVectors } from '../../ask/rules/catalog.ts'
import type { DatabaseView } from '../../ask/rules/knowledge.ts'
import type { Sliced } from '../../platform/values/sliced.ts'
import { cosineSimilarity } from './packed-vector.ts'
import { digestOf, tableText } from './table-text.ts'

/** Maximum of returned tables: the relevant tables are rarely ranked lower. */
const NEAR_MAX = 20

/**
 * Indexes of the tables of a view nearest to a question, nearest first. Only vectors of exactly the text that this view
 * shows are compared: a table that is denied, that hides another column or that was changed since it was embedded is
 * left out.
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
    if (packed !== undefined) near.push({ at, likeness: cosineSimilarity(meaning, packed) })
    yield
  }
  return near
    .toSorted((a, b) => b.likeness - a.likeness || a.at - b.at)
    .slice(0, NEAR_MAX)
    .map(({ at }) => at)
}

/** Digests of the tables of a view, in its order; cached for all callers who share it. */
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
