import type { GuardRules } from '../../../guard/guard-rules.ts'
import type { TablePolicy } from '../../../guard/policy.ts'
import type { RestrictionValue } from '../../../guard/restriction.ts'
import type { Column, Schema, Table } from '../../../guard/schema.ts'

/** What must restrict one collection, by its policy. */
export interface RequiredRestriction {
  readonly table: Table
  /** Fields that must equal the owner, or may be missing if such documents are shared. */
  readonly own: readonly Owner[]
  readonly parent: RequiredParent | undefined
  /** Hidden paths. */
  readonly hidden: readonly string[]
}

/** An owner of documents, by one field. */
export interface Owner {
  readonly column: Column
  readonly bound: RestrictionValue
  /** Types of the stored value, by the policy's names. */
  readonly types: readonly string[]
  readonly allowsMissing: boolean
}

export interface RequiredParent {
  readonly column: Column
  readonly key: Column
  readonly demand: RequiredRestriction
}

/** Interprets a policy for one collection, independently of the guard. @returns undefined for a denied collection */
export const requiredRestriction = (name: string, rules: GuardRules, steps = 0): RequiredRestriction | undefined => {
  const table = tablesOf(rules.schema).get(name)
  const policy = policyFor(name, rules)
  if (table === undefined || policy.mode === 'deny' || steps > 3) return undefined
  const own: RequiredRestriction['own'][number][] = []
  const { tenant, scope } = rules.restriction
  if (policy.mode !== 'shared' && policy.mode !== 'via' && tenant !== undefined) {
    const column = columnNamed(table, policy.column ?? rules.policy.tenant?.column)
    if (column === undefined) return undefined
    own.push({
      column,
      bound: tenant,
      types: typesOf(rules.policy.tenant?.type),
      allowsMissing: policy.mode === 'sharedOrOwn',
    })
  }
  if (scope !== undefined) {
    const column = columnNamed(table, policy.scope_column ?? rules.policy.scope?.column)
    const mayMiss = policy.mode === 'via' || rules.policy.scope?.missing_scope === 'ignore'
    if (column !== undefined)
      own.push({ column, bound: scope, types: typesOf(rules.policy.scope?.type), allowsMissing: false })
    else if (policy.scope_column !== undefined || !mayMiss) return undefined
  }
  const isChild = policy.mode === 'via' && (tenant !== undefined || scope !== undefined)
  const parent = isChild ? parentOf(table, policy, rules, steps) : undefined
  const hidden = hiddenBy(policy.hide ?? [])
  if (hidden.some((path) => path.startsWith('<*>'))) return undefined
  if ((isChild && parent === undefined) || own.some(({ column }) => column.arrays !== undefined)) return undefined
  return { table, own, parent, hidden }
}

/** Owner types of a policy; integer by default. */
const typesOf = (types: string | readonly string[] = 'integer'): readonly string[] =>
  typeof types === 'string' ? [types] : types

/** Cached per schema. */
const tablesBySchema = new WeakMap<Schema, ReadonlyMap<string, Table>>()

const tablesOf = (schema: Schema): ReadonlyMap<string, Table> => {
  const tables = tablesBySchema.get(schema) ?? new Map(schema.tables.map((table) => [table.name, table]))
  tablesBySchema.set(schema, tables)
  return tables
}

const parentOf = (
  table: Table,
  policy: TablePolicy & { readonly mode: 'via' },
  rules: GuardRules,
  steps: number,
): RequiredParent | undefined => {
  const dot = policy.ref.lastIndexOf('.')
  const demand = requiredRestriction(policy.ref.slice(0, dot), rules, steps + 1)
  const column = columnNamed(table, policy.fk)
  const key = demand && columnNamed(demand.table, policy.ref.slice(dot + 1))
  if (demand === undefined || column === undefined || key === undefined) return undefined
  const isUnrestricted = demand.own.length === 0 && demand.parent === undefined
  return isUnrestricted || column.arrays !== undefined || key.arrays !== undefined ? undefined : { column, key, demand }
}

const policyFor = (name: string, { policy }: GuardRules): TablePolicy => {
  for (const entry of [name, '*']) {
    const found = Object.hasOwn(policy.tables, entry) ? policy.tables[entry] : undefined
    if (found !== undefined) return found
  }
  return { mode: 'deny' }
}

const columnNamed = (table: Table, name: string | undefined): Column | undefined =>
  table.columns.find((column) => column.name === name)

/** No projection can name a dynamic key, so its parent is hidden as a whole. */
const hiddenBy = (hide: readonly string[]): readonly string[] => {
  const whole = hide.map((path) => {
    const key = path.indexOf('.<*>')
    return key < 0 ? path : path.slice(0, key)
  })
  return [...new Set(whole)].filter((path) => !whole.some((above) => path.startsWith(`${above}.`)))
}

/** Whether a path is hidden, or is a parent or child of a hidden one. */
export const touchesHidden = (path: unknown, { hidden }: RequiredRestriction): boolean => {
  if (typeof path !== 'string') return true
  const withoutPositions = path
    .split('.')
    .filter((part) => !/^[0-9]+$/.test(part))
    .join('.')
  return hidden.some(
    (one) => `${withoutPositions}.`.startsWith(`${one}.`) || `${one}.`.startsWith(`${withoutPositions}.`),
  )
}
