import { createHash } from 'node:crypto'
import { tableName } from '../../guard/schema.ts'
import type { RowRule } from '../../guard/table-access.ts'

/** Digest of the row rules of a table, without bound values. */
export const ruleDigest = (rules: readonly RowRule[]): string =>
  createHash('sha256')
    .update(JSON.stringify(rules.map(plainRule)))
    .digest('base64url')
    .slice(0, 8)

const plainRule = (rule: RowRule): readonly unknown[] =>
  rule.kind === 'own'
    ? ['own', rule.column, rule.by, rule.orShared]
    : ['parent', rule.column, tableName(rule.parent), rule.parentColumn, rule.rules.map(plainRule)]
