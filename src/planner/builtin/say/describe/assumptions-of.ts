import { productText } from '../../../../domain/ask/formula.ts'
import type { Condition, Measure, QueryTree } from '../../query/index.ts'
import type { Catalog } from '../../schema/index.ts'
import type { Day } from '../../words/index.ts'
import { conditionWords, predicateWords, type Setting } from './condition-words.ts'
import { groupWords, measureWords } from './measure-words.ts'

/** How the words of the question were understood, one short sentence each. */
export const assumptionsOf = (catalog: Catalog, tree: QueryTree, today: Day): string[] => {
  const setting = { catalog, anchor: tree.anchor, today }
  const rows = catalog.tables.get(tree.anchor)?.plural ?? tree.anchor
  return [
    `${rows} → table ${tree.anchor}`,
    ...tree.measures.map((measure) => `${measureWords(catalog, measure)} → ${formula(measure)}`),
    ...(tree.share === null ? [] : [`share of ${rows} that ${predicateWords(setting, tree.share)}`]),
    ...tree.where.map((condition) => conditionNote(setting, condition)),
    ...tree.groups.map((group) => `one row per ${groupWords(catalog, group)}`),
    ...(tree.limit === null ? [] : [`at most ${tree.limit} ${tree.limit === 1 ? 'row' : 'rows'}`]),
  ]
}

const SIGNS = { times: '×', less: '−' }

const formula = (measure: Measure): string => {
  const { aggregate, table, column, distinct } = measure
  if (column === null) return `count of rows in ${table}`
  const product = `${table}.${productText(measure, (name) => name, SIGNS)}`
  return `${aggregate === 'avg' ? 'average' : aggregate} of ${distinct ? 'different ' : ''}${product}`
}

const conditionNote = (setting: Setting, condition: Condition): string => {
  const words = conditionWords(setting, condition)
  if (condition.type === 'range') return `${condition.column.table}.${condition.column.column} ${words}`
  return 'column' in condition ? `${words} → ${condition.column.table}.${condition.column.column}` : words
}
