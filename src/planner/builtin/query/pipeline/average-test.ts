import { Unplannable } from '../query-context.ts'
import type { Condition } from '../tree.ts'
import type { Doc } from './document.ts'
import { OPERATORS } from './field-test.ts'
import type { Place } from './place.ts'
import { Rows } from './rows.ts'

type Average = Extract<Condition, { type: 'average' }>

/**
 * A comparison with the average of all rows, or the least or greatest of them. It is found once, before the query, which then has it as a variable.
 *
 * @throws Unplannable in a pipeline that runs for every document
 */
export const averageTest = (rows: Rows, place: Place, { column, op, fold = 'avg' }: Average): Doc => {
  const { context } = rows
  if (rows.depth > 0) throw new Unplannable('an average for every row')
  const all = new Rows(context, column.table)
  const field = all.anchor.field(column.column)
  const of = JSON.stringify([column, fold])
  const known = [...context.averages].find(([, average]) => average.of === of)?.[0]
  const name = known ?? `average${context.averages.size === 0 ? '' : context.averages.size + 1}`
  const stages = [...all.stages(), { $group: { _id: null, [name]: { [`$${fold}`]: `$${field}` } } }]
  context.averages.set(name, { of, collection: all.collection, stages })
  const own = place.field(column.column)
  return { [own]: { $ne: null }, $expr: { [OPERATORS[op]]: [`$${own}`, `$$${name}`] } }
}

/** Puts what was averaged before the query that compares with it. */
export const afterAverages = (rows: Rows, stages: readonly Doc[]): { collection: string; stages: readonly Doc[] } => {
  let query = { collection: rows.collection, stages }
  const names: string[] = []
  for (const [name, average] of rows.context.averages) {
    const known = Object.fromEntries(names.map((one) => [one, `$$${one}`]))
    names.push(name)
    const lookup = {
      from: query.collection,
      let: { ...known, [name]: `$${name}` },
      pipeline: query.stages,
      as: 'rows',
    }
    query = {
      collection: average.collection,
      stages: [...average.stages, { $lookup: lookup }, { $unwind: '$rows' }, { $replaceRoot: { newRoot: '$rows' } }],
    }
  }
  return query
}
