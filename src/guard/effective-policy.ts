import { runToEnd, type Sliced } from '../platform/values/sliced.ts'
import { hiddenColumns } from './hidden-columns.ts'
import type { NameFolding } from './name-folding.ts'
import type { Policy, TablePolicy } from './policy.ts'
import { entryName } from './proposal/proposal.ts'
import { looksSecret, secretNames } from './proposal/secret-column.ts'
import { type Schema, type Table, tableName } from './schema.ts'

/** Derived policies by stored policy and schema; weak keys release them together with either. */
type PolicyCache = WeakMap<Policy, WeakMap<Schema, Policy>>

/** The cached policies of one stored policy, by schema. */
const bySchemaIn = (cache: PolicyCache, policy: Policy): WeakMap<Schema, Policy> => {
  const cached = cache.get(policy) ?? new WeakMap<Schema, Policy>()
  cache.set(policy, cached)
  return cached
}

const effectivePolicies: PolicyCache = new WeakMap()
const callerPolicies: PolicyCache = new WeakMap()

/**
 * The policy that guards enforce on a schema: the stored one plus `hide` for every column that looks secret and is not
 * listed in `show`. A new column is therefore hidden before a decision about it.
 *
 * @returns the stored policy itself if it already hides all of them
 */
export const effectivePolicy = (policy: Policy, schema: Schema, folding: NameFolding): Policy =>
  runToEnd(makeEffectivePolicy(policy, schema, folding))

/** `effectivePolicy` in slices. */
export function* makeEffectivePolicy(policy: Policy, schema: Schema, folding: NameFolding): Sliced<Policy> {
  const bySchema = bySchemaIn(effectivePolicies, policy)
  const cached = bySchema.get(schema)
  if (cached !== undefined) return cached
  const changedEntries = new Map<string, TablePolicy>()
  for (const table of schema.tables) {
    yield
    const name = entryName(policy, tableName(table), folding)
    const entry = policy.tables[name ?? '*']
    if (entry === undefined || entry.mode === 'deny') continue
    const hide = hiddenBy(table, entry, folding)
    if (hide.length > (entry.hide ?? []).length) changedEntries.set(name ?? tableName(table), { ...entry, hide })
  }
  const made =
    changedEntries.size === 0
      ? policy
      : { ...policy, tables: { ...policy.tables, ...Object.fromEntries(changedEntries) } }
  bySchema.set(schema, made)
  return made
}

/**
 * The policy that guards enforce in a document database for a caller with a tenant or a scope. Its names appear in
 * statements, so it is derived from the caller's own schema: a stored `hide` is dropped if only documents of other
 * callers may have caused it, that is, a path that looks secret and is not in the schema. Engines remove undescribed
 * paths that look secret from rows. All other paths in `hide` were written by the owner and stay.
 *
 * @param schema the caller's schema (`ownSchema`)
 */
export function* makeCallerPolicy(policy: Policy, schema: Schema, folding: NameFolding): Sliced<Policy> {
  const bySchema = bySchemaIn(callerPolicies, policy)
  const cached = bySchema.get(schema)
  if (cached !== undefined) return cached
  const paths = new Map<string, ReadonlySet<string>>()
  for (const table of schema.tables) {
    yield
    const all = table.columns.flatMap(({ name }) => pathsTo(folding.column(name)))
    const name = entryName(policy, tableName(table), folding)
    if (name !== undefined) paths.set(name, new Set(all))
  }
  const entries = Object.entries(policy.tables).map(([name, entry]) => {
    const [described, listed] = [paths.get(name), entry.hide ?? []]
    if (described === undefined || isSharedByAll(policy, entry)) return [name, entry] as const
    const hide = listed.filter((path) => described.has(folding.column(path)) || !looksSecret(path))
    return [name, hide.length === listed.length ? entry : { ...entry, hide }] as const
  })
  const isSame = entries.every(([name, entry]) => entry === policy.tables[name])
  const named = isSame ? policy : { ...policy, tables: Object.fromEntries(entries) }
  const made = yield* makeEffectivePolicy(named, schema, folding)
  bySchema.set(schema, made)
  return made
}

/** A path and its parents, outermost first. */
const pathsTo = (path: string): readonly string[] => {
  const parts = path.split('.')
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
}

/** Whether every caller sees all documents of a collection, and may therefore know all names in them. */
const isSharedByAll = ({ scope }: Policy, { mode }: TablePolicy): boolean => mode === 'shared' && scope === undefined

/** The columns that an entry hides: listed, secret by name, or computed from one of these. */
const hiddenBy = (table: Table, entry: TablePolicy, folding: NameFolding): readonly string[] => {
  const undecided = undecidedSecrets(table, entry, folding)
  if (undecided.length === 0) return entry.hide ?? []
  const listed = entry.hide ?? []
  const named = new Set(listed.map(folding.column))
  const hidden = hiddenColumns(table, [...listed, ...undecided], folding)
  const more = table.columns.map(({ name }) => name).filter((name) => hidden.has(folding.column(name)))
  return [...listed, ...more.filter((name) => !named.has(folding.column(name)))]
}

/** The columns of a table that look secret and that its entry neither hides nor shows. */
export const undecidedSecrets = (table: Table, entry: TablePolicy, folding: NameFolding): readonly string[] => {
  const secrets = secretNames(table)
  if (secrets.length === 0) return secrets
  const hidden = hiddenColumns(table, entry.hide, folding)
  return secrets.filter((name) => !hidden.has(folding.column(name)) && !listsColumn(name, entry.show, folding))
}

/** Whether `hide` or `show` of an entry lists a column by its own name or by the path of a parent document. */
export const listsColumn = (column: string, listed: readonly string[] = [], folding: NameFolding): boolean => {
  const folded = `${folding.column(column)}.`
  return listed.some((name) => folded.startsWith(`${folding.column(name)}.`))
}
