import { z } from 'zod'
import type { QueryResult } from '../ask/rules/outcome.ts'
import { ShortenedItem } from './shortened-item.ts'

const ColumnItem = z
  .object({
    name: z.string(),
    type: z.enum(['number', 'text', 'boolean', 'null', 'mixed']),
    unit: z
      .string()
      .optional()
      .meta({ description: 'The unit of the numbers, if the glossary defines one: `EUR`, `days`; `%` for shares.' }),
    title: z.string().optional().meta({ description: 'For people; absent: the words of the name.' }),
  })
  .meta({ id: 'Column' })

/** The fields of a result in every response. */
export const resultFields = {
  columns: z.array(ColumnItem).readonly(),
  rows: z.array(z.record(z.string(), z.unknown())).readonly(),
  row_count: z.int().min(0),
  truncated: z.boolean(),
  shortened: z.array(ShortenedItem).readonly().optional(),
}

const ResultItem = z.object(resultFields)

/** A result in the form of the API. */
export const resultData = ({
  columns,
  rows,
  rowCount,
  truncated,
  shortened,
}: Omit<QueryResult, 'executionTimeMs'>): z.input<typeof ResultItem> => ({
  columns,
  rows,
  row_count: rowCount,
  truncated,
  ...(shortened === undefined ? {} : { shortened }),
})
