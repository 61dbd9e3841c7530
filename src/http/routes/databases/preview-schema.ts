import { z } from 'zod'
import { NOT_COUNTED_REASONS } from '../../../domain/guard/policy-preview.ts'
import { resultFields } from '../../result-data.ts'
import { column, PolicyBody, PolicyPatch, tables, text } from './database-schema.ts'

/** A change of a policy that is not stored, and for whom it is previewed. */
export const PolicyPreviewBody = z
  .strictObject({
    changes: PolicyPatch.optional(),
    policy: PolicyBody.optional(),
    tenant_id: text(255)
      .describe('As `X-Tenant-Id` of a question names it; of databases that keep tenants apart.')
      .optional(),
    scope_id: z
      .string()
      .trim()
      .normalize('NFC')
      .min(1)
      .max(255)
      .describe('As `X-Scope-Id` of a question names it; without it the rows of all end users count.')
      .optional(),
    tables: tables.optional(),
    sample_table: column.describe('The table whose first five rows are shown.').optional(),
  })
  .meta({ id: 'PolicyPreviewRequest' })

const count = z.int().min(0).nullable()
const reason = z
  .enum(NOT_COUNTED_REASONS)
  .nullable()
  .describe(
    '`table_limit`: one table too many for a request; `timeout`: it took too long; `busy`: there was no place for it; `refused`: the guard or the database refused it.',
  )

const Visible = z.object({
  is_open: z.boolean().describe('Whether the caller may ask about the table at all.'),
  visible: count.describe('Rows that the caller sees; null where they were not counted.'),
})

/** What a caller sees of tables under the stored policy, and under a changed one. */
export const PolicyPreviewItem = z
  .object({
    tables: z.array(
      z.object({
        table: z.string(),
        before: Visible,
        after: Visible,
        total: count.describe('All rows of the table; null where they were not counted.'),
        is_complete: z.boolean(),
        reason,
      }),
    ),
    sample: z
      .object({ table: z.string(), ...resultFields, reason })
      .nullable()
      .describe('The first rows as the caller would see them under the changed policy, without hidden columns.'),
    is_complete: z.boolean().describe('Whether everything was counted and read.'),
  })
  .meta({ id: 'PolicyPreview' })
