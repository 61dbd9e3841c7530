import { type ColumnRef, type Condition, sameRef } from '../query/index.ts'
import type { Part } from '../read/index.ts'
import type { CountBound } from './bound-condition.ts'
import { conditionOfPart, isCountBound, negation, type UnattachedCondition, withRole } from './conditions.ts'
import { partsOf } from './pieces.ts'
import { between, choose, infoOf, isConnected, isGroup, isManyToOne, type Reading } from './reading.ts'
import { roleOf } from './roles.ts'
import type { UncertaintyNotes } from './uncertainty-notes.ts'

/** All conditions of a question. */
export interface QuestionConditions {
  readonly protos: readonly UnattachedCondition[]
  readonly counts: readonly CountBound[]
  /** Tables with which rows must, or must not, have related rows. */
  readonly tables: readonly { readonly table: string; readonly negated: boolean; readonly part: Part }[]
}

/** All conditions of a reading, before the queried table is known. */
export const askedOf = (reading: Reading, doubts: UncertaintyNotes): QuestionConditions => {
  const protos: UnattachedCondition[] = []
  const counts: CountBound[] = []
  const isTimed = reading.parts.some((part) => part.kind === 'time' && part.column === null)
  const doings: QuestionConditions['tables'][number][] = []
  for (const part of reading.parts) {
    // A past verb with a time is covered by the time condition.
    if (part.kind === 'done' && isTimed) continue
    const proto = conditionOfPart(reading, part)
    if (proto !== null && isCountBound(proto)) counts.push(proto)
    else if (proto !== null) {
      doubts.recordChoice(proto)
      if (isFuture(reading, proto)) doubts.markIncomplete()
      // "The products we bake" is no condition on a baking date.
      if (part.kind === 'done' && proto.weight < DONE_MIN) doubts.markIncomplete()
      if (proto.conditions.length > 0) protos.push(proto)
      else if (proto.table !== reading.subject) doings.push({ table: proto.table, negated: part.negated, part })
    } else if (['value', 'text', 'bound', 'against', 'time', 'filter', 'done'].includes(part.kind))
      doubts.markIncomplete()
  }
  const nouns = partsOf(reading, 'noun').filter(
    (part) => !isGroup(part) && (part.clause > 0 || part.negated || !['head', 'and', 'after'].includes(part.lead)),
  )
  const tables = nouns.flatMap((part) =>
    part.noun.kind === 'table' && part.noun.table !== reading.subject
      ? [{ table: part.noun.table, negated: part.negated, part }]
      : [],
  )
  return { protos: [...protos, ...flagConditions(reading, nouns, doubts)], counts, tables: [...tables, ...doings] }
}

const DONE_MIN = 0.8

/** Dates that are recorded in advance. */
const FUTURE_DATES =
  /due|until|valid|expir|deadline|plan|schedul|appoint|start|end|deliver|arriv|birth|renew|event|book|date$/

/** Whether a condition asks for a future event in a column of past events. */
const isFuture = ({ words }: Reading, { part, conditions }: UnattachedCondition): boolean =>
  part.kind === 'time' &&
  part.windows.some(({ from }) => from !== null && from > words.today) &&
  conditions.some((one) => 'column' in one && !FUTURE_DATES.test(one.column.column))

/** "full time employees", "who have paid": a boolean or nullable column, named without a value. */
const flagConditions = (reading: Reading, nouns: readonly Part[], doubts: UncertaintyNotes): UnattachedCondition[] =>
  nouns.flatMap((part): UnattachedCondition[] => {
    if (part.kind !== 'noun' || part.noun.kind !== 'column' || (part.clause === 0 && !part.negated)) return []
    const found = choose(reading, part.noun.options, [reading.subject])
    if (found === null) return []
    const { column } = found.chosen
    const info = infoOf(reading, column)
    doubts.recordChoice(found)
    const isChild = reading.subject !== null && !isManyToOne(reading, reading.subject, column.table)
    const condition: Condition | null =
      part.negated && isChild
        ? none(column.table, [])
        : info?.kind === 'boolean'
          ? { type: 'compare', column, op: '=', value: part.negated ? 0 : 1 }
          : info?.nullable === true && (info.kind === 'date' || (part.negated && info.kind !== 'number'))
            ? { type: 'null', column, negated: !part.negated }
            : null
    if (condition === null) doubts.recordDropped()
    return condition === null
      ? []
      : [{ part, conditions: [condition], table: column.table, negated: false, weight: found.weight, tied: found.tied }]
  })

/** The table that conditions are attached to, and the column of which "both" is asked across rows. */
interface ConditionScope {
  readonly anchor: string
  readonly across: ColumnRef | null
}

