import { findTable } from '../../../guard/find-table.ts'
import type { GuardRules } from '../../../guard/guard-rules.ts'
import type { NameFolding } from '../../../guard/name-folding.ts'
import { type Schema, tableName } from '../../../guard/schema.ts'
import { type TableAccess, tableAccess } from '../../../guard/table-access.ts'

const lowerNamesOf = new WeakMap<Schema, ReadonlySet<string>>()

const lowerNames = (schema: Schema): ReadonlySet<string> => {
  const names = lowerNamesOf.get(schema) ?? new Set(schema.tables.map(({ name }) => name.toLowerCase()))
  lowerNamesOf.set(schema, names)
  return names
}

/** The tables that a caller may see, determined on demand. */
export class VisibleTables {
  readonly #rules: GuardRules
  readonly #folding: NameFolding

  constructor(rules: GuardRules, folding: NameFolding) {
    this.#rules = rules
    this.#folding = folding
  }

  get(name: string): TableAccess | undefined {
    const table = findTable(this.#rules.schema, name, this.#folding)
    return table && tableAccess(table, this.#rules, this.#folding)
  }

  /** Whether the database has a table of this name in any case, visible or not; must not reach a hint. */
  exists(name: string): boolean {
    return lowerNames(this.#rules.schema).has(name.toLowerCase())
  }

  /** The first visible names, for a hint. */
  names(max: number): readonly string[] {
    const names: string[] = []
    for (const table of this.#rules.schema.tables) {
      if (names.length === max) break
      if (tableAccess(table, this.#rules, this.#folding) !== undefined) names.push(tableName(table))
    }
    return names
  }
}
