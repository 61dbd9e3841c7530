import type { Comparator } from '../query/index.ts'
import type { Part } from '../read/index.ts'
import { type Reading, tablesNamedBefore } from './reading.ts'

export const FLIPPED: Readonly<Record<Comparator, Comparator>> = {
  '=': '<>',
  '<>': '=',
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
}

export const nearTables = (reading: Reading, part: Part): readonly (string | null)[] => [
  ...tablesNamedBefore(reading, part.at).slice(0, 2),
  reading.subject,
  ...reading.tableMentions.map(({ table }) => table),
]
