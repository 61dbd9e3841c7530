import type { TableAccess } from '../../../guard/table-access.ts'
import { repairableRefusal } from '../../shared/refuse.ts'
import { shortened } from '../language/names.ts'

/** A relation of a FROM clause under one alias. */
export interface Relation {
  readonly alias: string | undefined
  readonly columns: readonly string[]
  readonly has: ReadonlySet<string>
  /** Set for a database table. */
  readonly table: TableSource | undefined
}

export interface TableSource {
  readonly access: TableAccess
  /** Whether it has an alias, which hides its own name. */
  readonly hasAlias: boolean
  /** Columns that the query reads, by their names in this relation. */
  readonly read: Set<string>
  /** Columns used outside of aggregates in a grouped query, by their names in this relation. */
  readonly used: Set<string>
}

export const relationOf = (alias: string | undefined, columns: readonly string[], table?: TableSource): Relation => ({
  alias,
  columns,
  has: table?.access.columns === columns ? tableColumns(columns) : new Set(columns),
  table,
})

/** Cached for tables without renamed columns, which may have hundreds. */
const columnSets = new WeakMap<readonly string[], ReadonlySet<string>>()

const tableColumns = (columns: readonly string[]): ReadonlySet<string> => {
  const known = columnSets.get(columns) ?? new Set(columns)
  columnSets.set(columns, known)
  return known
}

/** Where column names are resolved: the relations of one SELECT, then those of outer queries. */
export interface Scope {
  readonly relations: readonly Relation[]
  readonly outer: Scope | undefined
}

/** The meaning of a name: a column of a relation, or the whole row of a relation. */
export interface ResolvedName {
  readonly relation: Relation
  readonly column: string | undefined
}

/** Resolves an unqualified name as PostgreSQL does: as a column at any level, then as a whole row. @throws Refused */
export const findName = (scope: Scope | undefined, name: string): ResolvedName => {
  for (let at = scope; at !== undefined; at = at.outer) {
    let relation: Relation | undefined
    for (const one of at.relations) {
      if (!one.has.has(name)) continue
      // PostgreSQL must see all of them to report an ambiguous name.
      if (relation !== undefined) one.table?.read.add(name)
      else relation = one
    }
    if (relation !== undefined) return { relation, column: name }
  }
  const relation = relationNamed(scope, name)
  if (relation === undefined) throw unknownColumn(scope, undefined, name)
  return { relation, column: undefined }
}

/**
 * Resolves `alias.column`. Only listed columns count, even where PostgreSQL would call a function of that name with the
 * row.
 *
 * @throws Refused
 */
export const findQualified = (scope: Scope | undefined, alias: string, column: string): ResolvedName => {
  const relation = relationNamed(scope, alias)
  if (relation === undefined || !relation.has.has(column)) throw unknownColumn(scope, alias, column)
  return { relation, column }
}

/** Marks all columns as read, where the server matches or counts columns. */
export const markAllRead = (relations: readonly Relation[]): void => {
  for (const { table, columns } of relations) for (const column of columns) table?.read.add(column)
}

/** The innermost relation of a name. */
export const relationNamed = (scope: Scope | undefined, alias: string): Relation | undefined => {
  for (let at = scope; at !== undefined; at = at.outer) {
    const relation = at.relations.find((one) => one.alias === alias)
    if (relation !== undefined) return relation
  }
  return undefined
}

export const unknownColumn = (scope: Scope | undefined, alias: string | undefined, name: string) => {
  const written = `${alias === undefined ? '' : `${shortened(alias)}.`}${shortened(name)}`
  if (alias !== undefined && relationNamed(scope, alias) === undefined)
    return repairableRefusal(
      'unknown_column',
      `There is no column ${written}: no table or alias is named ${shortened(alias)}.`,
    )
  const relations = (scope?.relations ?? []).filter((one) => alias === undefined || one.alias === alias)
  const listed = relations
    .slice(0, 6)
    .map((one) => `${one.alias ?? 'a sub-select'} has ${one.columns.slice(0, 40).map(shortened).join(', ')}`)
  const listing = listed.length === 0 ? '' : ` ${listed.join('; ')}.`
  return repairableRefusal('unknown_column', `There is no column ${written}. Text goes in single quotes.${listing}`)
}

/** @throws Refused if two relations of one FROM have the same name */
export const refuseDuplicateAliases = (relations: readonly Relation[]): void => {
  const taken = new Set<string>()
  for (const { alias } of relations) {
    if (alias === undefined) continue
    if (taken.has(alias))
      throw repairableRefusal(
        'duplicate_alias',
        `${shortened(alias)} occurs twice in one FROM: give each an alias of its own.`,
      )
    taken.add(alias)
  }
}
