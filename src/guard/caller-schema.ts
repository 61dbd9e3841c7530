import { mapSliced, type Sliced } from '../platform/values/sliced.ts'
import type { GuardRules } from './guard-rules.ts'
import { isKnownIn, withPaths } from './known-paths.ts'
import type { NameFolding } from './name-folding.ts'
import type { Policy } from './policy.ts'
import { tablePolicy } from './policy-entries.ts'
import { type Column, type ForeignKey, type Schema, type Table, tableName } from './schema.ts'
import { tableAccess } from './table-access.ts'

/** Paths of one collection that callers may see. */
export interface KnownPaths {
  readonly table: string
  readonly columns: readonly Column[]
}

/** The schema of a document database that all callers of a kind share (with a tenant, a scope, or both). */
export interface SharedSchema {
  readonly schema: Schema
  /** Collections in which the visible documents differ between callers. */
  readonly filtered: readonly FilteredCollection[]
}

export interface FilteredCollection {
  readonly table: string
  /** Whether the caller's newest documents can be found first, without computing another collection or a view. */
  readonly hasNewest: boolean
}

export interface SharedSource extends GuardRules {
  readonly folding: NameFolding
  /** Paths that the owner's glossary names: `collection.path`. */
  readonly glossaryPaths: ReadonlySet<string>
  /** Paths that occur for enough tenants to be published. */
  readonly published: readonly KnownPaths[]
  readonly keysOf: KeysOf
}

/** Infers foreign keys to other collections from names and types alone. */
export type KeysOf = (tables: readonly Table[]) => (table: Table) => readonly ForeignKey[]

/**
 * The schema of a document database without anything that only the documents of other callers reveal. A collection
 * whose documents are filtered has its published paths and those that its owner declares (in a validator, the policy or
 * the glossary); its keys follow from names and types. Collections that the caller may not see are left out.
 */
export function* sharedSchema(source: SharedSource): Sliced<SharedSchema> {
  const { schema, folding, published } = source
  const pathsOf = new Map(published.map(({ table, columns }) => [table, columns]))
  const targets = new Set(viaTargets(source.policy))
  const glossedIn = pathsByCollection(source.glossaryPaths, schema.tables)
  const filtered: FilteredCollection[] = []
  const tables = yield* mapSliced(schema.tables, (table): readonly Table[] => {
    const access = tableAccess(table, source, folding)
    if (access === undefined) return []
    if (access.rules.length === 0) return [table]
    const name = tableName(table)
    const isOwn = access.rules.every(({ kind }) => kind === 'own')
    filtered.push({ table: name, hasNewest: isOwn && table.view !== true && access.columns.includes('_id') })
    const isTarget = (path: string) => targets.has(`${name}.${path}`)
    const columns = declaredColumns(table, { glossed: glossedIn(name), isTarget }, source)
    return [withPaths(withoutSamples(table, columns), pathsOf.get(name) ?? [])]
  })
  return { schema: { ...schema, tables: yield* withKeys(tables.flat(), filtered, source) }, filtered }
}

/**
 * Adds to the shared schema what the caller's own documents show.
 *
 * @returns the shared schema itself if they add nothing
 */
export function* ownSchema(
  { schema, filtered }: SharedSchema,
  own: readonly KnownPaths[],
  rules: Pick<SharedSource, 'policy' | 'folding' | 'keysOf'>,
): Sliced<Schema> {
  const callerColumns = new Map(own.map(({ table, columns }) => [table, columns]))
  const tables = yield* mapSliced(schema.tables, (table) => {
    const columns = callerColumns.get(tableName(table))
    return columns === undefined || columns.every(isKnownIn(table)) ? table : withPaths(table, columns)
  })
  if (tables.every((table, at) => table === schema.tables[at])) return schema
  return { ...schema, tables: yield* withKeys(tables, filtered, rules) }
}

