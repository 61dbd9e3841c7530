import { ACCUMULATORS } from '../language/accumulators.ts'
import { BINDING_OPERATORS, EXPRESSION_OPERATORS, SYSTEM_VARIABLES } from '../language/expression-operators.ts'
import { LITERAL_KEYS } from '../language/literals.ts'
import { GEOMETRY_NAMES, LOGICAL_OPERATORS, QUERY_OPERATORS } from '../language/query-operators.ts'

/** An object of a statement. */
export type Node = { readonly [key: string]: unknown }

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const nodeOf = (value: unknown): Node => (isNode(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Whether an object has exactly these keys, in any order. */
export const hasKeys = (value: unknown, ...keys: readonly string[]): value is Node =>
  isNode(value) && Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key))

/** The conjuncts of a filter. */
export const conjunctsOf = (filter: unknown): readonly unknown[] =>
  hasKeys(filter, '$and') ? listOf(filter.$and) : isNode(filter) && Object.keys(filter).length === 0 ? [] : [filter]

const OPERATORS: ReadonlySet<string> = new Set([
  ...EXPRESSION_OPERATORS.keys(),
  ...BINDING_OPERATORS,
  ...ACCUMULATORS.keys(),
  ...QUERY_OPERATORS.keys(),
  ...LOGICAL_OPERATORS,
  ...GEOMETRY_NAMES,
  ...LITERAL_KEYS,
  '$expr',
  '$text',
  '$search',
  '$language',
  '$caseSensitive',
  '$diacriticSensitive',
])

/**
 * Checks that all operators and variables in a part of a statement are allowed. Placeholders are not, so that a
 * caller's values occur only in restrictions.
 *
 * @returns what is wrong, or undefined
 */
export const nameFault = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.startsWith('$$') ? variableFault(value) : undefined
  if (Array.isArray(value)) return firstFault(value, nameFault)
  if (!isNode(value)) return undefined
  for (const key in value) {
    if (key.startsWith('$') && !OPERATORS.has(key)) return `unknown operator ${key}`
    const fault = nameFault(value[key])
    if (fault !== undefined) return fault
  }
  return undefined
}

const variableFault = (text: string): string | undefined => {
  const [name = ''] = text.slice(2).split('.')
  return /^[A-Z]/.test(name) && !SYSTEM_VARIABLES.has(name) ? 'unknown variable' : undefined
}

export const firstFault = <Item>(
  items: readonly Item[],
  fault: (item: Item) => string | undefined,
): string | undefined => {
  for (const item of items) {
    const found = fault(item)
    if (found !== undefined) return found
  }
  return undefined
}
