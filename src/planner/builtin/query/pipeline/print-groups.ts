import { Unplannable } from '../query-context.ts'
import { foldedName } from '../result-names.ts'
import type { Measure, QueryTree } from '../tree.ts'
import { addConditions } from './conditions.ts'
import { allOf, type Doc } from './document.ts'
import { percentage, rounded } from './expressions.ts'
import { OPERATORS } from './field-test.ts'
import { Grouped, plain } from './grouped.ts'
import { finishing, type Measured, measured } from './measured.ts'
import { loneRow, type Ordered, shownStage, sortStages } from './result-stages.ts'
import { type PipelineContext, Rows } from './rows.ts'

/** What a printer makes: stages over the documents of a collection. */
export interface Printed {
  readonly rows: Rows
  readonly stages: readonly Doc[]
}

/** The measures of a tree and those that its groups must have, each once. */
class Measures {
  readonly #rows: Rows
  readonly all: Measured[] = []
  readonly #known = new Map<string, Measured>()

  constructor(rows: Rows) {
    this.#rows = rows
  }

  of(measure: Measure): Measured {
    const { name, ...what } = measure
    const key = JSON.stringify(what)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const base = plain(name)
    let free = base === 'id' ? 'value' : base
    for (let n = 2; this.all.some((one) => one.name === free); n++) free = `${base}_${n}`
    const made = measured(this.#rows, measure, free)
    this.#known.set(key, made)
    this.all.push(made)
    return made
  }
}

/** Conditions on groups: a measure without a value meets none. */
const havingTests = (measures: Measures, { having }: QueryTree): Doc[] =>
  having.map(({ measure, op, value }) => ({
    [measures.of(measure).name]: op === '<>' ? { $nin: [value, null] } : { [OPERATORS[op]]: value },
  }))

const having = (tests: readonly Doc[]): Doc[] => (tests.length === 0 ? [] : [{ $match: allOf(tests) }])

/** Measures of all rows, or of each group of them. */
export const printGroups = (context: PipelineContext, tree: QueryTree): Printed => {
  const rows = new Rows(context, tree.anchor)
  const grouped = new Grouped(rows, tree)
  const measures = new Measures(rows)
  const shown = tree.measures.map((measure) => ({
    name: plain(measure.name),
    field: measures.of(measure).name,
    isCount: measure.aggregate === 'count',
  }))
  const [main] = shown
  const tests = havingTests(measures, tree)
  const order = tree.order.flatMap(({ by, descending }): Ordered[] => {
    if (by === 'measure' && main !== undefined) {
      if (!descending && tree.measures[0]?.column !== null) tests.push({ [main.field]: { $ne: null } })
      return [{ field: main.field, descending }]
    }
    return by === 'group' ? grouped.by.map((field) => ({ field, descending })) : []
  })
  const group = [...grouped.stages(measures.all), ...finishing(measures.all), ...having(tests)]
  if (tree.groups.length === 0) return { rows, stages: [...rows.stages(), ...loneRow(group, shown)] }
  const ties = [...grouped.shown.map(({ field }) => field), ...grouped.by]
  const ordered = sortStages({ order, ties, limit: tree.limit })
  if (tree.shareOfTotal && main !== undefined)
    return withShare(context, tree, { rows, group, ordered, shown: [...grouped.shown, ...shown], part: main.field })
  return { rows, stages: [...rows.stages(), ...group, ...ordered, shownStage([...grouped.shown, ...shown])] }
}

interface Parts {
  readonly rows: Rows
  readonly group: readonly Doc[]
  readonly ordered: readonly Doc[]
  readonly shown: Parameters<typeof shownStage>[0]
  readonly part: string
}

/** With the percentage of each group in the whole, which is measured beside the groups. */
const withShare = (
  context: PipelineContext,
  tree: QueryTree,
  { rows, group, ordered, shown, part }: Parts,
): Printed => {
  const [measure] = tree.measures
  const all = new Rows(context, tree.anchor)
  addConditions(all, tree.where)
  if (measure === undefined || all.collection !== rows.collection) throw new Unplannable('a share of something else')
  if (context.averages.size > 0) throw new Unplannable('a share of what is compared with an average')
  const total = measured(all, measure, 'total')
  const [groups, whole] = [rows.stages(), all.stages()]
  const apart = groups.findIndex((stage, index) => JSON.stringify(stage) !== JSON.stringify(whole[index]))
  const common = apart < 0 ? groups.length : apart
  const stages: Doc[] = [
    ...groups.slice(0, common),
    {
      $facet: {
        whole: [...whole.slice(common), { $group: { _id: null, ...total.accumulators } }, ...finishing([total])],
        groups: [...groups.slice(common), ...group, ...ordered],
      },
    },
    { $unwind: '$whole' },
    { $unwind: '$groups' },
    { $addFields: { percentage: percentage(`groups.${part}`, 'whole.total') } },
    { $addFields: { percentage: rounded('percentage') } },
    shownStage([
      ...shown.map(({ name, field }) => ({ name, field: `groups.${field}` })),
      { name: 'percentage', field: 'percentage' },
    ]),
  ]
  return { rows, stages }
}

/** The measures of the groups, folded once more into one number. */
export const printFolded = (
  context: PipelineContext,
  tree: QueryTree,
  outer: NonNullable<QueryTree['outer']>,
): Printed => {
  const rows = new Rows(context, tree.anchor)
  const grouped = new Grouped(rows, tree)
  const [measure] = tree.measures
  if (measure === undefined || tree.groups.length === 0) throw new Unplannable('nothing to average')
  const measures = new Measures(rows)
  const value = measures.of(measure).name
  const tests = havingTests(measures, tree)
  const name = plain(foldedName(outer, measure.name))
  const fold = { [name]: outer === 'count' ? { $sum: 1 } : { [`$${outer}`]: `$${value}` } }
  const last = [
    { $group: { _id: null, ...fold } },
    ...(outer === 'avg' ? [{ $addFields: { [name]: rounded(name) } }] : []),
  ]
  const stages = [
    ...rows.stages(),
    ...grouped.stages(measures.all),
    ...finishing(measures.all),
    ...having(tests),
    ...loneRow(last, [{ name, field: name, isCount: outer === 'count' }]),
  ]
  return { rows, stages }
}
