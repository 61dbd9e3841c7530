import type { BoundValue } from '../../../guard/restriction.ts'

/** The verifier's own way to look into the parser's tree. */

/** What is no list has no members. */
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

/** A bare column in these quotes, as it is written. */
export const nameOf = (node: unknown, quote: string): string | undefined => {
  const name = at(node, 'Identifier', 'value')
  return typeof name === 'string' && at(node, 'Identifier', 'quote_style') === quote ? name : undefined
}

/** The value of a placeholder `?n`; undefined for whatever is none. */
export const placeholderOf = (node: unknown, parameters: readonly BoundValue[]): BoundValue | undefined => {
  const placeholder = at(node, 'Value', 'value', 'Placeholder')
  return typeof placeholder === 'string' ? parameters[Number(placeholder.slice(1)) - 1] : undefined
}

/** Whether an expression is of some row, or a text in the statement that is a list or an object in JSON. */
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

/** What holds names of functions, types and character sets. */
const NAMES: ReadonlySet<string> = new Set(['name', 'charset', 'collation', 'data_type'])

const namesColumn = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(
    ([key, part]) => key === 'Identifier' || key === 'CompoundIdentifier' || (!NAMES.has(key) && namesColumn(part)),
  )

/** The name of a table or function as it is written; undefined when it is qualified. */
export const onlyName = (content: unknown): string | undefined => {
  const name = list(at(content, 'name'))
  const value = at(name[0], 'Identifier', 'value')
  return name.length === 1 && typeof value === 'string' ? value : undefined
}
