import type { ColumnValues, DatabaseView } from '../../../ask/rules/knowledge.ts'
import type { Sliced } from '../../../platform/values/sliced.ts'
import { lexiconOf } from './lexicon.ts'
import { editsBetween } from './spelling.ts'

/** Shorter words are similar to too many others. */
const LENGTH_MIN = 4
const LENGTH_MAX = 40
const NEAR_MAX = 3
/** Maximum of values compared with a word. */
const VALUES_MAX = 50_000
const SLICE = 500

/** Maximum edit distance. */
const allowedFor = ({ length }: string): number => (length < 6 ? 1 : length < 9 ? 2 : 3)

/** "Purchasers" and `purchases` share a prefix. */
const isOfOneStem = (a: string, b: string): boolean => {
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  return same >= Math.max(LENGTH_MIN, Math.ceil(Math.max(a.length, b.length) * STEM_SHARE))
}
const STEM_SHARE = 0.6

/** Distance of a name from a word: the edit distance, less for a shared prefix; undefined if too far. */
const distanceTo = (word: string, name: string): number | undefined => {
  const isAlike = isOfOneStem(word, name)
  if (!isAlike && Math.abs(word.length - name.length) > allowedFor(word)) return undefined
  const edits = editsBetween(word, name)
  return isAlike ? edits / 2 : edits <= allowedFor(word) && edits > 0 ? edits : undefined
}

/** The names and values of a database nearest to an unknown word, nearest first. */
export function* nearNames(view: DatabaseView, values: readonly ColumnValues[], unknown: string): Sliced<string[]> {
  const word = unknown.toLowerCase()
  if (word.length < LENGTH_MIN || word.length > LENGTH_MAX) return []
  const near = new Map<string, number>()
  let compared = 0
  for (const name of named(view, values)) {
    if (++compared % SLICE === 0) yield
    const far = distanceTo(word, name.toLowerCase())
    if (far !== undefined) near.set(name, far)
  }
  return [...near]
    .toSorted(([a, one], [b, other]) => one - other || (a < b ? -1 : 1))
    .slice(0, NEAR_MAX)
    .map(([name]) => name)
}

function* named(view: DatabaseView, values: readonly ColumnValues[]): Generator<string> {
  yield* lexiconOf(view).words
  let left = VALUES_MAX
  for (const column of values)
    for (const value of column.values) {
      if (left-- === 0) return
      yield value
    }
}
