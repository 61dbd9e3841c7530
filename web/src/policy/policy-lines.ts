import type { PolicyReview } from '../databases/database.ts'
import type { Policy } from './policy.ts'

type Entry = Policy['tables'][string]

/** One table, with what the stored policy shows of it, or would show once accepted. */
export interface PolicyLine {
  readonly table: string
  readonly state: 'open' | 'toConfirm' | 'closed'
  readonly entry: Entry
  /** Reason of the proposal; empty if there is none. */
  readonly evidence: string
}

const ORDER = ['toConfirm', 'open', 'closed'] as const

/** All tables, those with open decisions first. */
export const policyLines = (policy: Policy, review: PolicyReview): readonly PolicyLine[] => {
  const entries = new Map(Object.entries(policy.tables).map(([name, entry]) => [name.toLowerCase(), entry]))
  const entryOf = (table: string): Entry => entries.get(table.toLowerCase()) ?? policy.tables['*'] ?? { mode: 'deny' }
  const waiting = review.to_confirm.map(({ table, policy: entry, reason }) => ({
    table,
    entry,
    evidence: reason,
    state: 'toConfirm' as const,
  }))
  const open = review.open.map((table) => ({ table, entry: entryOf(table), evidence: '', state: 'open' as const }))
  const known = new Set([...waiting, ...open].map(({ table }) => table.toLowerCase()))
  const closed = Object.keys(policy.tables)
    .filter((table) => table !== '*' && !known.has(table.toLowerCase()))
    .map((table) => ({ table, entry: entryOf(table), evidence: '', state: 'closed' as const }))
  const lines: readonly PolicyLine[] = [...waiting, ...open, ...closed]
  return ORDER.flatMap((state) => lines.filter((line) => line.state === state))
}

/** Columns that an entry hides. */
export const hiddenColumns = ({ hide }: Entry): readonly string[] => textsOf(hide)

/** Columns that an entry shows although their names look secret. */
export const shownColumns = ({ show }: Entry): readonly string[] => textsOf(show)

const textsOf = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
