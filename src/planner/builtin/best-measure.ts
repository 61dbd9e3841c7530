import { lineAmount } from './measures.ts'
import { type Condition, conditionTables, type Group, groupTable, type Measure } from './query/index.ts'
import type { MeasureChoice, Reader } from './reader.ts'

/** The option that reaches every group and filter by keys that lead to one row each. */
export const bestMeasure = (
  reader: Reader,
  choice: MeasureChoice,
  groups: readonly Group[],
  where: readonly Condition[] = reader.where,
): Measure | null => {
  const said = [...groups.map(groupTable), ...where.flatMap(conditionTables)]
  const wanted = new Set(said)
  const cost = (measure: Measure): number => {
    let total = 0
    for (const table of wanted) {
      const path = reader.catalog.graph.path(measure.table, table, [...reader.via])
      if (path === undefined) total += 50
      else total += path.steps.length + path.steps.filter((step) => !step.up).length * 10
    }
    return total
  }
  const extra = choice.options.flatMap((option) => {
    const line =
      option.aggregate === 'sum' && option.times === null && option.column !== null && isTotal(option)
        ? lineAmount(reader.catalog, option.table)
        : null
    return line === null || choice.options.some((known) => known.table === line.table)
      ? []
      : [{ ...line, name: option.name }]
  })
  const [best] = [...choice.options, ...extra]
    .map((measure) => ({ measure, cost: cost(measure) }))
    .sort((a, b) => a.cost - b.cost)
  return best?.measure ?? null
}

export const sameMeasure = (a: Measure, b: Measure): boolean =>
  a.aggregate === b.aggregate && a.column === b.column && a.times === b.times

const isTotal = ({ column }: Measure): boolean => /total|amount|revenue/i.test(column ?? '')
