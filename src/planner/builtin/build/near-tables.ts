import type { Comparator } from '../query/index.ts'
import type { Part } from '../read/index.ts'
import { type Reading, saidBefore } from './reading.ts'

export const FLIPPED: Readonly<Record<Comparator, Comparator>> = {
  '=': '<>',
  '<>': '=',
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
}

/** "A cat that is three years old": what a clause is about, where a value names it. */
const valueBefore = ({ parts }: Reading, part: Part): readonly string[] => {
  const before = parts[parts.indexOf(part) - 1]
  if (before?.kind !== 'value' || before.clause === 0 || part.clause <= before.clause) return []
  const [only, more] = [...new Set(before.values[0]?.map(({ column }) => column.table))]
  return only === undefined || more !== undefined ? [] : [only]
}

export const nearTables = (reading: Reading, part: Part): readonly (string | null)[] => [
  ...valueBefore(reading, part),
  ...saidBefore(reading, part.at).slice(0, 2),
  reading.subject,
  ...reading.said.map(({ table }) => table),
]
