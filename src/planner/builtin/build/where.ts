import { type ColumnRef, type Condition, sameRef } from '../query/index.ts'
import type { Part } from '../read/index.ts'
import type { CountBound } from './bound-condition.ts'
import { isCountBound, negation, type Proto, protoOf, withRole } from './conditions.ts'
import { foldBounds } from './fold-bounds.ts'
import { isMarked, partsOf } from './pieces.ts'
import { roleOf } from './roles.ts'
import { between, choose, infoOf, isConnected, isGroup, leadsTo, type Scene } from './scene.ts'
import type { Tally } from './tally.ts'

/** What the whole question asks of rows. */
export interface Asked {
  readonly protos: readonly Proto[]
  readonly counts: readonly CountBound[]
  /** Tables that must, or must not, have rows. */
  readonly tables: readonly { readonly table: string; readonly negated: boolean; readonly part: Part }[]
}

/** All conditions of a reading, before it is known which rows the query is about. */
export const askedOf = (scene: Scene, tally: Tally): Asked => {
  const protos: Proto[] = []
  const counts: CountBound[] = []
  const folded = new Set<Part>(foldBounds(scene).map(({ bound }) => bound))
  const isTimed = scene.parts.some((part) => part.kind === 'time' && part.column === null)
  const doings: Asked['tables'][number][] = []
  for (const part of scene.parts) {
    // What was done is said of when it was.
    if (folded.has(part) || (part.kind === 'done' && isTimed)) continue
    const proto = protoOf(scene, part)
    if (proto !== null && isCountBound(proto)) counts.push(proto)
    else if (proto !== null) {
      tally.choice(proto)
      if (isAhead(scene, proto)) tally.lose()
      if (proto.conditions.length > 0) protos.push(proto)
      else if (proto.table !== scene.subject) doings.push({ table: proto.table, negated: part.negated, part })
    } else if (['value', 'text', 'bound', 'against', 'time', 'filter', 'done'].includes(part.kind)) tally.lose()
  }
  const merged = isMarked(scene, 'versus') ? setBeside(protos) : protos
  const nouns = partsOf(scene, 'noun').filter(
    (part) =>
      !isGroup(part) &&
      (part.clause > 0 || part.negated || isDoing(scene, part) || !['head', 'and', 'after'].includes(part.lead)),
  )
  const tables = nouns.flatMap((part) =>
    part.noun.kind === 'table' && part.noun.table !== scene.subject
      ? [{ table: part.noun.table, negated: part.negated, part }]
      : [],
  )
  return { protos: [...merged, ...flagged(scene, nouns, tally)], counts, tables: [...tables, ...doings] }
}

/** "This year compared to last year", "web orders vs store orders": either of them, each for itself. */
const setBeside = (protos: readonly Proto[]): readonly Proto[] => {
  const [first, second, more] = protos.filter(({ part }) => part.kind === 'time' || part.kind === 'value')
  if (first === undefined || second === undefined || more !== undefined) return protos
  const both = besideTimes(first, second) ?? besideValues(first, second)
  return both === null ? protos : protos.flatMap((one) => (one === first ? [both] : one === second ? [] : [one]))
}

const besideTimes = (first: Proto, second: Proto): Proto | null => {
  if (first.part.kind !== 'time' || second.part.kind !== 'time') return null
  if (first.conditions.length !== 1 || second.conditions.length !== 1) return null
  const part: Part = { ...first.part, windows: [...first.part.windows, ...second.part.windows], apart: true }
  return { ...first, part, conditions: [{ type: 'any', options: [...first.conditions, ...second.conditions] }] }
}

const besideValues = (first: Proto, second: Proto): Proto | null => {
  const [one, other] = [first.conditions[0], second.conditions[0]]
  if (first.part.kind !== 'value' || second.part.kind !== 'value') return null
  if (one?.type !== 'compare' || other?.type !== 'compare' || !sameRef(one.column, other.column)) return null
  const values = [one.value, other.value]
  const part: Part = { ...first.part, values: [...first.part.values, ...second.part.values], apart: true }
  return { ...first, part, conditions: [{ type: 'in', column: one.column, values, negated: false }] }
}

