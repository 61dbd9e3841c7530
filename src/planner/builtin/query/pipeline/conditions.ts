import type { Json } from '../../../../domain/json.ts'
import type { Step } from '../known-database.ts'
import { columnOf, pathTo, turned, Unplannable } from '../query-context.ts'
import { countMeasure, leftOut, relatedNumber } from '../row-counts.ts'
import type { Condition } from '../tree.ts'
import { averageTest } from './average-test.ts'
import { allOf, type Doc } from './document.ts'
import { type ElementCondition, elementsTest } from './elements-test.ts'
import { fieldExpression } from './field-expression.ts'
import { type FieldCondition, fieldTest, OPERATORS } from './field-test.ts'
import { finishing, type Measured, measured } from './measured.ts'
import type { Place } from './place.ts'
import { isHeld, Rows } from './rows.ts'

type Related = Extract<Condition, { type: 'related' }>

/** A condition on a field, with the joins that lead to it from where it is asked. */
interface Behind {
  readonly steps: readonly Step[]
  readonly condition: FieldCondition
}

/** A condition, and the place it is on; null when it needs what comes after the joins. */
interface Test {
  readonly doc: Doc
  readonly place: Place | null
}

/**
 * Adds conditions on what is reached from a place. What lies behind a key with many rows becomes a condition that there
 * is such a row, so that no row is counted twice.
 */
export const addConditions = (rows: Rows, conditions: readonly Condition[], from = rows.anchor): void => {
  const behind = new BehindPlaces()
  for (const condition of conditions) {
    const near = nearTest(rows, condition, from)
    if (near !== null) add(rows, near)
    else if (condition.type === 'related') {
      if (!isLedByRelated(rows, condition, from)) add(rows, relatedTest(rows, condition, from))
    } else if (condition.type !== 'any') {
      behind.add(behindOf(rows, condition, from))
    }
  }
  for (const { place, all } of behind.all) if (!isLedBy(rows, all, place)) add(rows, thereTest(rows, all, place))
}

/** Conditions as expressions on the documents as they are after all joins: true or false for each of them. */
export const lateExpressions = (rows: Rows, conditions: readonly Condition[]): readonly Json[] => {
  const behind = new BehindPlaces()
  const own = conditions.flatMap((condition) => {
    const isFar =
      condition.type !== 'any' && condition.type !== 'related' && nearTest(rows, condition, rows.anchor) === null
    if (isFar) behind.add(behindOf(rows, condition, rows.anchor))
    return isFar ? [] : [expressionOf(rows, condition)]
  })
  return [...own, ...behind.all.map(({ place, all }) => expressionFrom(thereTest(rows, all, place, true)))]
}

/** Conditions on the same rows behind a place, which one row must meet together. */
class BehindPlaces {
  readonly #places = new Map<string, { readonly place: Place; readonly all: Behind[] }>()

  add({ place, one }: { readonly place: Place; readonly one: Behind }): void {
    const key = JSON.stringify([place.path, one.steps[0]])
    const known = this.#places.get(key) ?? { place, all: [] }
    known.all.push(one)
    this.#places.set(key, known)
  }

