/** A decision about a whole table. */
export type TableDecision = 'accept' | 'share' | 'deny'

/** Unsaved decisions, by table and by `TABLE.COLUMN`. */
export interface PolicyChanges {
  readonly tables: ReadonlyMap<string, TableDecision>
  readonly columns: ReadonlyMap<string, 'hide' | 'show'>
}

export const NO_CHANGES: PolicyChanges = { tables: new Map(), columns: new Map() }

export const countOf = ({ tables, columns }: PolicyChanges): number => tables.size + columns.size

/** Sets the decision for tables; undefined removes it. */
export const decideTables = (
  { tables, columns }: PolicyChanges,
  names: readonly string[],
  decision: TableDecision | undefined,
): PolicyChanges => ({ tables: withEntries(tables, names, decision), columns })

/** Sets the decision for a column, named `TABLE.COLUMN`; undefined removes it. */
export const decideColumn = (
  { tables, columns }: PolicyChanges,
  name: string,
  decision: 'hide' | 'show' | undefined,
): PolicyChanges => ({ tables, columns: withEntries(columns, [name], decision) })

const withEntries = <Value>(
  entries: ReadonlyMap<string, Value>,
  names: readonly string[],
  value: Value | undefined,
): ReadonlyMap<string, Value> => {
  const changed = new Map(entries)
  for (const name of names) {
    if (value === undefined) changed.delete(name)
    else changed.set(name, value)
  }
  return changed
}

/** As in the contract. */
export const patchOf = ({ tables, columns }: PolicyChanges) => {
  const named = <Value>(entries: ReadonlyMap<string, Value>, wanted: Value): string[] =>
    [...entries].filter(([, value]) => value === wanted).map(([name]) => name)
  const lists = {
    accept: named(tables, 'accept'),
    share: named(tables, 'share'),
    deny: named(tables, 'deny'),
    hide: named(columns, 'hide'),
    show: named(columns, 'show'),
  }
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
}
