import { z } from 'zod'
import { NOT_COUNTED_REASONS } from '../../../guard/policy-preview.ts'
import { resultFields } from '../../../http/result-data.ts'
import { column, PolicyBody, PolicyPatch, tables, text } from './database-schema.ts'

/** A policy change to preview, and the caller. */
export const PolicyPreviewBody = z
  .strictObject({
    changes: PolicyPatch.optional(),
    policy: PolicyBody.optional(),
    tenant_id: text(255)
      .describe('The tenant, as in `X-Tenant-Id` of a question; for databases with tenant scoping.')
      .optional(),
    scope_id: z
      .string()
      .trim()
      .normalize('NFC')
      .min(1)
      .max(255)
      .describe('The scope, as in `X-Scope-Id` of a question; without it, the rows of all scopes are counted.')
      .optional(),
    tables: tables.optional(),
    sample_table: column.describe('The table of which the first five rows are returned.').optional(),
  })
  .meta({ id: 'PolicyPreviewRequest' })

const count = z.int().min(0).nullable()
const reason = z
  .enum(NOT_COUNTED_REASONS)
  .nullable()
  .describe(
    '`table_limit`: the request has too many tables; `timeout`: the count took too long; `busy`: no slot was free; `refused`: the guard or the database refused it.',
  )

const Visible = z.object({
  is_open: z.boolean().describe('Whether the caller may access the table.'),
  visible: count.describe('Rows that the caller sees; null if they were not counted.'),
})

/** What a caller sees under the stored policy and under the change. */
export const PolicyPreviewItem = z
  .object({
    tables: z.array(
      z.object({
        table: z.string(),
        before: Visible,
        after: Visible,
        total: count.describe('All rows of the table; null if they were not counted.'),
        is_complete: z.boolean(),
        reason,
      }),
    ),
    sample: z
      .object({ table: z.string(), ...resultFields, reason })
      .nullable()
      .describe('The first rows as the caller would see them under the changed policy, without hidden columns.'),
    is_complete: z.boolean().describe('Whether all counts and rows are complete.'),
  })
  .meta({ id: 'PolicyPreview' })
