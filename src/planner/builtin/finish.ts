import { bestMeasure, sameMeasure } from './best-measure.ts'
import { finishColumn, finishList } from './finish-list.ts'
import { finishRanking } from './finish-ranking.ts'
import { addTime, addVersus } from './finish-time.ts'
import { complete } from './implied.ts'
import { mainMeasure } from './main-measure.ts'
import { countMeasure } from './measures.ts'
import { emptyTree, type Measure, type QueryTree } from './query/index.ts'
import { columnGroup } from './read-groups.ts'
import type { MeasureChoice, Reader, Target } from './reader.ts'
import { settleTarget } from './settle-target.ts'

/** Puts what the rules have noted together into one query tree, or null when nothing was asked. */
export const finish = (reader: Reader): QueryTree | null => {
  const target = settleTarget(reader)
  if (reader.rankings.length > 0 || reader.pending !== null) return finishRanking(reader, target)
  if (reader.intent === 'share') return finishShare(reader, target)
  const measure = mainMeasure(reader, target)
  if (measure !== null) return finishMeasure(reader, target, measure)
  if (target === null) return null
  if (target.kind === 'bucket') return finishDay(reader)
  return target.kind === 'table' ? finishList(reader, target.table) : finishColumn(reader, target.column)
}

const finishMeasure = (reader: Reader, target: Target | null, choice: MeasureChoice): QueryTree | null => {
  const groups = [...reader.groups]
  const listed = ['list', 'which', 'who'].includes(reader.intent)
  const [option] = choice.options
  if (
    listed &&
    target?.kind === 'table' &&
    option !== undefined &&
    option.table !== target.table &&
    reader.measures.length > 0
  )
    groups.unshift({ type: 'entity', table: target.table })
  if (target?.kind === 'column' && reader.having.length > 0) groups.unshift(columnGroup(reader, target.column))
  const measure = bestMeasure(reader, choice, groups)
  if (measure === null) return null
  const ir = emptyTree(measure.table)
  const others = reader.measures.flatMap(({ options }) =>
    options.filter((one) => one.table === measure.table && !sameMeasure(one, measure)).slice(0, 1),
  )
  ir.measures = [measure, ...others]
  if (isCountedBeside(reader, target, measure)) ir.measures.unshift(countMeasure(reader.catalog, measure.table))
  const told = reader.measures.every(({ options }) =>
    ir.measures.some((known) => options.some((one) => sameMeasure(one, known))),
  )
  if (!told && reader.measures.length > 1) reader.doubt = 'several numbers at once'
  ir.groups = groups
  ir.having = reader.having.map((one) => ({ ...one }))
  addTime(reader, ir)
  addVersus(reader, ir)
  fold(reader, ir)
  ir.where.push(...reader.where)
  if (
    ir.groups.length > 0 &&
    ir.groups.every((group) => group.type !== 'time' && group.type !== 'periods') &&
    ir.outer === null
  )
    ir.order = [{ by: 'measure', descending: true }]
  ir.limit = reader.limit
  return complete(reader, ir)
}

/** "Orders and revenue per channel": the rows are counted beside their measure. */
const isCountedBeside = (reader: Reader, target: Target | null, measure: Measure): boolean =>
  target?.kind === 'table' &&
  target.table === measure.table &&
  measure.column !== null &&
  reader.cue(reader.targetAt + 1) === 'and' &&
  reader.intent !== 'count' &&
  reader.noun(reader.targetAt + 2)?.kind === 'measure'

/** "average number of orders per customer", "average revenue per month": the groups' results, averaged. */
const fold = (reader: Reader, ir: QueryTree): void => {
  const [measure] = ir.measures
  const counted = measure?.aggregate === 'count' || measure?.aggregate === 'sum'
  const trailing = reader.items.findIndex(
    (item, index) => item.cue?.cue === 'aggregate' && item.cue.aggregate === 'avg' && reader.used[index] !== true,
  )
  if (counted && reader.aggregate === null && trailing >= 0 && ir.groups.length === 1) {
    reader.use(trailing)
    ir.outer = 'avg'
  }
  if (reader.aggregate === 'avg' && counted && ir.groups.length > 0) ir.outer = 'avg'
  else if (reader.aggregate === 'avg' && counted) reader.doubt = 'over what the average is taken'
}

const finishShare = (reader: Reader, target: Target | null): QueryTree | null => {
  const choice =
    reader.measures[0] ?? (target?.kind === 'table' ? { options: [countMeasure(reader.catalog, target.table)] } : null)
  const measure = choice === null ? null : bestMeasure(reader, choice, reader.groups)
  if (measure === null) return null
  const ir = emptyTree(measure.table)
  ir.measures = [measure]
  ir.groups = [...reader.groups]
  addTime(reader, ir)
  if (reader.where.length === 0) {
    if (ir.groups.length === 0) return null
    ir.shareOfTotal = true
    ir.order = [{ by: 'measure', descending: true }]
    return complete(reader, ir)
  }
  const noun = reader.items.findIndex((_, index) => ['table', 'measure'].includes(reader.noun(index)?.kind ?? ''))
  const after = reader.where.filter((condition) => (reader.places.get(condition) ?? noun + 1) > noun)
  ir.share = after.length > 0 ? after : [...reader.where]
  if (after.length > 0) ir.where.push(...reader.where.filter((condition) => !after.includes(condition)))
  return complete(reader, ir)
}

/** "On which day was Pia hired?" asks for a date, not for groups of days. */
const finishDay = (reader: Reader): QueryTree | null => {
  reader.target = null
  reader.intent = 'when'
  const target = settleTarget(reader)
  return target?.kind === 'table' ? finishList(reader, target.table) : null
}