/** Attaches the conditions of a question to the rows of a table. */
export const conditionsOf = (
  reading: Reading,
  asked: QuestionConditions,
  place: ConditionScope,
  doubts: UncertaintyNotes,
): Condition[] => {
  const { anchor } = place
  const conditions: Condition[] = []
  const inner = new Map<string, Condition[]>()
  const absent = asked.tables.filter(({ negated, table }) => negated && table !== anchor)
  const kept: UnattachedCondition[] = []
  for (const proto of asked.protos) {
    const owner = absent.find(
      ({ table, part }) =>
        part.at < proto.part.at &&
        isManyToOne(reading, table, proto.table) &&
        !(isManyToOne(reading, anchor, proto.table) && proto.table !== table),
    )
    if (owner === undefined) kept.push(proto)
    else inner.set(owner.table, [...(inner.get(owner.table) ?? []), ...withRole(reading, proto, owner.table)])
  }
  for (const { table } of absent) conditions.push(none(table, inner.get(table) ?? []))
  // "Who spent more than 250 last year": only the spending of last year counts.
  const within = (proto: UnattachedCondition): CountBound | undefined =>
    proto.negated || isManyToOne(reading, anchor, proto.table)
      ? undefined
      : asked.counts.find(({ table }) => table !== anchor && isManyToOne(reading, table, proto.table))
  const bounded = kept.filter((proto) => within(proto) !== undefined)
  const stated = [
    ...kept
      .filter((proto) => !bounded.includes(proto))
      .map((proto) => ({ part: proto.part, conditions: attached(reading, proto, place, doubts) })),
    ...asked.counts.map((bound) => ({
      part: bound.part,
      conditions: counted(
        reading,
        bound,
        anchor,
        bounded.filter((proto) => within(proto) === bound).flatMap((proto) => withRole(reading, proto, bound.table)),
      ),
    })),
  ]
  conditions.push(...joined(stated, place, doubts))
  const touched = [...kept, ...asked.counts].map(({ table }) => table).filter((table) => table !== anchor)
  for (const { table, negated, part } of asked.tables) {
    doubts.recordDistance(between(reading, anchor, table))
    if (negated || table === anchor || absent.some((one) => isManyToOne(reading, one.table, table))) continue
    if (!isConnected(reading, anchor, table)) doubts.markIncomplete()
    else if (
      !isManyToOne(reading, anchor, table) &&
      !touched.some((one) => isManyToOne(reading, one, table) || isManyToOne(reading, table, one))
    ) {
      const role = roleOf(reading, part, anchor, table)
      conditions.push({ ...some(table, []), ...(role == null ? {} : { by: role }) })
    }
  }
  if (conditions.some((one) => contradicts(one, conditions)) || excludesAll(conditions)) doubts.markIncomplete()
  const made = acrossRows(reading, withoutRepeated(conditions), place)
  // "Paid late" does not mean paid and overdue at once.
  if (
    made.some(
      (one) => one.type === 'compare' && made.some((other) => other.type === 'compare' && areExclusive(one, other)),
    )
  )
    doubts.markIncomplete()
  return made
}

/** Removes conditions that two phrases repeat. */
const withoutRepeated = (conditions: readonly Condition[]): readonly Condition[] => [
  ...new Map(conditions.map((one) => [JSON.stringify(one), one])).values(),
]

/** "Without the nationality 'USA'" must not be combined with a condition that requires it. */
const contradicts = (one: Condition, others: readonly Condition[]): boolean =>
  one.type === 'null' &&
  !one.negated &&
  others.some((other) => other !== one && 'column' in other && sameRef(other.column, one.column))

/** Two periods without a common day. */
const excludesAll = (conditions: readonly Condition[]): boolean => {
  const ranges = conditions.flatMap((one) => (one.type === 'range' && !one.negated ? [one] : []))
  return ranges.some((one) =>
    ranges.some(
      (other) => sameRef(one.column, other.column) && one.to !== null && other.from !== null && one.to <= other.from,
    ),
  )
}

interface Stated {
  readonly part: Part
  readonly conditions: readonly Condition[]
}

const saysOr = ({ before }: Part): boolean => before.includes('or')

/** "Who live in Indiana or have done two treatments": either side of an "or" is sufficient. */
const joined = (
  stated: readonly Stated[],
  { anchor }: ConditionScope,
  doubts: UncertaintyNotes,
): readonly Condition[] => {
  if (!stated.some(({ part }) => saysOr(part))) return stated.flatMap(({ conditions }) => conditions)
  const made: (readonly Condition[])[] = []
  for (const one of stated.toSorted((a, b) => a.part.at - b.part.at)) {
    const before = saysOr(one.part) ? made.pop() : undefined
    if (before === undefined) {
      made.push(one.conditions)
      continue
    }
    const options = [...before, ...one.conditions].flatMap((condition) =>
      condition.type === 'any' ? condition.options : [condition],
    )
    // A condition of several parts, or on an optional row, cannot be an alternative.
    const isBareValue = one.part.kind === 'value' && one.part.column === null && !ofOneColumn(options)
    if (
      before.length !== 1 ||
      one.conditions.length !== 1 ||
      !options.every((option) => isOf(option, anchor)) ||
      isBareValue
    )
      doubts.markIncomplete()
    made.push([{ type: 'any', options }])
  }
  return made.flat()
}

