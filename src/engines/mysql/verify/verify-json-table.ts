import { at, isTextForRows, list } from '../../sql/verify/verify-tree.ts'
import { ROW_TYPES } from '../language/allow-list.ts'

/**
 * The verifier's check of JSON_TABLE: only literal paths, types and defaults.
 *
 * @returns the expression with the JSON text; undefined if malformed
 */
export const verifyJsonTable = (content: unknown): unknown =>
  hasOnly(content, 'json_expr', 'json_path', 'columns', 'alias') &&
  isText(at(content, 'json_path')) &&
  isTextForRows(at(content, 'json_expr')) &&
  at(content, 'alias', 'name') !== undefined &&
  list(at(content, 'columns')).every(isColumn)
    ? at(content, 'json_expr')
    : undefined

const isColumn = (column: unknown): boolean => {
  const [form, ...more] = Object.keys(Object(column))
  if (form === undefined || more.length > 0) return false
  const content = at(column, form)
  if (form === 'ForOrdinality') return typeof at(content, 'value') === 'string'
  if (form === 'Nested')
    return (
      hasOnly(content, 'path', 'columns') && isText(at(content, 'path')) && list(at(content, 'columns')).every(isColumn)
    )
  const type: unknown = at(content, 'type')
  const [word] = typeof type === 'string' ? [type] : Object.keys(Object(type))
  return (
    form === 'Named' &&
    hasOnly(content, 'name', 'type', 'path', 'exists', 'on_empty', 'on_error') &&
    ROW_TYPES.has(word ?? '') &&
    isText(at(content, 'path')) &&
    [at(content, 'on_empty'), at(content, 'on_error')].every(isHandling)
  )
}

const isHandling = (handling: unknown): boolean =>
  (handling ?? null) === null ||
  handling === 'Null' ||
  (hasOnly(handling, 'Default') && isText(at(handling, 'Default')))

const isText = (value: unknown): boolean => typeof at(value, 'value', 'SingleQuotedString') === 'string'

const hasOnly = (node: unknown, ...fields: readonly string[]): boolean =>
  typeof node === 'object' && node !== null && Object.keys(node).every((key) => fields.includes(key))