/** Days that are written down in advance. */
const AHEAD = /due|until|valid|expir|deadline|plan|schedul|appoint|start|end|deliver|arriv|birth|renew|event|book|date$/

/** What has not happened yet is in no row that tells of what has. */
const isAhead = ({ words }: Scene, { part, conditions }: Proto): boolean =>
  part.kind === 'time' &&
  part.windows.some(({ from }) => from !== null && from > words.today) &&
  conditions.some((one) => 'column' in one && !AHEAD.test(one.column.column))

/** "How many templates do documents use": those that some document uses. */
const isDoing = (scene: Scene, { before }: Part): boolean =>
  partsOf(scene, 'count').length > 0 && before.some((word) => /^(do|does|did)$/.test(word))

/** "full time employees", "who have paid": a column that is true or false, or may lack its value, named by itself. */
const flagged = (scene: Scene, nouns: readonly Part[], tally: Tally): Proto[] =>
  nouns.flatMap((part): Proto[] => {
    if (part.kind !== 'noun' || part.noun.kind !== 'column' || (part.clause === 0 && !part.negated)) return []
    const found = choose(scene, part.noun.options, [scene.subject])
    if (found === null) return []
    const { column } = found.chosen
    const info = infoOf(scene, column)
    tally.choice(found)
    const isChild = scene.subject !== null && !leadsTo(scene, scene.subject, column.table)
    const condition: Condition | null =
      part.negated && isChild
        ? none(column.table, [])
        : info?.kind === 'boolean'
          ? { type: 'compare', column, op: '=', value: part.negated ? 0 : 1 }
          : info?.nullable === true && (info.kind === 'date' || part.negated)
            ? { type: 'null', column, negated: !part.negated }
            : null
    if (condition === null) tally.drop()
    return condition === null
      ? []
      : [{ part, conditions: [condition], table: column.table, negated: false, weight: found.weight, tied: found.tied }]
  })

/** Where conditions are asked: of the query's rows, and of which column "both" is asked across rows. */
export interface Place {
  readonly anchor: string
  readonly across: ColumnRef | null
}

/** Puts what is asked into conditions on the rows of a table. */
export const conditionsOf = (scene: Scene, asked: Asked, place: Place, tally: Tally): Condition[] => {
  const { anchor } = place
  const conditions: Condition[] = []
  const inner = new Map<string, Condition[]>()
  const absent = asked.tables.filter(({ negated, table }) => negated && table !== anchor)
  const kept: Proto[] = []
  for (const proto of asked.protos) {
    const owner = absent.find(
      ({ table, part }) =>
        part.at < proto.part.at &&
        leadsTo(scene, table, proto.table) &&
        !(leadsTo(scene, anchor, proto.table) && proto.table !== table),
    )
    if (owner === undefined) kept.push(proto)
    else inner.set(owner.table, [...(inner.get(owner.table) ?? []), ...withRole(scene, proto, owner.table)])
  }
  for (const { table } of absent) conditions.push(none(table, inner.get(table) ?? []))
  // "Who spent more than 250 last year": of what was spent then.
  const within = (proto: Proto): CountBound | undefined =>
    proto.negated || leadsTo(scene, anchor, proto.table)
      ? undefined
      : asked.counts.find(({ table }) => table !== anchor && leadsTo(scene, table, proto.table))
  const bounded = kept.filter((proto) => within(proto) !== undefined)
  const stated = [
    ...kept
      .filter((proto) => !bounded.includes(proto))
      .map((proto) => ({ part: proto.part, conditions: placed(scene, proto, place, tally) })),
    ...asked.counts.map((bound) => ({
      part: bound.part,
      conditions: counted(
        scene,
        bound,
        anchor,
        bounded.filter((proto) => within(proto) === bound).flatMap((proto) => withRole(scene, proto, bound.table)),
      ),
    })),
  ]
  conditions.push(...joined(stated, place, tally))
  const touched = [...kept, ...asked.counts].map(({ table }) => table).filter((table) => table !== anchor)
  const saysBoth = scene.words.tokens.some(({ lower }) => lower === 'both')
  for (const { table, negated, part } of asked.tables) {
    tally.reach(between(scene, anchor, table))
    // "States where both owners and professionals live" are no states of owners who are somehow led to professionals.
    if (saysOr(part) || (saysBoth && scene.catalog.graph.distance(anchor, table) > 1)) tally.lose()
    if (negated || table === anchor || absent.some((one) => leadsTo(scene, one.table, table))) continue
    if (!isConnected(scene, anchor, table)) tally.drop()
    else if (
      !leadsTo(scene, anchor, table) &&
      !touched.some((one) => leadsTo(scene, one, table) || leadsTo(scene, table, one))
    ) {
      const role = roleOf(scene, part, anchor, table)
      conditions.push({ ...some(table, []), ...(role == null ? {} : { by: role }) })
    }
  }
  if (conditions.some((one) => contradicts(one, conditions)) || excludesAll(conditions)) tally.lose()
  const made = acrossRows(scene, conditions, place)
  // "Paid late" is not paid and overdue at once.
  if (
    made.some((one) => one.type === 'compare' && made.some((other) => other.type === 'compare' && areApart(one, other)))
  )
    tally.lose()
  return made
}

