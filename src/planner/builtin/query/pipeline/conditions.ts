import type { Json } from '../../../../platform/values/json.ts'
import type { Step } from '../known-database.ts'
import { columnOf, pathTo, Unplannable } from '../query-context.ts'
import { countMeasure, exclusionComparator, relatedNumber } from '../row-counts.ts'
import type { Condition } from '../tree.ts'
import { allOf, type Doc, pathIn } from './document.ts'
import { elementCount, expressionOf } from './expression-of.ts'
import { type FieldCondition, fieldTest, OPERATORS } from './field-test.ts'
import { finishing, measured } from './measured.ts'
import type { RowPosition } from './row-position.ts'
import { isArrayStep, Rows } from './rows.ts'

type Related = Extract<Condition, { type: 'related' }>
type Average = Extract<Condition, { type: 'average' }>

/** A condition with the pipeline position that it applies to; null if it has to follow the joins. */
interface Test {
  readonly doc: Doc
  readonly place: RowPosition | null
}

/** Related rows of a position, with their conditions. */
interface RelatedRows {
  readonly place: RowPosition
  readonly step: Step
  /** The rest of the path to the rows with conditions. */
  readonly along: readonly Step[]
  readonly related: Related
}

/**
 * Adds conditions on rows reached from the queried ones. A one-to-many relation becomes an existence condition, so that
 * no row is counted twice.
 */
export const addConditions = (rows: Rows, conditions: readonly Condition[]): void => {
  const { near, beyond } = sorted(rows, conditions)
  const others = beyond.filter((one) => !startsWithRelated(rows, one)).map((one) => relatedTest(rows, one))
  for (const { doc, place } of [...near, ...others]) (place ?? rows.afterJoins).matches.push(doc)
}

/** Conditions as boolean expressions on the documents after all joins. */
export const conditionExpressions = (rows: Rows, conditions: readonly Condition[]): readonly Json[] => {
  if (conditions.some(comparesRows)) throw new Unplannable('a share above an average')
  return testsOf(rows, conditions).map(({ doc, place }) => {
    if (place !== null) place.isUsed = true
    return expressionOf(doc)
  })
}

const comparesRows = (condition: Condition): boolean =>
  condition.type === 'any' ? condition.options.some(comparesRows) : ['average', 'alike'].includes(condition.type)

const testsOf = (rows: Rows, conditions: readonly Condition[]): readonly Test[] => {
  const { near, beyond } = sorted(rows, conditions)
  return [...near, ...beyond.map((one) => relatedTest(rows, one))]
}

/** Splits conditions into those on rows joined without repetition, and those on related rows. */
const sorted = (rows: Rows, conditions: readonly Condition[]): { near: Test[]; beyond: RelatedRows[] } => {
  const near: Test[] = []
  const beyond: RelatedRows[] = []
  const behind = new Map<string, { place: RowPosition; step: Step; along: readonly Step[]; where: Condition[] }>()
  for (const condition of conditions) {
    if (condition.type === 'any') near.push(anyTest(rows, condition.options))
    else if (condition.type === 'related') beyond.push(relatedRowsOf(rows, condition))
    else {
      const steps = pathTo(rows.context, rows.table.name, condition.column.table, condition.column.by)
      const down = steps.findIndex(({ up }) => !up)
      const reached = rows.reached(steps)
      const place = reached ?? rows.join(down < 0 ? steps : steps.slice(0, down))
      const step = steps[down]
      if (reached === undefined && step !== undefined) {
        if (comparesRows(condition)) throw new Unplannable('a comparison with other rows for every row')
        const key = JSON.stringify([place.path, step])
        const along = steps.slice(down + 1)
        const known = behind.get(key) ?? { place, step, along, where: [] }
        // Paths that differ end at their last common step.
        if (JSON.stringify(known.along) !== JSON.stringify(along)) known.along = []
        known.where.push(condition)
        behind.set(key, known)
      } else if (condition.type === 'alike') beyond.push(sameValueAt(place, condition))
      else near.push({ doc: ownTest(rows, place, condition), place })
    }
  }
  for (const { where, ...way } of behind.values()) beyond.push({ ...way, related: some(way.step.to, where) })
  return { near, beyond }
}

