import { Unplannable } from '../query-context.ts'
import type { Condition, QueryTree } from '../tree.ts'
import { addConditions, conditionTexts } from './condition-texts.ts'
import { type GroupText, groupText } from './group-text.ts'
import { measureText, operandText } from './measure-text.ts'
import { Scope, type SqlContext } from './scope.ts'
import { selectText } from './select-text.ts'

/** The scope of a tree's rows, with group tables joined and conditions added. */
const scopeOf = (context: SqlContext, tree: QueryTree): { scope: Scope; groups: readonly GroupText[] } => {
  const scope = new Scope(context, tree.anchor)
  const groups = tree.groups.map((group) => groupText(scope, tree, group))
  addConditions(scope, tree.where)
  return { scope, groups }
}

const havingTexts = (scope: Scope, { having }: QueryTree): string[] =>
  having.map(({ measure, op, value }) => `${measureText(scope, measure)} ${op} ${value}`)

const percentText = ({ dialect }: SqlContext, part: string, whole: string): string =>
  dialect.round(dialect.percentage(part, whole), 2)

/** Measures of all rows, or per group. */
export const printGroups = (context: SqlContext, tree: QueryTree): string => {
  const { scope, groups } = scopeOf(context, tree)
  const measures = tree.measures.map((measure) => ({ text: measureText(scope, measure), name: measure.name }))
  const main = measures[0]?.text
  const by = groups.flatMap((group) => group.by)
  const having = havingTexts(scope, tree)
  const order = tree.order.flatMap(({ by: key, descending }) => {
    const direction = descending ? 'descending' : 'ascending'
    if (key === 'measure' && main !== undefined) {
      if (!descending && tree.measures[0]?.column !== null) having.push(`${main} IS NOT NULL`)
      return [context.dialect.order(main, direction)]
    }
    return key === 'group' ? by.map((text) => context.dialect.order(text, direction)) : []
  })
  const ties = groups.flatMap(({ rank, shown, by }) => [
    ...(rank === undefined ? [] : [rank]),
    ...shown.map(({ text }) => text),
    ...by,
  ])
  const shown = [...groups.flatMap((group) => group.shown), ...measures]
  return selectText(scope, { shown, by, having, order, ties, limit: tree.limit })
}

/** The percentage of rows, or of a sum over them, that also meet some conditions. */
export const printShare = (context: SqlContext, tree: QueryTree, share: readonly Condition[]): string => {
  const { scope, groups } = scopeOf(context, tree)
  const part = conditionTexts(scope, share).join(' AND ')
  const [measure] = tree.measures
  const summed = measure?.aggregate === 'sum' ? measure : undefined
  const operand = summed === undefined ? '1' : operandText(scope, summed)
  const whole = summed === undefined ? 'COUNT(*)' : `SUM(${operand})`
  if (scope.fanned) throw new Unplannable('a share would count rows twice')
  const text = percentText(context, `SUM(CASE WHEN ${part} THEN ${operand} ELSE 0 END)`, whole)
  const by = groups.flatMap((group) => group.by)
  const shown = [...groups.flatMap((group) => group.shown), { text, name: 'percentage' }]
  return selectText(scope, { shown, by, ties: by, limit: tree.limit })
}