/** A collection without what its samples show. */
const withoutSamples = (
  { rowCount: _, declared: __, foreignKeys: ___, ...table }: Table,
  columns: readonly Column[],
) => ({
  ...table,
  columns,
  foreignKeys: [],
})

/**
 * Every path that the owner names, each after its parents. Glossary paths are listed whether or not a sampled document
 * has them, and the order does not depend on documents.
 */
const declaredColumns = (
  { columns, declared = [], ...table }: Table,
  { glossed, isTarget }: { readonly glossed: readonly string[]; readonly isTarget: (path: string) => boolean },
  { policy, folding }: Pick<SharedSource, 'policy' | 'folding'>,
): readonly Column[] => {
  const entry = tablePolicy(policy, tableName(table), folding)
  const owners = [
    policy.tenant?.column,
    policy.scope?.column,
    entry.scope_column,
    ...('fk' in entry ? [entry.fk] : 'column' in entry ? [entry.column] : []),
  ]
  const found = columns.map(({ name }) => name)
  const ofPolicy = found.filter((path) => owners.includes(path) || isTarget(path))
  const named = new Set([...ofPolicy, ...glossed].flatMap(prefixes).toSorted())
  const known = new Set(declared.map(({ name }) => name))
  const bare = new Set([...found.filter((path) => path === '_id'), ...named])
  return [...[...bare].filter((name) => !known.has(name)).map(bareColumn), ...declared]
}

/** A column of which only the name is known. */
const bareColumn = (name: string): Column => ({ name, type: '', nullable: name !== '_id' })

/** The paths that the glossary names in each collection; if several collection names match, the longest wins. */
const pathsByCollection = (
  glossed: ReadonlySet<string>,
  tables: readonly Table[],
): ((name: string) => readonly string[]) => {
  const names = new Set(tables.map(tableName))
  const found = new Map<string, string[]>()
  for (const one of glossed) {
    const name = prefixes(one).findLast((prefix) => prefix !== one && names.has(prefix))
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), one.slice(name.length + 1)])
  }
  return (name) => found.get(name) ?? []
}

/** A path and its parents, outermost first. */
const prefixes = (path: string): readonly string[] => {
  const parts = path.split('.')
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
}

/** The columns that `via` entries of the policy refer to. */
const viaTargets = ({ tables }: Policy): readonly string[] =>
  Object.values(tables).flatMap((entry) => (entry.mode === 'via' ? [entry.ref] : []))

/** Adds keys of the policy and of names and types; drops keys into filtered collections that values alone show. */
function* withKeys(
  tables: readonly Table[],
  filtered: readonly FilteredCollection[],
  { policy, folding, keysOf }: Pick<SharedSource, 'policy' | 'folding' | 'keysOf'>,
): Sliced<readonly Table[]> {
  const isFiltered = new Set(filtered.map(({ table }) => table))
  const named = keysOf(tables)
  return yield* mapSliced(tables, (table) => {
    const byName = named(table)
    const others = isFiltered.has(tableName(table))
      ? viaKeys(table, policy, folding)
      : table.foreignKeys.filter(({ refTable }) => !isFiltered.has(refTable))
    const kept = byName.filter((key) =>
      isFiltered.has(tableName(table)) ? !others.some((one) => isSame(one, key)) : isFiltered.has(key.refTable),
    )
    const foreignKeys = [...others, ...kept]
    return JSON.stringify(foreignKeys) === JSON.stringify(table.foreignKeys) ? table : { ...table, foreignKeys }
  })
}

const viaKeys = (table: Table, policy: Policy, folding: NameFolding): readonly ForeignKey[] => {
  const entry = tablePolicy(policy, tableName(table), folding)
  if (entry.mode !== 'via') return []
  const dot = entry.ref.lastIndexOf('.')
  return [{ columns: [entry.fk], refTable: entry.ref.slice(0, dot), refColumns: [entry.ref.slice(dot + 1)] }]
}

const isSame = (one: ForeignKey, other: ForeignKey): boolean =>
  one.refTable === other.refTable && one.columns.join() === other.columns.join()
