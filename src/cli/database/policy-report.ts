import type { IndexSuggestion } from '../../databases/index-suggestions.ts'
import type { DatabaseSettings } from '../../domain/access/database-settings.ts'
import { effectivePolicy } from '../../domain/guard/effective-policy.ts'
import type { NameFolding } from '../../domain/guard/name-folding.ts'
import type { Policy } from '../../domain/guard/policy.ts'
import type { Drift } from '../../domain/guard/policy-drift.ts'
import { policyLines, toConfirm, wishOf } from '../../domain/guard/proposal/policy-lines.ts'
import { proposePolicy } from '../../domain/guard/proposal/propose-policy.ts'
import type { Schema } from '../../domain/guard/schema.ts'
import { noteSuggestions } from '../index-suggestions.ts'
import { printJson } from '../print.ts'
import type { Terminal } from '../terminal.ts'
import { policyTable } from './policy-table.ts'

export interface Reported {
  readonly settings: Pick<DatabaseSettings, 'id' | 'name'>
  readonly schema: Schema
  readonly policy: Policy
  readonly folding: NameFolding
  /** Where the policy and the database have grown apart. */
  readonly drift: readonly Drift[]
  /** Indexes that its filters miss, where somebody asked for them. */
  readonly suggestions?: readonly IndexSuggestion[]
}

/** Prints what a policy shows of each table, what it could show, and where it has drifted from the database. */
export const reportPolicy = (
  terminal: Terminal,
  { settings, schema, policy, folding, drift, suggestions }: Reported,
  json: boolean,
): void => {
  const proposal = proposePolicy(schema, folding, wishOf(policy))
  const lines = policyLines(effectivePolicy(policy, schema, folding), proposal, folding)
  const waiting = toConfirm(lines)
  if (json) {
    const indexes = suggestions === undefined ? {} : { missing_indexes: suggestions }
    printJson(terminal, { database_id: settings.id, policy, to_confirm: waiting, drift, ...indexes })
    return
  }
  terminal.write(`${policyTable(lines, policy.tenant, terminal)}\n`)
  for (const { table, kind, detail } of drift) terminal.note(`${kind}: ${table}: ${detail}`)
  noteSuggestions(terminal, suggestions ?? [])
  if (drift.some(({ kind }) => kind === 'column waits'))
    terminal.note(
      `To show a column that looks secret, or to hide it permanently: npx tabletalk database policy ${settings.id} --show TABLE.COLUMN (or --hide)`,
    )
  if (waiting.length > 0)
    terminal.note(
      `To confirm all or some of the tables: npx tabletalk database policy ${settings.id} --accept [table…]`,
    )
}
