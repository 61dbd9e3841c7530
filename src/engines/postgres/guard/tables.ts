import type { GuardRules } from '../../../guard/guard-rules.ts'
import type { Schema, Table } from '../../../guard/schema.ts'
import { tableName } from '../../../guard/schema.ts'
import { type TableAccess, tableAccess } from '../../../guard/table-access.ts'
import { repairableRefusal } from '../../shared/refuse.ts'
import { FOLDING, shortened } from '../language/names.ts'
import type { DatabaseTypes } from './database-types.ts'

/** Cached per schema, because every table of every query is looked up. */
const tablesBySchema = new WeakMap<Schema, ReadonlyMap<string, readonly Table[]>>()

const HINT_NAMES_MAX = 60

/** Cached per caller, whose queries name the same tables repeatedly. */
const byRules = new WeakMap<GuardRules, Tables>()

/** The tables that a caller may see, by the names that queries may use. */
export class Tables {
  static of(rules: GuardRules): Tables {
    const known = byRules.get(rules) ?? new Tables(rules)
    byRules.set(rules, known)
    return known
  }

  readonly #rules: GuardRules
  readonly #known = new Map<Table, TableAccess | undefined>()
  readonly #visible = new Map<string, readonly TableAccess[]>()

  /** The customer's own types. */
  get types(): DatabaseTypes {
    return this.#rules.schema.types
  }

  private constructor(rules: GuardRules) {
    this.#rules = rules
  }

  /**
   * An unqualified name refers to the table in `public`, else to the only visible one of that name.
   *
   * @throws Refused, with the same message for invisible and missing tables
   */
  find(schema: string | undefined, name: string): TableAccess {
    const visible = this.#visibleTables(name)
    if (schema !== undefined) {
      const found = visible.find(({ table }) => (table.schema ?? 'public') === schema)
      if (found === undefined) throw this.#unknown(`${shortened(schema)}.${shortened(name)}`)
      return found
    }
    const found = visible.find(({ table }) => (table.schema ?? 'public') === 'public') ?? visible[0]
    if (found === undefined) throw this.#unknown(shortened(name))
    if (visible.length > 1 && (found.table.schema ?? 'public') !== 'public')
      throw repairableRefusal(
        'ambiguous_table',
        `${shortened(name)} is in several schemas: write ${visible.map(({ table }) => tableName(table)).join(' or ')}.`,
      )
    return found
  }

  #visibleTables(name: string): readonly TableAccess[] {
    const known = this.#visible.get(name)
    if (known !== undefined) return known
    const tables = tablesOf(this.#rules.schema).get(name)
    if (tables === undefined) return []
    const visible = tables.flatMap((table) => this.#access(table) ?? [])
    this.#visible.set(name, visible)
    return visible
  }

  #access(table: Table): TableAccess | undefined {
    if (!this.#known.has(table)) this.#known.set(table, tableAccess(table, this.#rules, FOLDING))
    return this.#known.get(table)
  }

  #unknown(written: string) {
    const names: string[] = []
    for (const table of this.#rules.schema.tables) {
      if (names.length === HINT_NAMES_MAX) break
      if (this.#access(table) !== undefined) names.push(tableName(table))
    }
    return repairableRefusal('unknown_table', `There is no table ${written}. The tables are ${names.join(', ')}.`)
  }
}

const tablesOf = (schema: Schema): ReadonlyMap<string, readonly Table[]> => {
  const known = tablesBySchema.get(schema)
  if (known !== undefined) return known
  const tables = new Map<string, Table[]>()
  for (const table of schema.tables) tables.set(table.name, [...(tables.get(table.name) ?? []), table])
  tablesBySchema.set(schema, tables)
  return tables
}
