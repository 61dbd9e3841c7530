import { type Condition, sameRef } from '../query/index.ts'
import type { ColumnOption, Part, ValueOption } from '../read/index.ts'
import { againstProto, boundProto, type CountBound } from './bound-condition.ts'
import { FLIPPED, nearTables } from './near-tables.ts'
import { type ChosenOption, choose, infoOf, nounsOf, type Reading, tablesOfNoun } from './reading.ts'
import { roleOf } from './roles.ts'
import { timeProto } from './time-condition.ts'

/** A condition that is not yet attached to a table of the query. */
export interface UnattachedCondition {
  readonly part: Part
  /** Each holds for a row of its own; more than one for "both". */
  readonly conditions: readonly Condition[]
  readonly table: string
  /** Whether no such row may exist. */
  readonly negated: boolean
  readonly weight: number
  readonly tied: boolean
}

/** The condition of a part on the chosen column. */
const chosenProto = (
  part: Part,
  { chosen: { column }, weight, tied }: ChosenOption<ColumnOption>,
  conditions: readonly Condition[],
): UnattachedCondition => ({ part, conditions, table: column.table, negated: part.negated, weight, tied })

/** The column of a value: the named one, or one of the mentioned tables. */
const valueColumn = (reading: Reading, part: Extract<Part, { kind: 'value' }>): ChosenOption<ValueOption> | null => {
  const [options = []] = part.values
  const { column } = part
  const fitting =
    column === null ? options : options.filter((one) => column.some((named) => sameRef(named.column, one.column)))
  const near = nearTables(reading, part)
  const chosen = choose(reading, fitting, near)
  if (chosen === null) return null
  const rivals = fitting.filter(
    (one) => one.column.table === chosen.chosen.column.table && one.weight >= chosen.weight - 0.15,
  )
  return { ...chosen, tied: chosen.tied || rivals.length > 1 }
}

/** A lower weight means a part of a value, or a similar one. */
const WHOLE = 0.7

const valueProto = (reading: Reading, part: Extract<Part, { kind: 'value' }>): UnattachedCondition | null => {
  const found = valueColumn(reading, part)
  if (found === null) return null
  const { column } = found.chosen
  const held = part.values.map((options) => {
    const own = options.filter((one) => sameRef(one.column, column))
    const most = Math.max(...own.map(({ weight }) => weight))
    // "On Quay Road": all addresses that contain it.
    return own.filter(({ weight }) => weight === most).slice(0, most < WHOLE ? own.length : 1)
  })
  if (held.some((own) => own.length === 0)) return null
  const values = held.flatMap((own) => own.map(({ value }) => value))
  const of = (value: string): Condition => ({ type: 'compare', column, op: '=', value })
  const [only = ''] = values
  const conditions: Condition[] =
    values.length === 1
      ? [{ type: 'compare', column, op: '=', value: only }]
      : part.both
        ? values.map(of)
        : [{ type: 'in', column, values, negated: false }]
  return chosenProto(part, found, conditions)
}

const PATTERNS = { part: ['%', '%'], start: ['', '%'], end: ['%', ''] } as const

const textProto = (reading: Reading, part: Extract<Part, { kind: 'text' }>): UnattachedCondition | null => {
  const texts = part.column.filter(({ column }) => infoOf(reading, column)?.kind === 'text')
  const found = choose(reading, texts, nearTables(reading, part))
  if (found === null) return null
  const { column } = found.chosen
  const [before, after] = PATTERNS[part.match]
  const condition: Condition = { type: 'like', column, pattern: `${before}${part.text}${after}`, negated: false }
  return chosenProto(part, found, [condition])
}

const filterProto = (reading: Reading, part: Extract<Part, { kind: 'filter' }>): UnattachedCondition | null => {
  const next = reading.parts.find(({ at }) => at === part.end)
  const beside = next === undefined ? [] : nounsOf(next).flatMap(tablesOfNoun)
  const found = choose(reading, part.options, [...new Set(beside), ...nearTables(reading, part)])
  return found === null ? null : chosenProto(part, found, [found.chosen.condition])
}

/** "Who have paid": a nullable date must have a value. */
const doneProto = (reading: Reading, part: Extract<Part, { kind: 'done' }>): UnattachedCondition | null => {
  const found = choose(reading, part.options, nearTables(reading, part))
  if (found === null) return null
  const { column } = found.chosen
  const condition: Condition = { type: 'null', column, negated: true }
  return chosenProto(part, found, infoOf(reading, column)?.nullable === true ? [condition] : [])
}

/** The condition of a part; null if it has none, or none that could be resolved. */
export const conditionOfPart = (reading: Reading, part: Part): UnattachedCondition | CountBound | null => {
  switch (part.kind) {
    case 'value':
      return valueProto(reading, part)
    case 'text':
      return textProto(reading, part)
    case 'bound':
      return boundProto(reading, part)
    case 'against':
      return againstProto(reading, part)
    case 'time':
      return timeProto(reading, part)
    case 'filter':
      return filterProto(reading, part)
    case 'done':
      return doneProto(reading, part)
    default:
      return null
  }
}

export const isCountBound = (proto: UnattachedCondition | CountBound): proto is CountBound => 'bounds' in proto

/** The negated condition, if it can be expressed on the same column. */
export const negation = (condition: Condition): Condition | null => {
  switch (condition.type) {
    case 'compare':
      return { ...condition, op: FLIPPED[condition.op] }
    case 'in':
    case 'like':
    case 'null':
    case 'range':
      return { ...condition, negated: !condition.negated }
    default:
      return null
  }
}

/** Adds the foreign key that leads to a condition's column, if several do and the words around say which. */
export const withRole = (reading: Reading, proto: UnattachedCondition, anchor: string): readonly Condition[] => {
  const role = roleOf(reading, proto.part, anchor, proto.table)
  if (role === undefined || role === null) return proto.conditions
  return proto.conditions.map((condition) =>
    'column' in condition ? { ...condition, column: { ...condition.column, by: role } } : condition,
  )
}