const some = (table: string, where: Condition[]): Related => ({
  type: 'related',
  table,
  where,
  measure: null,
  op: '>=',
  value: 1,
})

const relatedRowsOf = (rows: Rows, related: Related): RelatedRows => {
  const { context, anchor } = rows
  const [step, ...rest] = pathTo(context, rows.table.name, related.table, related.by)
  if (step === undefined) throw new Unplannable(`${related.table} is compared with itself`)
  const isOptional = ({ from, fromColumn }: Step) =>
    columnOf(context, { table: from, column: fromColumn })?.nullable ?? true
  // Rows with a mandatory key and no conditions represent the row that they reference.
  const isAsked = related.where.length > 0 || relatedNumber(related) === 'counted'
  const along = isAsked || rest.some((one) => !one.up || (!isArrayStep(one) && isOptional(one))) ? rest : []
  return { place: anchor, step, along, related }
}

/** Another row of the same table with an equal value is related by that value. */
const sameValueAt = (
  place: RowPosition,
  { column, where, negated }: Extract<Condition, { type: 'alike' }>,
): RelatedRows => {
  place.matches.push({ [place.field(column.column)]: { $ne: null } })
  const [table, key] = [column.table, column.column]
  const related = some(table, where)
  return {
    place,
    along: [],
    related: negated ? { ...related, op: '=', value: 0 } : related,
    step: { from: table, to: table, fromColumn: key, toColumn: key, up: false },
  }
}

const anyTest = (rows: Rows, options: readonly Condition[]): Test => {
  const tests = options.map((option): Test => {
    const [only, more] = testsOf(rows, [option])
    if (only === undefined || more !== undefined) throw new Unplannable('alternatives of nothing')
    return only
  })
  const [first] = tests
  const doc = { $or: tests.map((test) => test.doc) }
  if (first !== undefined && tests.every(({ place }) => place === first.place)) return { doc, place: first.place }
  for (const { place } of tests) if (place !== null) place.isUsed = true
  return { doc, place: null }
}

const ownTest = (rows: Rows, place: RowPosition, condition: FieldCondition | Average): Doc => {
  const field = place.field(condition.column.column)
  if (condition.type !== 'average') return fieldTest(field, columnOf(rows.context, condition.column), condition)
  const { column, op, fold = 'avg' } = condition
  if (rows.depth > 0) throw new Unplannable('an average for every row')
  const average = rows.context.foundBefore.variable('average', (name) => {
    const all = new Rows(rows.context, column.table)
    const group = { _id: null, [name]: { [`$${fold}`]: `$${all.anchor.field(column.column)}` } }
    return { collection: all.collection, stages: [...all.stages(), { $group: group }] }
  })
  return { [field]: { $ne: null }, $expr: { [OPERATORS[op]]: [`$${field}`, average] } }
}

const isOwn = (condition: Condition, table: string): condition is FieldCondition =>
  !['related', 'any', 'average', 'alike'].includes(condition.type) &&
  'column' in condition &&
  condition.column.table === table

/** The conditions on elements of an embedded array, if they concern only the elements' own fields. */
const elementTests = ({ context }: Rows, { step, along, related }: RelatedRows): readonly Doc[] | undefined => {
  if (!isArrayStep(step) || step.up || along.length > 0 || related.measure !== null) return undefined
  const value = context.database.tables.get(step.to)?.within?.value
  const own = related.where.filter((one) => isOwn(one, step.to))
  if (own.length < related.where.length) return undefined
  return own.map((one) =>
    fieldTest(one.column.column === value ? '' : one.column.column, columnOf(context, one.column), one),
  )
}

/** A test that related rows exist, do not exist, or have a certain number. */
const relatedTest = (rows: Rows, beyond: RelatedRows): Test => {
  const { place, step, related } = beyond
  const number = relatedNumber(related)
  const elements = elementTests(rows, beyond)
  if (elements !== undefined) {
    const path = pathIn(place.path, rows.context.database.tables.get(step.to)?.within?.path ?? '')
    if (number === 'some' && elements.length > 0) return { doc: { [path]: { $elemMatch: allOf(elements) } }, place }
    const count = [elementCount(path, elements), related.value]
    return { doc: { $expr: { [OPERATORS[related.op]]: count } }, place }
  }
  const inner = innerRows(rows, beyond, rows.depth + 1)
  const tail = number === 'counted' ? counted(inner, related, null) : [{ $limit: 1 }, { $project: { _id: 1 } }]
  const isLeftOut = number === 'none' || exclusionComparator(related) !== undefined
  return { doc: { [lookedUp(rows, beyond, inner, tail)]: isLeftOut ? [] : { $ne: [] } }, place: null }
}

