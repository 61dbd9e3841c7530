import { mapSliced, type Sliced } from '../../platform/values/sliced.ts'
import type { NameFolding } from '../name-folding.ts'
import { type Table, tableName } from '../schema.ts'
import type { TableProposal } from './proposal.ts'
import type { KeyedSchema, SingleKey } from './single-keys.ts'

/** Maximum number of keys between a table and its tenant table; the guard has the same limit. */
const CHAIN_MAX = 3

/**
 * Proposes `via` for tables whose keys lead to a table that identifies its tenant: by the shortest path, and by
 * declared keys before keys known by name only. A parent without a filter is not used.
 *
 * @param byTenant proposals for tables with a tenant column; those denied there are not used as parents
 */
export function* proposeParents(
  { schema, keys: all }: KeyedSchema,
  folding: NameFolding,
  byTenant: ReadonlyMap<Table, TableProposal>,
): Sliced<ReadonlyMap<Table, TableProposal>> {
  const found = new Map<Table, TableProposal>()
  const depths = new Map<Table, number>()
  for (const [table, { policy }] of byTenant) if (policy.mode !== 'deny') depths.set(table, 0)
  const open = schema.tables.filter((table) => !byTenant.has(table))
  const keys = new Map(yield* mapSliced(open, (table) => [table, (all.get(table) ?? []).filter(isWritable)] as const))

  function* walk(usable: (key: SingleKey) => boolean): Sliced<void> {
    for (let depth = 1; depth <= CHAIN_MAX; depth++) {
      const reached = yield* mapSliced(open, (table) => {
        if (depths.has(table)) return []
        const candidates = (keys.get(table) ?? []).filter((key) => usable(key) && depths.get(key.parent) === depth - 1)
        const key = candidates.find(({ column }) => !column.nullable) ?? candidates[0]
        return key === undefined ? [] : [{ table, key, others: candidates.filter((other) => other !== key) }]
      })
      for (const { table, key, others } of reached.flat()) {
        depths.set(table, depth)
        found.set(table, viaProposal(table, key, others))
      }
    }
  }
  yield* walk(({ isDeclared }) => isDeclared)
  yield* walk(() => true)

  const leadingToTenant = new Set([...depths.keys()].map((parent) => folding.table(tableName(parent))))
  for (const table of open) {
    const context = { folding, keys: keys.get(table) ?? [], depths, leadingToTenant }
    const reason = depths.has(table) ? undefined : denialReason(table, context)
    if (reason !== undefined)
      found.set(table, { table: tableName(table), policy: { mode: 'deny' }, reason, isCertain: false })
    yield
  }
  return found
}

/** Whether a policy can name the parent column: it writes `table.column` and splits at the last dot. */
const isWritable = ({ parentColumn }: SingleKey): boolean => !parentColumn.name.includes('.')

const viaProposal = (table: Table, key: SingleKey, others: readonly SingleKey[]): TableProposal => {
  const ref = `${tableName(key.parent)}.${key.parentColumn.name}`
  const basis = key.inferred ? 'its values occur there' : key.isDeclared ? 'a key' : 'by name; no key is declared'
  const nullNote = key.column.nullable ? '; rows where it is null are not visible' : ''
  const otherKeysNote = others.length === 0 ? '' : `; not by ${others.map(({ column }) => column.name).join(', ')}`
  return {
    table: tableName(table),
    policy: { mode: 'via', fk: key.column.name, ref },
    reason: `${key.column.name} → ${ref} (${basis})${nullNote}${otherKeysNote}`,
    isCertain: false,
  }
}

interface DenialContext {
  readonly folding: NameFolding
  readonly keys: readonly SingleKey[]
  readonly depths: ReadonlyMap<Table, number>
  /** Names of the tables that lead to a tenant. */
  readonly leadingToTenant: ReadonlySet<string>
}

const denialReason = (table: Table, { folding, keys, depths, leadingToTenant }: DenialContext): string | undefined => {
  const far = keys.find(({ parent }) => depths.get(parent) === CHAIN_MAX)
  if (far !== undefined)
    return `more than ${CHAIN_MAX} foreign keys away from a tenant table, through ${tableName(far.parent)}`
  const wide = table.foreignKeys.find(
    ({ columns, refTable }) => columns.length > 1 && leadingToTenant.has(folding.table(refTable)),
  )
  return wide && `its key to ${wide.refTable} has ${wide.columns.length} columns, but \`via\` follows only one`
}
