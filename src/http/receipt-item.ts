import { z } from 'zod'

const count = z.int().min(0)

const guarded = {
  engine: z.string(),
  guarded_query: z.string().optional(),
  tables: z.array(
    z.object({ table: z.string(), mode: z.string(), filter_columns: z.array(z.string()).readonly().optional() }),
  ),
  filters: z.array(z.enum(['tenant', 'scope'])).readonly(),
  fingerprint: z.string(),
  guard_version: z.int(),
  checks: z
    .object({ guard: z.literal('passed'), verifier: z.literal('passed') })
    .optional()
    .meta({
      description:
        'The guard and its verifier have both passed the statement; absent for public keys without `queries`.',
    }),
}

const ComparedItem = z
  .object({
    query: z.string().optional(),
    ...guarded,
    row_count: count.optional().meta({ description: 'Absent if the statement was cancelled or failed.' }),
  })
  .meta({ id: 'ComparedStatement' })

/** The query of an answer and its filters; statements, columns and checks are shown to organization keys only. */
export const ReceiptItem = z
  .object({
    query: z.string().optional(),
    planner: z
      .string()
      .optional()
      .meta({ description: 'The planner that drafted the query: `builtin`, or `model:` followed by the model name.' }),
    ...guarded,
    row_count: count,
    truncated: z.boolean(),
    execution_time_ms: z.number().min(0),
    executed_at: z.iso.datetime({ precision: 3 }),
    compared: z.array(ComparedItem).optional().meta({
      description: 'Number of other interpretations of the question that were run before it was answered.',
    }),
  })
  .meta({ id: 'Receipt' })
