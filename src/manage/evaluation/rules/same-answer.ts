import { mapSliced, runToEnd, type Sliced } from '../../../platform/values/sliced.ts'
import type { ComparableCell, ComparableResult } from './comparable-result.ts'

interface Rules {
  /** Whether an answer may have additional columns. */
  readonly extraColumns: boolean
  /** Whether the order of the rows is part of the answer. */
  readonly isOrdered: boolean
}

/** All candidate rows of a "top n" in order, and the cells they are ranked by, as for `Array.at`. */
export interface RankedRows {
  readonly rows: ComparableResult['rows']
  readonly keys: readonly number[]
}

/** Maximum column assignments tried: columns with equal cells differ only in whole rows. */
const ARRANGEMENTS_MAX = 500

/**
 * Whether an answer has the rows of the gold query, with any column names and order. Numbers are compared with two
 * decimals, and numeric text counts as a number.
 * @param ranked for a "top n": any choice among tied rows, in any order, is right
 */
export function* compareAnswers(
  actual: ComparableResult,
  gold: ComparableResult,
  rules: Rules,
  ranked?: RankedRows,
): Sliced<boolean> {
  if (actual.rows.length !== gold.rows.length) return false
  if (actual.width < gold.width || (actual.width > gold.width && !rules.extraColumns)) return false
  if (gold.rows.length === 0) return true
  const found = yield* mapSliced(actual.rows, (row) => row.map(cellKey))
  const wanted = yield* mapSliced(gold.rows, (row) => row.map(cellKey))
  if (yield* sameArranged(found, wanted, rules)) return true
  return ranked !== undefined && (yield* sameRanks(found, gold, ranked, rules))
}

/** `compareAnswers` without yielding. */
export const isSameAnswer = (...compared: Parameters<typeof compareAnswers>): boolean =>
  runToEnd(compareAnswers(...compared))

/** Whether some assignment of columns gives the gold rows. */
function* sameArranged(found: Keys, wanted: Keys, rules: Rules): Sliced<boolean> {
  const have = yield* columnsOf(found)
  const want = yield* columnsOf(wanted)
  if (!areWithin(want, have)) return false
  const lines = linesOf(wanted, rules)
  let tried = 0
  for (const columns of choices(have.length, want.length, (index, at) => have[index] === want[at])) {
    if (linesOf(pick(found, columns), rules) === lines) return true
    if (++tried === ARRANGEMENTS_MAX) break
    yield
  }
  return false
}

const cellKey = (cell: ComparableCell): string => {
  if (cell === null) return 'nothing'
  const number = typeof cell === 'number' ? cell : /^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : undefined
  // The offset rounds halves that binary fractions cannot represent.
  if (number !== undefined) return `n ${(Math.round(number * 100 + Math.sign(number) * 1e-6) / 100 + 0).toFixed(2)}`
  return `t ${cell}`
}

/** The rank of a row: equal only to 14 digits, one less than doubles hold; two decimals are too coarse for shares. */
const rankKey = (cell: ComparableCell): string => {
  const number = typeof cell === 'string' && /^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : cell
  return typeof number === 'number' ? number.toPrecision(SIGNIFICANT_DIGITS) : JSON.stringify(number)
}

const SIGNIFICANT_DIGITS = 14

type Keys = readonly (readonly string[])[]

const pick = (rows: Keys, columns: readonly number[]): Keys =>
  rows.map((row) => columns.map((index) => row[index] ?? 'nothing'))

const linesOf = (rows: Keys, { isOrdered }: Pick<Rules, 'isOrdered'>): string => {
  const lines = rows.map((row) => JSON.stringify(row))
  return (isOrdered ? lines : lines.toSorted()).join('\n')
}

/** The sorted cells of each column as one text. */
const columnsOf = (rows: Keys): Sliced<string[]> =>
  mapSliced((rows[0] ?? []).keys(), (index) => JSON.stringify(rows.map((row) => row[index] ?? 'nothing').toSorted()))

/**
 * Whether `texts` is a sub-multiset of `others`. If so, every partial assignment of equal columns can be completed, so
 * the search has no dead ends.
 */
const areWithin = (texts: readonly string[], others: readonly string[]): boolean => {
  const left = new Map<string, number>()
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1)
  return texts.every((text) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count > 0
  })
}

/** All ordered selections of `width` of `from` columns that fit pairwise. */
function* choices(
  from: number,
  width: number,
  fits: (index: number, at: number) => boolean,
  taken: readonly number[] = [],
  used = new Set<number>(),
): Generator<readonly number[]> {
  if (taken.length === width) {
    yield taken
    return
  }
  for (let index = 0; index < from; index++) {
    if (used.has(index) || !fits(index, taken.length)) continue
    used.add(index)
    yield* choices(from, width, fits, [...taken, index], used)
    used.delete(index)
  }
}

/** Whether each row is a candidate of the gold query, and the ranks equal the gold rows' ranks. */
function* sameRanks(
  found: Keys,
  { width, rows }: ComparableResult,
  { rows: all, keys }: RankedRows,
  rules: Rules,
): Sliced<boolean> {
  const rankOf = (row: readonly ComparableCell[]): string =>
    JSON.stringify(keys.map((key) => rankKey(row.at(key) ?? null)))
  const due = all.slice(0, rows.length).map(rankOf)
  const pool = new Map<string, string[]>()
  for (const row of all) {
    const line = JSON.stringify(row.slice(0, width).map(cellKey))
    const ranks = pool.get(line)
    if (ranks === undefined) pool.set(line, [rankOf(row)])
    else ranks.push(rankOf(row))
    yield
  }
  let tried = 0
  const arrange = (ranks: readonly string[]): string => (rules.isOrdered ? ranks : ranks.toSorted()).join('\n')
  for (const columns of choices(found[0]?.length ?? 0, width, () => true)) {
    const ranks = ranksOf(pick(found, columns), pool, due)
    if (ranks !== undefined && arrange(ranks) === arrange(due)) return true
    if (++tried === ARRANGEMENTS_MAX) break
    yield
  }
  return false
}

/** The rank of each row; undefined if a row is no candidate, or is used too often. */
const ranksOf = (
  rows: Keys,
  pool: ReadonlyMap<string, readonly string[]>,
  due: readonly string[],
): string[] | undefined => {
  const left = new Map([...pool].map(([line, ranks]) => [line, [...ranks]]))
  const found: string[] = []
  for (const row of rows) {
    const free = left.get(JSON.stringify(row)) ?? []
    const [rank] = free.splice(Math.max(0, free.indexOf(due[found.length] ?? '')), 1)
    if (rank === undefined) return undefined
    found.push(rank)
  }
  return found
}
