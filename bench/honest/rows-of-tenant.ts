import type { LoadValue, NewTable } from '../../src/engines/loader.ts'
import type { Policy } from '../../src/guard/policy.ts'

/**
 * The tables with one tenant's rows only, and without denied ones. Rows are removed here, so that nothing is shared
 * with the guard: a plain query among them must find what a guarded one finds among all.
 *
 * @param tables each after those that it references
 * @param policy with the same table names
 */
export const rowsOfTenant = (
  tables: readonly NewTable[],
  { tenant, tables: entries }: Pick<Policy, 'tenant' | 'tables'>,
  own: number,
): readonly NewTable[] => {
  const kept: NewTable[] = []
  for (const table of tables) {
    const entry = entries[table.name] ?? { mode: 'deny' }
    const at = (name: string) => table.columns.findIndex((column) => column.name === name)
    const keep = (those: (row: readonly LoadValue[]) => boolean) =>
      // Foreign keys to rows of other tenants have no target.
      kept.push({ ...table, foreignKeys: [], rows: table.rows.filter(those) })
    if (entry.mode === 'deny') continue
    if (entry.mode === 'shared') keep(() => true)
    else if (entry.mode === 'via') {
      const [parent = '', key = ''] = entry.ref.split('.')
      const parents = kept.find(({ name }) => name === parent)
      const keyAt = parents?.columns.findIndex(({ name }) => name === key) ?? -1
      const keys = new Set(parents?.rows.map((row) => row[keyAt]))
      keep((row) => keys.has(row[at(entry.fk)]))
    } else {
      const owner = at(entry.column ?? tenant?.column ?? '')
      keep((row) => row[owner] === own || (entry.mode === 'sharedOrOwn' && row[owner] === null))
    }
  }
  return kept
}