const innerRows = ({ context }: Rows, { step, along, related }: RelatedRows, depth: number): Rows => {
  // Uncounted rows may be represented by the row that each references.
  const last = relatedNumber(related) === 'counted' ? along.length : along.findLastIndex(({ up }) => !up) + 1
  const inner = new Rows(context, step.to, { depth, along: along.slice(0, last) })
  inner.join(along.slice(last))
  addConditions(inner, related.where)
  return inner
}

/** Related rows grouped, reduced to the groups with the requested number, or to those to exclude. */
const counted = (inner: Rows, related: Related, id: Json): readonly Doc[] => {
  const count = measured(inner, related.measure ?? countMeasure(related.table), 'count')
  return [
    { $group: { _id: id, ...count.accumulators } },
    ...finishing([count]),
    { $match: { count: { [OPERATORS[exclusionComparator(related) ?? related.op]]: related.value } } },
  ]
}

/** Adds a `$lookup` for every document. @returns the name of its result field */
const lookedUp = (rows: Rows, beyond: RelatedRows, inner: Rows, tail: readonly Doc[]): string => {
  const { place, step, along, related } = beyond
  const as = rows.newName(inner.first.table.words.join('_'))
  const [localField, foreignField] = [ownEnd(place, step), farEnd(inner.first, step)]
  place.isUsed = true
  const isAsked = related.where.length + along.length > 0 || relatedNumber(related) === 'counted'
  if (!isAsked && !isArrayStep(step)) {
    // With plain field names the server can use an index on the array too.
    rows.afterJoins.stages.push({ $lookup: { from: inner.collection, localField, foreignField, as } })
    return as
  }
  const key = `key${inner.depth === 1 ? '' : inner.depth}`
  const meeting = isArrayStep(step) && !step.up ? inner.first.parent : inner.first
  meeting?.matches.push({ $expr: { $eq: [`$${foreignField}`, `$$${key}`] } })
  const pipeline = [...inner.stages(), ...tail]
  rows.afterJoins.stages.push({ $lookup: { from: inner.collection, let: { [key]: `$${localField}` }, pipeline, as } })
  return as
}

/** The field at which a step begins: elements refer to their parent document by its key. */
const ownEnd = (place: RowPosition, step: Step): string =>
  isArrayStep(step) ? keyOf(step.up ? place.parent : place) : place.field(step.fromColumn)

const farEnd = (place: RowPosition, step: Step): string =>
  isArrayStep(step) ? keyOf(step.up ? place : place.parent) : place.field(step.toColumn)

const keyOf = (place: RowPosition | null): string => {
  const [key, more] = place?.table.primaryKey ?? []
  if (place === null || key === undefined || more !== undefined) throw new Unplannable('rows without a key')
  return place.field(key)
}

/** Starts the pipeline with the related rows, grouped by key, if nothing else starts it yet: they are found once instead of per row. */
const startsWithRelated = (rows: Rows, beyond: RelatedRows): boolean => {
  const { place, step, related } = beyond
  const number = relatedNumber(related)
  const isFew = number === 'none' || exclusionComparator(related) !== undefined
  if (isFew || place !== rows.anchor || step.up || elementTests(rows, beyond) !== undefined) return false
  const as = rows.collection
  return rows.startWith(() => {
    const inner = innerRows(rows, beyond, 0)
    const id = `$${farEnd(inner.first, step)}`
    const groups = number === 'counted' ? counted(inner, related, id) : [{ $group: { _id: id } }]
    const lookup = { from: as, localField: '_id', foreignField: ownEnd(place, step), as }
    const root = [{ $lookup: lookup }, { $unwind: `$${as}` }, { $replaceRoot: { newRoot: `$${as}` } }]
    return { collection: inner.collection, stages: [...inner.stages(), ...groups, ...root] }
  })
}
