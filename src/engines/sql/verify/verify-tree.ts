import type { BoundValue } from '../../../guard/restriction.ts'

/** The verifier's own access to the parser's tree. */

/** A list, or an empty one for other values. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The value at a path, or undefined. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown => {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = Object.hasOwn(found, key) ? Reflect.get(found, key) : undefined
  }
  return found
}

export const operands = (node: unknown, operator: string): { readonly left: unknown; readonly right: unknown } => {
  const found = at(node, 'BinaryOp', 'op') === operator ? at(node, 'BinaryOp') : undefined
  return { left: at(found, 'left'), right: at(found, 'right') }
}

export const conjunctsOf = (node: unknown): unknown[] => {
  const { left, right } = operands(node, 'And')
  return left === undefined ? [node] : [...conjunctsOf(left), ...conjunctsOf(right)]
}

/** The name of an unqualified column in these quotes. */
export const nameOf = (node: unknown, quote: string): string | undefined => {
  const name = at(node, 'Identifier', 'value')
  return typeof name === 'string' && at(node, 'Identifier', 'quote_style') === quote ? name : undefined
}

/** The value of a placeholder `?n`; undefined for other nodes. */
export const placeholderOf = (node: unknown, parameters: readonly BoundValue[]): BoundValue | undefined => {
  const placeholder = at(node, 'Value', 'value', 'Placeholder')
  return typeof placeholder === 'string' ? parameters[Number(placeholder.slice(1)) - 1] : undefined
}

/** Whether an expression refers to a column, or is a literal JSON list or object. */
export const isTextForRows = (expression: unknown): boolean => {
  const text = at(expression, 'Value', 'value', 'SingleQuotedString')
  if (typeof text !== 'string') return namesColumn(expression)
  if ([...text].filter((sign) => sign === '[' || sign === '{').length >= 20) return false
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object'
  } catch {
    return false
  }
}

/** Fields that contain names of functions, types and character sets. */
const NON_COLUMN_FIELDS: ReadonlySet<string> = new Set(['name', 'charset', 'collation', 'data_type'])

const namesColumn = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(
    ([key, part]) =>
      key === 'Identifier' || key === 'CompoundIdentifier' || (!NON_COLUMN_FIELDS.has(key) && namesColumn(part)),
  )

/** The unqualified name of a table or function; undefined if it is qualified. */
export const onlyName = (content: unknown): string | undefined => {
  const name = list(at(content, 'name'))
  const value = at(name[0], 'Identifier', 'value')
  return name.length === 1 && typeof value === 'string' ? value : undefined
}