/** "Without the nationality 'USA'" asks for no row that has none and this one. */
const contradicts = (one: Condition, others: readonly Condition[]): boolean =>
  one.type === 'null' &&
  !one.negated &&
  others.some((other) => other !== one && 'column' in other && sameRef(other.column, one.column))

/** Two stretches of time that have no day in common. */
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

/** "Who live in Indiana or have done two treatments": what stands on both sides of an "or" is enough each. */
const joined = (stated: readonly Stated[], { anchor }: Place, tally: Tally): readonly Condition[] => {
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
    // A condition of several parts, or one that is asked of a row that may be missing, is none of two alternatives.
    if (before.length !== 1 || one.conditions.length !== 1 || !options.every((option) => isOf(option, anchor)))
      tally.lose()
    made.push([{ type: 'any', options }])
  }
  return made.flat()
}

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

const placed = (scene: Scene, proto: Proto, { anchor, across }: Place, tally: Tally): readonly Condition[] => {
  if (!isConnected(scene, anchor, proto.table)) {
    tally.lose()
    return []
  }
  tally.reach(between(scene, anchor, proto.table))
  const own = withRole(scene, proto, anchor)
  const isOwn = leadsTo(scene, anchor, proto.table)
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
  scene: Scene,
  { table, measure, bounds, part }: CountBound,
  anchor: string,
  where: Condition[],
): Condition[] => {
  const role = roleOf(scene, part, anchor, table)
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

/** Two conditions that no row meets at once are asked of two rows with the same value. */
const acrossRows = (scene: Scene, conditions: readonly Condition[], { anchor, across }: Place): Condition[] => {
  const compared = conditions.filter((condition) => condition.type === 'compare')
  const clash = compared.find((one) => compared.some((other) => other !== one && areApart(one, other)))
  if (clash === undefined) return [...conditions]
  const apart = (condition: Condition): boolean =>
    condition.type === 'compare' && compared.some((other) => other !== condition && areApart(condition, other))
  return conditions.map((condition) => {
    if (condition.type !== 'compare' || !apart(condition)) return condition
    if (!leadsTo(scene, anchor, condition.column.table)) return some(condition.column.table, [condition])
    return across === null ? condition : { type: 'alike', column: across, where: [condition], negated: false }
  })
}

type Compare = Extract<Condition, { type: 'compare' }>

/** "Above 40" and "below 30"; "is A" and "is B". */
const areApart = (a: Compare, b: Compare): boolean => {
  if (!sameRef(a.column, b.column) || a.column.by !== b.column.by) return false
  if (a.op === '=' && b.op === '=') return a.value !== b.value
  const [low, high] = a.op.startsWith('<') ? [a, b] : [b, a]
  return low.op.startsWith('<') && high.op.startsWith('>') && Number(low.value) <= Number(high.value)
}

/** A row that is the first in its table by a column: "the stadium with the highest capacity". */
export const extremeOf = (column: ColumnRef, descending: boolean): Condition => ({
  type: 'average',
  column,
  op: '=',
  fold: descending ? 'max' : 'min',
})