/** "Ends with A or B": a value after "or" belongs to the same column. */
const ofOneColumn = (options: readonly Condition[]): boolean =>
  new Set(options.map((one) => ('column' in one ? JSON.stringify(one.column) : ''))).size === 1

const isOf = (condition: Condition, anchor: string): boolean =>
  condition.type === 'related' || ('column' in condition && condition.column.table === anchor)

const none = (table: string, where: Condition[]): Condition => ({
  type: 'related',
  table,
  where,
  measure: null,
  op: '=',
  value: 0,
})

const some = (table: string, where: Condition[]): Extract<Condition, { type: 'related' }> => ({
  type: 'related',
  table,
  where,
  measure: null,
  op: '>=',
  value: 1,
})

const NAMED = 0.9

const attached = (
  reading: Reading,
  proto: UnattachedCondition,
  { anchor, across }: ConditionScope,
  doubts: UncertaintyNotes,
): readonly Condition[] => {
  if (!isConnected(reading, anchor, proto.table)) {
    doubts.markIncomplete()
    return []
  }
  doubts.recordDistance(between(reading, anchor, proto.table))
  const own = withRole(reading, proto, anchor)
  const isOwn = isManyToOne(reading, anchor, proto.table)
  // "Parts that cost 50": the cost of an unmentioned table is not meant.
  const isNumber = proto.part.kind === 'bound' || proto.part.kind === 'against'
  const isUnsaid = !isOwn && !reading.tableMentions.some(({ table }) => table === proto.table)
  // A common word that happens to be a value in an unmentioned table.
  const isPlain = proto.part.kind === 'value' && proto.weight < NAMED
  if (isUnsaid && (isNumber || isPlain)) doubts.markIncomplete()
  if (proto.negated) {
    if (!isOwn) return [none(proto.table, [...own])]
    return own.map((condition) => negation(condition) ?? condition)
  }
  const isBoth = 'both' in proto.part && proto.part.both && own.length > 1
  if (!isBoth) return own
  if (!isOwn) return own.map((condition) => some(proto.table, [condition]))
  if (across === null) return own
  return own.map((condition) => ({ type: 'alike', column: across, where: [condition], negated: false }))
}

const counted = (
  reading: Reading,
  { table, measure, bounds, part }: CountBound,
  anchor: string,
  where: Condition[],
): Condition[] => {
  const role = roleOf(reading, part, anchor, table)
  return bounds.map(({ op, value }) => ({
    type: 'related',
    table,
    where,
    measure: measure ?? null,
    op,
    value,
    ...(role == null ? {} : { by: role }),
  }))
}

/** Two exclusive conditions are asked of two rows with the same value. */
const acrossRows = (
  reading: Reading,
  conditions: readonly Condition[],
  { anchor, across }: ConditionScope,
): Condition[] => {
  const compared = conditions.filter((condition) => condition.type === 'compare')
  const clash = compared.find((one) => compared.some((other) => other !== one && areExclusive(one, other)))
  if (clash === undefined) return [...conditions]
  const apart = (condition: Condition): boolean =>
    condition.type === 'compare' && compared.some((other) => other !== condition && areExclusive(condition, other))
  return conditions.map((condition) => {
    if (condition.type !== 'compare' || !apart(condition)) return condition
    if (!isManyToOne(reading, anchor, condition.column.table)) return some(condition.column.table, [condition])
    return across === null ? condition : { type: 'alike', column: across, where: [condition], negated: false }
  })
}

type Compare = Extract<Condition, { type: 'compare' }>

/** "Above 40" and "below 30"; "is A" and "is B". */
const areExclusive = (a: Compare, b: Compare): boolean => {
  if (!sameRef(a.column, b.column) || a.column.by !== b.column.by) return false
  if (a.op === '=' && b.op === '=') return a.value !== b.value
  const [low, high] = a.op.startsWith('<') ? [a, b] : [b, a]
  return low.op.startsWith('<') && high.op.startsWith('>') && Number(low.value) <= Number(high.value)
}

/** The row with the extreme of a column in its table: "the stadium with the highest capacity". */
export const extremeOf = (column: ColumnRef, descending: boolean): Condition => ({
  type: 'average',
  column,
  op: '=',
  fold: descending ? 'max' : 'min',
})
