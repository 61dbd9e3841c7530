import type { ColumnRef, Comparator, Condition, Measure } from '../query/index.ts'
import type { ColumnOption, Noun, Part } from '../read/index.ts'
import { mainNumber, scaledValue, senseColumn } from '../schema/index.ts'
import type { Proto } from './conditions.ts'
import { FLIPPED, nearTables } from './near-tables.ts'
import { type Chosen, choose, infoOf, leadsTo, nounsOf, type Scene, tableInfo } from './scene.ts'

/** A number of rows of a table: "at least two courses". */
export interface CountBound {
  readonly part: Part
  readonly table: string
  readonly measure: Measure | null
  readonly bounds: readonly { readonly op: Comparator; readonly value: number }[]
}

const AGED = /^(age|ages)$/
const BEGUN = /^(birth|born|birthday|dob|founded|opened|built|est|established|construction|constructed)$/

/** The column that "older" or "cheaper" is about. */
export const columnOfSense = (scene: Scene, table: string | null, sense: string): ColumnRef | null => {
  const info = table === null ? undefined : tableInfo(scene, table)
  if (info === undefined) return null
  if (sense === 'age') {
    const columns = [...info.columns.values()]
    const age = columns.find(({ kind, words }) => kind !== 'date' && words.some((word) => AGED.test(word)))
    const born = columns.find(({ words, kind }) => kind !== 'key' && words.some((word) => BEGUN.test(word)))
    const found = age ?? born
    return found === undefined
      ? senseColumn(scene.catalog, info.name, 'time')
      : { table: info.name, column: found.name }
  }
  return senseColumn(scene.catalog, info.name, asSense(sense))
}

/** Who is older has a higher age, or an earlier day of birth. */
export const isBackward = (scene: Scene, column: ColumnRef, sense: string | null): boolean =>
  sense === 'age' && infoOf(scene, column)?.words.some((word) => AGED.test(word)) !== true

const SENSES = ['time', 'price', 'size', 'duration', 'rating', 'sold', 'weight', 'count', 'length'] as const

const asSense = (sense: string): (typeof SENSES)[number] => SENSES.find((one) => one === sense) ?? 'size'

const numeric = (scene: Scene, options: readonly ColumnOption[]): readonly ColumnOption[] =>
  options.filter(({ column, weight }) => {
    const info = infoOf(scene, column)
    // "Sailors younger than 30" are not those whose number is below it.
    return (
      info !== undefined &&
      info.kind !== 'boolean' &&
      info.kind !== 'date' &&
      (info.kind !== 'key' || (/INT/i.test(info.type) && weight > 0.9))
    )
  })

/** The column that a number is compared with. */
const boundColumn = (
  scene: Scene,
  part: Part,
  noun: Noun | null,
  sense: string | null,
): Chosen<ColumnOption> | null => {
  const near = nearTables(scene, part)
  if (noun?.kind === 'column') return choose(scene, numeric(scene, noun.options), near)
  if (noun !== null) return null
  const before = sense === null ? columnBefore(scene, part) : null
  if (before !== null) return { chosen: { column: before, weight: 0.9 }, weight: 0.9, tied: false }
  const tables = [...new Set([...near, ...scene.said.map(({ table }) => table)])].filter((table) => table !== null)
  for (const table of tables) {
    const column = sense === null ? mainNumber(scene.catalog, table) : columnOfSense(scene, table, sense)
    // "Younger than 30" names an age as well as "age" does.
    const weight = sense === null ? 0.75 : sense === 'age' ? 0.95 : 0.85
    if (column !== null) return { chosen: { column, weight }, weight, tied: false }
  }
  return null
}

/** "Above age 40 and below 30": the column is said once. */
const columnBefore = (scene: Scene, part: Part): ColumnRef | null => {
  for (const other of scene.parts) {
    if (other.at >= part.at) break
    if (other.kind !== 'bound' || other.noun?.kind !== 'column') continue
    return boundColumn(scene, other, other.noun, null)?.chosen.column ?? null
  }
  return null
}

export const boundProto = (scene: Scene, part: Extract<Part, { kind: 'bound' }>): Proto | CountBound | null => {
  const { noun } = part
  const bounds = part.negated ? part.bounds.map((bound) => ({ ...bound, op: FLIPPED[bound.op] })) : part.bounds
  const counts = bounds.map(({ op, value }) => ({ op, value }))
  if (part.times) {
    const table = repeated(scene, part)
    return table === null ? null : { part, table, measure: null, bounds: counts }
  }
  if (noun?.kind === 'table') return { part, table: noun.table, measure: null, bounds: counts }
  if (noun?.kind === 'measure') {
    const [measure] = noun.measures
    return measure === undefined ? null : { part, table: measure.table, measure, bounds: counts }
  }
  const found = boundColumn(scene, part, noun, part.sense)
  if (found === null) return null
  const { column } = found.chosen
  // "Older than 40" is nothing that a day of birth is compared with.
  if (isBackward(scene, column, part.sense)) return null
  const info = infoOf(scene, column)
  const isText = /CHAR|TEXT|CLOB/i.test(info?.type ?? '')
  // "The names of the 3 largest": nothing is called 3.
  if (isText && info?.words.some((word) => word.endsWith('name')) === true) return null
  // As texts, '95' comes after '150'.
  const isYear = info?.words.includes('year') === true && bounds.every(({ value }) => value >= 1000 && value <= 9999)
  if (isText && !isYear && bounds.some(({ op }) => op !== '=' && op !== '<>')) return null
  const inUnit = bounds.map(({ value, unit }) => scaledValue(scene.catalog, column, value, unit))
  // A length in months is no number of days.
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

/** What was done so often: the rows that are spoken of right before, beside those that are asked for. */
const repeated = (scene: Scene, part: Part): string | null => {
  const before = scene.parts.filter(({ at }) => at < part.at).reverse()
  const tables = before.flatMap((one) => {
    if (one.kind === 'done') return choose(scene, one.options, [scene.subject])?.chosen.column.table ?? []
    return nounsOf(one).flatMap((noun) => (noun.kind === 'table' ? [noun.table] : []))
  })
  return tables.find((table) => table !== scene.subject && !leadsTo(scene, scene.subject ?? table, table)) ?? null
}

const MIRRORED: Readonly<Record<Comparator, Comparator>> = {
  '=': '=',
  '<>': '<>',
  '>': '<',
  '>=': '<=',
  '<': '>',
  '<=': '>=',
}

const backward =
  (scene: Scene, column: ColumnRef, sense: string | null) =>
  (op: Comparator): Comparator =>
    isBackward(scene, column, sense) ? MIRRORED[op] : op

export const againstProto = (scene: Scene, part: Extract<Part, { kind: 'against' }>): Proto | null => {
  const found = boundColumn(scene, part, part.noun, part.sense)
  if (found === null || infoOf(scene, found.chosen.column)?.kind === 'text') return null
  const { column } = found.chosen
  const condition: Condition = {
    type: 'average',
    column,
    op: backward(scene, column, part.sense)(part.negated ? FLIPPED[part.op] : part.op),
    fold: part.fold,
  }
  return { part, conditions: [condition], table: column.table, negated: false, weight: found.weight, tied: found.tied }
}
