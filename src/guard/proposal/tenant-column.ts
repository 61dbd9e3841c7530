import type { Sliced } from '../../platform/values/sliced.ts'
import { OWNER_TYPES, type OwnerType } from '../owner-types.ts'
import type { Column, Schema } from '../schema.ts'
import { namesRowsOf, nameWords, pointsTo } from './name-words.ts'

export type TenantType = OwnerType

/** Nobody calls anything else so. */
const SURE = 'tenant organization organisation org workspace'.split(' ')

/** What some products call their customers, and others their customers' customers. */
const DOUBTFUL =
  'account company customer client merchant shop store site team school clinic practice firm club hotel restaurant property branch franchise agency vendor seller'.split(
    ' ',
  )

/** Of all tables, how many must carry a doubtful one. */
const MOST = 0.5
/** How many must carry one that has a table of its own, where more tables carry it than any other. */
const LEADS_MIN = 4
/** The same of those that sell nothing to each other: beside a table of its own, fewer say enough. */
const HOUSES = 'school clinic practice firm club hotel restaurant franchise agency'.split(' ')
const HOUSES_MIN = 3

/**
 * The column by which most tables say whose rows they are, as most of them spell it; undefined when none looks so.
 * `customer_id` on two tables of a shop is not it.
 */
export function* findTenantColumn({ tables }: Schema): Sliced<string | undefined> {
  const carriers = new Map<string, Map<string, number>>()
  for (const { columns } of tables) {
    yield
    for (const { name } of columns) {
      const stem = pointsTo(name)?.join(' ')
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
  const leastCount = HOUSES.includes(first?.stem ?? '') ? HOUSES_MIN : LEADS_MIN
  const leads = first !== undefined && first.count > (second?.count ?? 0) && first.count >= leastCount
  const isTold = leads && tables.some(({ name }) => isTableOfTenants(name, first.spelling ?? ''))
  return (
    most(SURE, 1) ??
    most(DOUBTFUL, Math.max(2, tables.length * MOST)) ??
    (isTold && DOUBTFUL.includes(first.stem) ? first.spelling : undefined)
  )
}

/** Columns by which several tables point to the same, the most frequent first, for whoever must name the right one. */
export const frequentPointers = ({ tables }: Schema, max: number): readonly string[] => {
  const counts = new Map<string, number>()
  for (const { name } of tables.flatMap(({ columns }) => columns))
    if (pointsTo(name) !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  const several = [...counts].filter(([, count]) => count > 1).toSorted(([, a], [, b]) => b - a)
  return several.slice(0, max).map(([name]) => name)
}

const mostFrequent = (counts: ReadonlyMap<string, number>): string | undefined =>
  [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]

/** Names that a table of tenants has, as far as the tenant column tells. */
export const isTableOfTenants = (table: string, column: string): boolean => {
  const stem = pointsTo(column) ?? nameWords(column)
  const isOrganization = ['org', 'organization', 'organisation'].includes(stem.join(' '))
  const stems = isOrganization ? [['org'], ['organization'], ['organisation']] : [stem]
  return stems.some((words) => namesRowsOf(table, words))
}

const WHOLE = /int|serial|^(?:numeric|decimal|number)(?:\(\d+(?:, *0)?\))?$/i

/** Numbers of documents, whose ids are whole whatever type a program gave them. */
const NUMBERS: ReadonlySet<string> = new Set(['long', 'double'])

/**
 * As most columns are; integers or texts where there are as many of both.
 *
 * @param even which of them
 */
export const mostOf = (types: readonly TenantType[], even: 'integer' | 'string'): TenantType => {
  const count = (type: TenantType): number => types.filter((one) => one === type).length
  const ranked = OWNER_TYPES.toSorted((a, b) => count(b) - count(a) || Number(b === even) - Number(a === even))
  return ranked[0] ?? even
}

/** Types of fields that are owners' types by themselves. */
const OWN_TYPES: ReadonlyMap<string, TenantType> = new Map([
  ['objectId', 'objectId'],
  ['binData', 'uuid'],
])

/**
 * How values of a column are compared. A column without a declared type is taken for a number; of several types that
 * were found the most frequent one counts.
 */
export const tenantTypeOf = (column: Pick<Column, 'type'>): TenantType => {
  const [type = ''] = column.type.trim().split(' | ')
  const isWhole = NUMBERS.has(type) || (WHOLE.test(type) && !/interval|point/i.test(type))
  return OWN_TYPES.get(type) ?? (type === '' || isWhole ? 'integer' : 'string')
}
