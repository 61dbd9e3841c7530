import { isTextType } from '../../../ask/rules/column-type.ts'
import type { Comparator, Condition, Measure } from '../query/index.ts'
import type { ColumnOption, Noun, Part } from '../read/index.ts'
import { isBackward, mainNumber, scaledValue, senseColumn } from '../schema/index.ts'
import type { AdjectiveSense } from '../words/index.ts'
import type { UnattachedCondition } from './conditions.ts'
import { FLIPPED, nearTables } from './near-tables.ts'
import { type ChosenOption, choose, infoOf, isManyToOne, nounsOf, type Reading } from './reading.ts'

/** A bound on a number of related rows: "at least two courses". */
export interface CountBound {
  readonly part: Part
  readonly table: string
  readonly measure: Measure | null
  readonly bounds: readonly { readonly op: Comparator; readonly value: number }[]
}

const numeric = (reading: Reading, options: readonly ColumnOption[]): readonly ColumnOption[] =>
  options.filter(({ column, weight }) => {
    const info = infoOf(reading, column)
    // "Sailors younger than 30" does not bound the number of sailors.
    return (
      info !== undefined &&
      info.kind !== 'boolean' &&
      info.kind !== 'date' &&
      (info.kind !== 'key' || (/INT/i.test(info.type) && weight > 0.9))
    )
  })

/** The column that a number is compared with. */
const boundColumn = (
  reading: Reading,
  part: Part,
  noun: Noun | null,
  sense: AdjectiveSense | null,
): ChosenOption<ColumnOption> | null => {
  const near = nearTables(reading, part)
  if (noun?.kind === 'column') return choose(reading, numeric(reading, noun.options), near)
  if (noun !== null) return null
  const tables = [...new Set([...near, ...reading.tableMentions.map(({ table }) => table)])].filter(
    (table) => table !== null,
  )
  for (const table of tables) {
    const column = sense === null ? mainNumber(reading.catalog, table) : senseColumn(reading.catalog, table, sense)
    // "Younger than 30" refers to an age as clearly as the word "age".
    const weight = sense === null ? 0.75 : sense === 'age' ? 0.95 : 0.85
    if (column !== null) return { chosen: { column, weight }, weight, tied: false }
  }
  return null
}

export const boundProto = (
  reading: Reading,
  part: Extract<Part, { kind: 'bound' }>,
): UnattachedCondition | CountBound | null => {
  const { noun } = part
  const bounds = part.negated ? part.bounds.map((bound) => ({ ...bound, op: FLIPPED[bound.op] })) : part.bounds
  const counts = bounds.map(({ op, value }) => ({ op, value }))
  if (part.times) {
    const table = repeated(reading, part)
    return table === null ? null : { part, table, measure: null, bounds: counts }
  }
  if (noun?.kind === 'table') return { part, table: noun.table, measure: null, bounds: counts }
  if (noun?.kind === 'measure') {
    const [measure] = noun.measures
    return measure === undefined ? null : { part, table: measure.table, measure, bounds: counts }
  }
  const found = boundColumn(reading, part, noun, part.sense)
  if (found === null) return null
  const { column } = found.chosen
  // "Older than 40" cannot be compared with a date of birth.
  if (isBackward(reading.catalog, column, part.sense)) return null
  const info = infoOf(reading, column)
  const isText = isTextType(info?.type ?? '')
  // Compared as texts, '95' sorts after '150'.
  const isYear = info?.words.includes('year') === true && bounds.every(({ value }) => value >= 1000 && value <= 9999)
  if (isText && !isYear && bounds.some(({ op }) => op !== '=' && op !== '<>')) return null
  const inUnit = bounds.map(({ value, unit }) => scaledValue(reading.catalog, column, value, unit))
  // A duration in months cannot be converted to days.
  if (inUnit.includes(null)) return null
  const scaled = (value: number): number | string => (isText ? String(value) : value)
  const conditions: Condition[] =
    part.among.length > 0
      ? part.both
        ? part.among.map((value) => ({ type: 'compare', column, op: '=', value: scaled(value) }))
        : [{ type: 'in', column, values: part.among.map(scaled), negated: part.negated }]
      : bounds.map(({ op, value }, at) => ({ type: 'compare', column, op, value: scaled(inUnit[at] ?? value) }))
  return {
    part,
    conditions,
    table: column.table,
    negated: false,
    weight: found.weight,
    tied: found.tied,
  }
}

/** The table whose rows are counted by "times": the table named just before, other than the subject. */
const repeated = (reading: Reading, part: Part): string | null => {
  const before = reading.parts.filter(({ at }) => at < part.at).reverse()
  const tables = before.flatMap((one) => {
    if (one.kind === 'done') return choose(reading, one.options, [reading.subject])?.chosen.column.table ?? []
    return nounsOf(one).flatMap((noun) => (noun.kind === 'table' ? [noun.table] : []))
  })
  return (
    tables.find((table) => table !== reading.subject && !isManyToOne(reading, reading.subject ?? table, table)) ?? null
  )
}

/** A higher age is an earlier date of birth. */
const MIRRORED: Readonly<Record<Comparator, Comparator>> = {
  '=': '=',
  '<>': '<>',
  '>': '<',
  '>=': '<=',
  '<': '>',
  '<=': '>=',
}

export const againstProto = (
  reading: Reading,
  part: Extract<Part, { kind: 'against' }>,
): UnattachedCondition | null => {
  const found = boundColumn(reading, part, part.noun, part.sense)
  if (found === null || part.negated || infoOf(reading, found.chosen.column)?.kind === 'text') return null
  const { column } = found.chosen
  const condition: Condition = {
    type: 'average',
    column,
    op: isBackward(reading.catalog, column, part.sense) ? MIRRORED[part.op] : part.op,
    fold: part.fold,
  }
  return { part, conditions: [condition], table: column.table, negated: false, weight: found.weight, tied: found.tied }
}
