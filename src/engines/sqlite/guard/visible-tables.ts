import { findTable } from '../../../domain/guard/find-table.ts'
import type { GuardRules } from '../../../domain/guard/guard-rules.ts'
import { type TableAccess, tableAccess } from '../../../domain/guard/table-access.ts'
import { FOLDING } from './names.ts'

/** The tables that a caller may see; what a query does not name is not looked at. */
export class VisibleTables {
  readonly #rules: GuardRules

  constructor(rules: GuardRules) {
    this.#rules = rules
  }

  get(name: string): TableAccess | undefined {
    const table = findTable(this.#rules.schema, name, FOLDING)
    return table && tableAccess(table, this.#rules, FOLDING)
  }

  /** The first names, for a hint. */
  names(max: number): readonly string[] {
    const names: string[] = []
    for (const table of this.#rules.schema.tables) {
      if (names.length === max) break
      if (tableAccess(table, this.#rules, FOLDING) !== undefined) names.push(table.name)
    }
    return names
  }
}