  get all() {
    return [...this.#places.values()]
  }
}

const expressionOf = (rows: Rows, condition: Condition): Json => {
  const from = rows.anchor
  if (condition.type === 'any') return { $or: condition.options.map((option) => expressionOf(rows, option)) }
  if (condition.type === 'related') return expressionFrom(relatedTest(rows, condition, from, true))
  const near = nearTest(rows, condition, from)
  if (near === null) {
    const { place, one } = behindOf(rows, condition, from)
    return expressionFrom(thereTest(rows, [one], place, true))
  }
  if (condition.type === 'average' || condition.type === 'alike' || near.place === null)
    throw new Unplannable('a share above an average')
  near.place.isUsed = true
  const { table, column } = condition.column
  return fieldExpression(`$${near.place.field(column)}`, columnOf(rows.context, { table, column }), condition)
}

/** What holds elements, or looked-up rows, as an expression. */
const expressionFrom = ({ doc, place }: Test): Json => {
  if (place !== null) place.isUsed = true
  if (doc.$expr !== undefined) return doc.$expr
  const [[field, test] = ['', null]] = Object.entries(doc)
  return { [Array.isArray(test) ? '$eq' : '$ne']: [`$${field}`, []] }
}

const add = (rows: Rows, { doc, place }: Test): void => {
  if (place === null) rows.late.matches.push(doc)
  else place.matches.push(doc)
}

const testOf = (rows: Rows, condition: Condition, from: Place): Test => {
  const near = nearTest(rows, condition, from)
  if (near !== null) return near
  if (condition.type === 'related') return relatedTest(rows, condition, from)
  if (condition.type === 'any') throw new Unplannable('alternatives of alternatives')
  const { place, one } = behindOf(rows, condition, from)
  return thereTest(rows, [one], place)
}

/** The test of a condition on what is joined without repeating rows, or is joined already; null for all others. */
const nearTest = (rows: Rows, condition: Condition, from: Place): Test | null => {
  if (condition.type === 'related') return null
  if (condition.type === 'any') return anyTest(rows, condition.options, from)
  const steps = pathTo(rows.context, from.table.name, condition.column.table, condition.column.by)
  const reached = rows.reached(steps, from)
  if (reached === undefined && steps.some((step) => !step.up)) return null
  const place = reached ?? rows.join(steps, { from })
  if (condition.type === 'alike') return alikeTest(rows, place, condition)
  const doc = condition.type === 'average' ? averageTest(rows, place, condition) : ownTest(rows, place, condition)
  return { doc, place }
}

type Alike = Extract<Condition, { type: 'alike' }>

/** That another document of the collection has the same value here and meets conditions of its own; or that none does. */
const alikeTest = (rows: Rows, place: Place, { column, where, negated }: Alike): Test => {
  const { context } = rows
  const inner = new Rows(context, column.table)
  const own = where.filter((one) => isOwn(one, column.table))
  if (rows.depth > 0 || place.table.within !== null || own.length < where.length)
    throw new Unplannable('a comparison with other rows for every row')
  const as = rows.newName(`${inner.table.words.join('_')}_alike`)
  const field = place.field(column.column)
  place.isUsed = true
  place.matches.push({ [field]: { $ne: null } })
  rows.late.stages.push({
    $lookup: { from: inner.collection, localField: field, foreignField: inner.anchor.field(column.column), as },
  })
  const match = allOf(own.map((one) => fieldTest(one.column.column, columnOf(context, one.column), one)))
  return { doc: { [as]: negated ? { $not: { $elemMatch: match } } : { $elemMatch: match } }, place: null }
}

const ownTest = ({ context }: Rows, place: Place, condition: FieldCondition): Doc =>
  fieldTest(place.field(condition.column.column), columnOf(context, condition.column), condition)

const anyTest = (rows: Rows, options: readonly Condition[], from: Place): Test => {
  const tests = options.map((option) => testOf(rows, option, from))
  const [first] = tests
  const doc = { $or: tests.map((test) => test.doc) }
  if (first !== undefined && tests.every(({ place }) => place === first.place)) return { doc, place: first.place }
  for (const { place } of tests) if (place !== null) place.isUsed = true
  return { doc, place: null }
}

/** Where the way to a condition first leads to many rows, and the rest of the way. */
const behindOf = (
  rows: Rows,
  condition: Exclude<Condition, { type: 'related' } | { type: 'any' }>,
  from: Place,
): { place: Place; one: Behind } => {
  if (condition.type === 'average' || condition.type === 'alike')
    throw new Unplannable('a comparison with other rows for every row')
  const steps = pathTo(rows.context, from.table.name, condition.column.table, condition.column.by)
  const first = steps.findIndex((step) => !step.up)
  return { place: rows.join(steps.slice(0, first), { from }), one: { steps: steps.slice(first), condition } }
}

/** That there is a row behind a place for which all of this holds. */
const thereTest = (rows: Rows, all: readonly Behind[], place: Place, isCounted = false): Test => {
  const [step] = all[0]?.steps ?? []
  if (step === undefined) throw new Unplannable('no path')
  if (isHeld(step) && all.every(({ steps }) => steps.length === 1)) {
    const conditions = all.map(({ condition }) => elementCondition(rows, condition))
    return { doc: elementsTest(rows, { place, step, conditions, number: isCounted ? ANY : 'some' }), place }
  }
  const inner = new Rows(rows.context, step.to, rows.depth + 1)
  for (const { steps, condition } of all) {
    const there = inner.join(steps.slice(1))
    there.matches.push(ownTest(inner, there, condition))
  }
  return {
    doc: { [lookedUp(rows, { place, step, inner, link: inner.anchor, tail: FIRST })]: { $ne: [] } },
    place: null,
  }
}

const ANY = { op: '>', value: 0 } as const
const NONE = { op: '=', value: 0 } as const
const FIRST: readonly Doc[] = [{ $limit: 1 }, { $project: { _id: 1 } }]

const elementCondition = ({ context }: Rows, condition: FieldCondition): ElementCondition => ({
  condition,
  column: columnOf(context, condition.column),
})

/** Rows related to one at a place: that there are some, or none, or how many. */
const relatedTest = (rows: Rows, given: Related, place: Place, isCounted = false): Test => {
  const { context } = rows
  const related = nearest(rows, given, place)
  const steps = pathTo(context, place.table.name, related.table, related.by)
  const [step, ...rest] = steps
  if (step === undefined) throw new Unplannable(`${related.table} is compared with itself`)
  const number = relatedNumber(related)
  const own = related.where.flatMap((one) => (isOwn(one, related.table) ? [elementCondition(rows, one)] : []))
  if (
    isHeld(step) &&
    !step.up &&
    rest.length === 0 &&
    related.measure === null &&
    own.length === related.where.length
  ) {
    const asked = number === 'counted' ? { op: related.op, value: related.value } : number
    const counted = isCounted ? { some: ANY, none: NONE, counted: asked }[number] : asked
    return { doc: elementsTest(rows, { place, step, conditions: own, number: counted }), place }
  }
  if (number === 'counted') {
    const inner = new Rows(context, related.table, rows.depth + 1)
    const link = walkedBack(inner, steps)
    addConditions(inner, related.where)
    const inverse = leftOut(related)
    const counted = countedIn(inner, related)
    const tail = [{ $group: { _id: null, ...counted.accumulators } }, ...enough(counted, related)]
    const as = lookedUp(rows, { place, step, inner, link, tail })
    return { doc: { [as]: inverse === undefined ? { $ne: [] } : [] }, place: null }
  }
  const inner = new Rows(context, step.to, rows.depth + 1)
  addAlong(inner, rest, related.where)
  const as = lookedUp(rows, { place, step, inner, link: inner.anchor, tail: FIRST })
  return { doc: { [as]: number === 'none' ? [] : { $ne: [] } }, place: null }
}

/** Rows that lead to one each, of which nothing is asked, stand for these: a key without a value is all that could lead nowhere. */
const nearest = (rows: Rows, related: Related, from: Place): Related => {
  const [step, ...rest] = pathTo(rows.context, from.table.name, related.table, related.by)
  const isAsked = related.where.length > 0 || relatedNumber(related) === 'counted'
  if (step === undefined || isAsked || rest.some((one) => !one.up || isOptional(rows, one))) return related
  return { ...related, table: step.to }
}

/** True for elements of an array in the row itself that nothing is asked of but what they hold. */
const areElements = ({ table, where, measure }: Related, [step, more]: readonly Step[]): boolean =>
  step !== undefined &&
  more === undefined &&
  isHeld(step) &&
  !step.up &&
  measure === null &&
  where.every((one) => isOwn(one, table))

/** Joins some steps, with conditions on the rows to which the last of them leads that finds many. */
const addAlong = (inner: Rows, steps: readonly Step[], where: readonly Condition[]): void => {
  inner.join(steps)
  addConditions(inner, where, inner.join(steps.slice(0, steps.findLastIndex((step) => !step.up) + 1)))
}

const isOwn = (condition: Condition, table: string): condition is FieldCondition =>
  condition.type !== 'related' &&
  condition.type !== 'any' &&
  condition.type !== 'average' &&
  condition.type !== 'alike' &&
  condition.column.table === table

const isOptional = ({ context }: Rows, step: Step): boolean =>
  !isHeld(step) && (columnOf(context, { table: step.from, column: step.fromColumn })?.nullable ?? true)

const countedIn = (rows: Rows, { measure, table }: Related) => measured(rows, measure ?? countMeasure(table), 'count')

/** The number of rows at a place, each once. */
const distinctRows = (place: Place): Measured => ({
  name: 'count',
  accumulators: { count: { $addToSet: `$${keyOf(place)}` } },
  computed: { count: { $size: '$count' } },
  rounded: {},
})

/** The stages after `$group` that leave groups of the number that is asked for, or is to be left out. */
const enough = (counted: Measured, related: Related): readonly Doc[] => [
  ...finishing([counted]),
  { $match: { count: { [OPERATORS[leftOut(related) ?? related.op]]: related.value } } },
]

interface LookUp {
  readonly place: Place
  readonly step: Step
  readonly inner: Rows
  /** Where the inner rows meet those of the place. */
  readonly link: Place
  readonly tail: readonly Doc[]
}

/** Looks rows up for every document. @returns the name of the field that then holds them */
const lookedUp = (rows: Rows, { place, step, inner, link, tail }: LookUp): string => {
  const as = rows.newName(inner.table.words.join('_'))
  const localField = ownEnd(place, step)
  const foreignField = farEnd(link, step)
  const from = inner.collection
  place.isUsed = true
  if (tail === FIRST && inner.isBare && !isHeld(step))
    rows.late.stages.push({ $lookup: { from, localField, foreignField, as } })
  else {
    const key = `key${inner.depth === 1 ? '' : inner.depth}`
    const meeting = isHeld(step) && link.holder !== null ? link.holder : link
    meeting.matches.push({ $expr: { $eq: [`$${foreignField}`, `$$${key}`] } })
    const pipeline = [...inner.stages(), ...tail]
    rows.late.stages.push({ $lookup: { from, let: { [key]: `$${localField}` }, pipeline, as } })
  }
  return as
}

/** The field of a place that a step begins with: elements know the row that holds them by its key. */
const ownEnd = (place: Place, step: Step): string =>
  isHeld(step) ? keyOf(step.up ? place.holder : place) : place.field(step.fromColumn)

const farEnd = (place: Place, step: Step): string =>
  isHeld(step) ? keyOf(step.up ? place : place.holder) : place.field(step.toColumn)

const keyOf = (place: Place | null): string => {
  const [key, more] = place?.table.primaryKey ?? []
  if (place === null || key === undefined || more !== undefined) throw new Unplannable('rows without a key')
  return place.field(key)
}

/** Joins the way back from the rows at the end of some steps. @returns the place after the first of these steps */
const walkedBack = (inner: Rows, steps: readonly Step[]): Place => inner.join(steps.slice(1).reverse().map(turned))

/**
 * A query for rows that have related ones begins with these, grouped by what they are related to, where nothing else
 * leads it yet: they are found once, and not for every row.
 */
const isLedByRelated = (rows: Rows, given: Related, from: Place): boolean => {
  const related = nearest(rows, given, from)
  const number = relatedNumber(related)
  if (!rows.mayBeLed || from !== rows.anchor || number === 'none' || leftOut(related) !== undefined) return false
  const steps = pathTo(rows.context, rows.table.name, related.table, related.by)
  const [step] = steps
  if (step === undefined || step.up || areElements(related, steps)) return false
  // Without a condition at the far end there is no reason to begin there.
  const isSelective =
    number === 'counted' ? related.where.length > 0 : related.where.some((one) => isOwn(one, related.table))
  const isNear = !isSelective && related.measure === null && steps.length > 1
  const inner = new Rows(rows.context, isNear ? step.to : related.table)
  const far = isNear ? inner.join(steps.slice(1)) : inner.anchor
  const link = isNear ? inner.anchor : walkedBack(inner, steps)
  if (isNear) addAlong(inner, steps.slice(1), related.where)
  else addConditions(inner, related.where)
  const counted = number !== 'counted' ? null : isNear ? distinctRows(far) : countedIn(inner, related)
  const tail = counted === null ? [] : enough(counted, related)
  lead(rows, { step, inner, link, counted: counted?.accumulators ?? {}, tail })
  return true
}

const isLedBy = (rows: Rows, all: readonly Behind[], place: Place): boolean => {
  const longest = all.reduce((a, b) => (b.steps.length > a.steps.length ? b : a), all[0] ?? { steps: [] })
  const { steps } = longest
  const [step] = steps
  if (!rows.mayBeLed || place !== rows.anchor || step === undefined || (isHeld(step) && steps.length === 1))
    return false
  const inner = new Rows(rows.context, steps.at(-1)?.to ?? step.to)
  const back = [...steps].reverse().map(turned)
  for (const { steps: own, condition } of all) {
    const apart = own.findIndex((one, index) => JSON.stringify(one) !== JSON.stringify(steps[index]))
    const common = apart < 0 ? own.length : apart
    const from = inner.join(back.slice(0, steps.length - common))
    const there = inner.join(own.slice(common), { from })
    there.matches.push(ownTest(inner, there, condition))
  }
  lead(rows, { step, inner, link: walkedBack(inner, steps), counted: {}, tail: [] })
  return true
}

interface Lead {
  readonly step: Step
  readonly inner: Rows
  readonly link: Place
  readonly counted: Doc
  readonly tail: readonly Doc[]
}

const lead = (rows: Rows, { step, inner, link, counted, tail }: Lead): void => {
  const from = rows.collection
  const as = from
  const foreignField = ownEnd(rows.anchor, step)
  rows.lead(inner.collection, [
    ...inner.stages(),
    { $group: { _id: `$${farEnd(link, step)}`, ...counted } },
    ...tail,
    { $lookup: { from, localField: '_id', foreignField, as } },
    { $unwind: `$${as}` },
    { $replaceRoot: { newRoot: `$${as}` } },
  ])
}
