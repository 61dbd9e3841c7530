import type { Sliced } from '../../platform/values/sliced.ts'
import { OWNER_TYPES, type OwnerType } from '../owner-types.ts'
import type { Column, Schema } from '../schema.ts'
import { isTableNameFor, nameWords, referencedWords } from './name-words.ts'

export type TenantType = OwnerType

/** Words that always denote tenants. */
const CERTAIN_WORDS = 'tenant organization organisation org workspace'.split(' ')

/** Words that denote customers in some products, and customers of customers in others. */
const DOUBTFUL_WORDS =
  'account company customer client merchant shop store site team school clinic practice firm club hotel restaurant property branch franchise agency vendor seller'.split(
    ' ',
  )

/** Minimum share of all tables that must have a column named by a doubtful word. */
const DOUBTFUL_SHARE_MIN = 0.5
/** Minimum number of tables for the most frequent reference column, if a table of that name exists. */
const MOST_FREQUENT_MIN = 4
/** Businesses that are rarely customers of each other: fewer tables suffice. */
const BUSINESSES = 'school clinic practice firm club hotel restaurant franchise agency'.split(' ')
const BUSINESSES_MIN = 3

/**
 * The column that most likely identifies the tenant of rows, in its most frequent spelling; undefined if there is none.
 * `customer_id` on two tables of a shop does not qualify.
 */
export function* findTenantColumn({ tables }: Schema): Sliced<string | undefined> {
  const carriers = new Map<string, Map<string, number>>()
  for (const { columns } of tables) {
    yield
    for (const { name } of columns) {
      const stem = referencedWords(name)?.join(' ')
      if (stem === undefined) continue
      const spellings = carriers.get(stem) ?? new Map<string, number>()
      spellings.set(name, (spellings.get(name) ?? 0) + 1)
      carriers.set(stem, spellings)
    }
  }
  const counted = [...carriers].map(([stem, spellings]) => ({
    stem,
    spelling: mostFrequent(spellings),
    count: [...spellings.values()].reduce((sum, count) => sum + count, 0),
  }))
  const most = (stems: readonly string[], min: number) =>
    counted
      .filter(({ stem, count }) => stems.includes(stem) && count >= min)
      .toSorted((a, b) => b.count - a.count || stems.indexOf(a.stem) - stems.indexOf(b.stem))[0]?.spelling
  const [first, second] = counted.toSorted((a, b) => b.count - a.count)
  const leastCount = BUSINESSES.includes(first?.stem ?? '') ? BUSINESSES_MIN : MOST_FREQUENT_MIN
  const isMostFrequent = first !== undefined && first.count > (second?.count ?? 0) && first.count >= leastCount
  const hasOwnTable = isMostFrequent && tables.some(({ name }) => isTenantTable(name, first.spelling ?? ''))
  return (
    most(CERTAIN_WORDS, 1) ??
    most(DOUBTFUL_WORDS, Math.max(2, tables.length * DOUBTFUL_SHARE_MIN)) ??
    (hasOwnTable && DOUBTFUL_WORDS.includes(first.stem) ? first.spelling : undefined)
  )
}

/** The columns by which several tables refer to the same thing, most frequent first, to suggest candidates. */
export const frequentReferenceColumns = ({ tables }: Schema, max: number): readonly string[] => {
  const counts = new Map<string, number>()
  for (const { name } of tables.flatMap(({ columns }) => columns))
    if (referencedWords(name) !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  const several = [...counts].filter(([, count]) => count > 1).toSorted(([, a], [, b]) => b - a)
  return several.slice(0, max).map(([name]) => name)
}

const mostFrequent = (counts: ReadonlyMap<string, number>): string | undefined =>
  [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]

/** Whether a table's name fits the tenant column. */
export const isTenantTable = (table: string, column: string): boolean => {
  const stem = referencedWords(column) ?? nameWords(column)
  const isOrganization = ['org', 'organization', 'organisation'].includes(stem.join(' '))
  const stems = isOrganization ? [['org'], ['organization'], ['organisation']] : [stem]
  return stems.some((words) => isTableNameFor(table, words))
}

const INTEGER_TYPE = /int|serial|^(?:numeric|decimal|number)(?:\(\d+(?:, *0)?\))?$/i

/** Number types of documents: ids are whole whichever of them a program used. */
const DOCUMENT_NUMBER_TYPES: ReadonlySet<string> = new Set(['long', 'double'])

/** The most frequent type; on a tie `tieBreaker`. */
export const mostFrequentType = (types: readonly TenantType[], tieBreaker: 'integer' | 'string'): TenantType => {
  const count = (type: TenantType): number => types.filter((one) => one === type).length
  const ranked = OWNER_TYPES.toSorted(
    (a, b) => count(b) - count(a) || Number(b === tieBreaker) - Number(a === tieBreaker),
  )
  return ranked[0] ?? tieBreaker
}

/** Types of fields that correspond to owner types directly. */
const OWN_TYPES: ReadonlyMap<string, TenantType> = new Map([
  ['objectId', 'objectId'],
  ['binData', 'uuid'],
])

/**
 * The type that values of a column are compared as. A column without a declared type counts as integer; of several
 * types found, the most frequent one counts.
 */
export const tenantTypeOf = (column: Pick<Column, 'type'>): TenantType => {
  const [type = ''] = column.type.trim().split(' | ')
  const isInteger = DOCUMENT_NUMBER_TYPES.has(type) || (INTEGER_TYPE.test(type) && !/interval|point/i.test(type))
  return OWN_TYPES.get(type) ?? (type === '' || isInteger ? 'integer' : 'string')
}
