import type { Schema, Table } from '../../../domain/guard/schema.ts'
import { type TableAccess, tableAccess } from '../../../domain/guard/table-access.ts'
import type { GuardRules } from '../../engine.ts'
import { fold } from './names.ts'

/** Tables by case-folded name, found once for a schema: every query asks. */
const tablesByName = new WeakMap<Schema, ReadonlyMap<string, Table>>()

const byName = (schema: Schema): ReadonlyMap<string, Table> => {
  const known = tablesByName.get(schema)
  if (known !== undefined) return known
  const tables = new Map(schema.tables.map((table) => [fold(table.name), table]))
  tablesByName.set(schema, tables)
  return tables
}

/** The tables that a caller may see; what a query does not name is not looked at. */
export class VisibleTables {
  readonly #rules: GuardRules

  constructor(rules: GuardRules) {
    this.#rules = rules
  }

  /** @param name case-folded */
  get(name: string): TableAccess | undefined {
    const table = byName(this.#rules.schema).get(name)
    return table && tableAccess(table, this.#rules)
  }

  /** The first names, for a hint. */
  names(max: number): readonly string[] {
    const names: string[] = []
    for (const table of this.#rules.schema.tables) {
      if (names.length === max) break
      if (tableAccess(table, this.#rules) !== undefined) names.push(table.name)
    }
    return names
  }
}
