import type { NameFolding } from '../../../../guard/name-folding.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import type { Name } from './tree.ts'

/** A relation in FROM: its alias (if any) and its columns, case-folded. */
export interface Relation {
  readonly alias: string | undefined
  readonly columns: readonly string[]
  readonly has: ReadonlySet<string>
}

export const relationOf = (alias: string | undefined, columns: readonly string[]): Relation => ({
  alias,
  columns,
  has: new Set(columns),
})

/** Where column names are resolved: the relations of one SELECT, then those of outer queries. */
export interface Scope {
  readonly relations: readonly Relation[]
  /** Aliases of result columns, for clauses that may use them. */
  readonly aliases: ReadonlySet<string>
  readonly outer: Scope | undefined
}

/**
 * Resolves a column as databases do. Only columns listed by a schema, sub-select or WITH table count: `rowid` and its
 * aliases do not, and a word in double quotes is never text.
 *
 * @throws Refused
 */
export const findColumn = (
  scope: Scope | undefined,
  table: Name | undefined,
  name: Name,
  folding: NameFolding,
): void => {
  const wanted = folding.column(name.text)
  const source = table && folding.table(table.text)
  let tableKnown = false
  for (let at = scope; at !== undefined; at = at.outer) {
    const relations = source === undefined ? at.relations : at.relations.filter(({ alias }) => alias === source)
    tableKnown ||= relations.length > 0
    if (relations.some(({ has }) => has.has(wanted))) return
    if (source === undefined && at.aliases.has(wanted)) return
  }
  throw unknownColumn(scope, table, name, tableKnown, source)
}

const unknownColumn = (
  scope: Scope | undefined,
  table: Name | undefined,
  name: Name,
  tableKnown: boolean,
  source: string | undefined,
) => {
  const written = `${table === undefined ? '' : `${shortened(table.text)}.`}${shortened(name.text)}`
  if (table !== undefined && !tableKnown)
    return repairableRefusal(
      'unknown_column',
      `There is no column ${written}: no table or alias is named ${shortened(table.text)}.`,
    )
  const inQuotes = name.quote === undefined ? '' : ' Text goes in single quotes.'
  return repairableRefusal('unknown_column', `There is no column ${written}.${inQuotes}${columnsOf(scope, source)}`)
}

const columnsOf = (scope: Scope | undefined, source: string | undefined): string => {
  const relations = (scope?.relations ?? []).filter(({ alias }) => source === undefined || alias === source)
  const listed = relations.map(
    ({ alias, columns }) => `${alias ?? 'a sub-select'} has ${columns.slice(0, 40).join(', ')}`,
  )
  return listed.length === 0 ? '' : ` ${listed.slice(0, 6).join('; ')}.`
}

/** Shortens a name for a hint. */
export const shortened = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name)
