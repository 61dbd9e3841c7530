import { isTextType } from '../../../ask/rules/column-type.ts'
import { productText } from '../../../ask/rules/formula.ts'
import { type ColumnRef, type QueryTree, withNested } from '../query/index.ts'
import { type Catalog, columnOf } from '../schema/index.ts'
import { measureWords } from '../sentence/index.ts'

const SIGNS = { times: '×', less: '−' }

/** The formula of a measure named by a glossary entry: `revenue is the sum of orders.total`. */
const formulas = (catalog: Catalog, { anchor, measures }: QueryTree): readonly string[] =>
  measures.flatMap((measure) => {
    if (measure.column === null || measure.name === '') return []
    const product = `${measure.table}.${productText(measure, (name) => name, SIGNS)}`
    const fold = measure.aggregate === 'avg' ? 'average' : measure.aggregate
    return [`${measureWords(catalog, anchor, measure)} is the ${fold} of ${product}`]
  })

const isText = (catalog: Catalog, ref: ColumnRef): boolean => isTextType(columnOf(catalog, ref)?.type ?? '')

/** Text columns that are compared as if they were dates or numbers. */
const texts = (catalog: Catalog, { where, groups, order }: QueryTree): readonly string[] => {
  const days = [
    ...withNested(where).flatMap((one) => (one.type === 'range' ? [one.column] : [])),
    ...groups.flatMap((group) => (group.type === 'time' || group.type === 'periods' ? [group.column] : [])),
    ...order.flatMap(({ by }) => (typeof by !== 'string' && columnOf(catalog, by)?.kind === 'date' ? [by] : [])),
  ]
  const numbers = withNested(where).flatMap((one) =>
    one.type === 'compare' && typeof one.value === 'number' ? [one.column] : [],
  )
  const namesOf = (refs: readonly ColumnRef[]): readonly string[] => [
    ...new Set(refs.filter((ref) => isText(catalog, ref)).map(({ table, column }) => `${table}.${column}`)),
  ]
  return [
    ...namesOf(days).map((name) => `${name} holds texts, which are compared as dates written YYYY-MM-DD`),
    ...namesOf(numbers).map((name) => `${name} holds texts, which are compared as they are written`),
  ]
}

/** Notes on an answer that a reader cannot infer from the question. */
export const notesOf = (catalog: Catalog, tree: QueryTree): readonly string[] => [
  ...formulas(catalog, tree),
  ...texts(catalog, tree),
]
