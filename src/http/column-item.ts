import { z } from 'zod'

/** A column of a result. */
export const ColumnItem = z
  .object({
    name: z.string(),
    type: z.enum(['number', 'text', 'boolean', 'null', 'mixed']),
    unit: z
      .string()
      .optional()
      .meta({ description: 'What its numbers count, where the glossary says it: `EUR`, `days`; `%` of shares.' }),
  })
  .meta({ id: 'Column' })
