import { plainName } from '../../../ask/rules/prompts/names-text.ts'
import type { GuardRules } from '../../../guard/guard-rules.ts'
import { tablePolicy } from '../../../guard/policy-entries.ts'
import { type Column, type Schema, type Table, tableName } from '../../../guard/schema.ts'
import { type RowRule, type TableAccess, tableAccess } from '../../../guard/table-access.ts'
import { repairableRefusal } from '../../shared/refuse.ts'
import { FOLDING } from '../language/names.ts'
import { shortened } from './draft/read-json.ts'
import { collectionShape, hiddenPaths } from './shape/collection-shape.ts'
import type { Shape } from './shape/shape.ts'

/** A collection that a caller may see. */
export interface Collection {
  readonly access: TableAccess
  readonly name: string
  readonly shape: Shape
  /** Paths to remove before any other stage. */
  readonly hidden: readonly string[]
}

const HINT_NAMES_MAX = 60

const byRules = new WeakMap<GuardRules, Collections>()
/** Shapes are shared by all callers of a database. */
const shapes = new WeakMap<Table, { readonly hide: string; readonly shape: Shape }>()
const tablesByName = new WeakMap<Schema, ReadonlyMap<string, Table>>()

/** The collections that a caller may see, by name. */
export class Collections {
  static of(rules: GuardRules): Collections {
    const known = byRules.get(rules) ?? new Collections(rules)
    byRules.set(rules, known)
    return known
  }

  readonly #rules: GuardRules
  readonly #known = new Map<string, Collection | undefined>()

  private constructor(rules: GuardRules) {
    this.#rules = rules
  }

  /** @throws Refused, with the same message for invisible and missing collections */
  find(name: string): Collection {
    if (!this.#known.has(name)) this.#known.set(name, this.#resolve(name))
    const found = this.#known.get(name)
    if (found !== undefined) return found
    this.#known.delete(name)
    const names = this.#rules.schema.tables.map(tableName).filter((one) => this.#resolve(one) !== undefined)
    const known = names.slice(0, HINT_NAMES_MAX).map(plainName).join(', ')
    throw repairableRefusal(
      'unknown_collection',
      `There is no collection ${shortened(name)}. The collections are: ${known}.`,
    )
  }

  #resolve(name: string): Collection | undefined {
    const { schema, policy } = this.#rules
    const tables = tablesByName.get(schema) ?? new Map(schema.tables.map((table) => [tableName(table), table]))
    tablesByName.set(schema, tables)
    const table = tables.get(name)
    const access = table && tableAccess(table, this.#rules, FOLDING)
    if (table === undefined || access === undefined || !haveSingleOwners(table, access.rules)) return undefined
    const hidden = hiddenPaths(tablePolicy(policy, name, FOLDING).hide ?? [])
    // A projection cannot exclude dynamic top-level keys.
    if (hidden.some((path) => path.startsWith('<*>'))) return undefined
    return { access, name, hidden, shape: shapeOf(table, hidden) }
  }
}

const shapeOf = (table: Table, hidden: readonly string[]): Shape => {
  const hide = hidden.join('\0')
  const known = shapes.get(table)
  if (known !== undefined && known.hide === hide) return known.shape
  const shape = collectionShape(table, hidden)
  shapes.set(table, { hide, shape })
  return shape
}

/**
 * Whether no owner column is an array: a document with several tenants has no single owner, so its collection is
 * denied.
 */
const haveSingleOwners = (table: Table, rules: readonly RowRule[]): boolean =>
  rules.every((rule) => {
    if (columnOf(table, rule.column)?.arrays !== undefined) return false
    if (rule.kind === 'own') return true
    return columnOf(rule.parent, rule.parentColumn)?.arrays === undefined && haveSingleOwners(rule.parent, rule.rules)
  })

const columnOf = (table: Table, name: string): Column | undefined =>
  table.columns.find((column) => column.name === name)
