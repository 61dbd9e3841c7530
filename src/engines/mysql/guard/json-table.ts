import { repairableRefusal } from '../../shared/refuse.ts'
import type { Grammar } from '../../sql/guard/tree/grammar.ts'
import { listOf, nodeWith, unsupported, variant } from '../../sql/guard/tree/raw-tree.ts'
import { readName } from '../../sql/guard/tree/read-expression.ts'
import { ROW_TYPES } from '../language/allow-list.ts'

const COLUMNS_MAX = 100

/**
 * `JSON_TABLE(text, path COLUMNS (…)) AS alias`. The text is a column of an earlier table or a literal; paths and
 * defaults are literals.
 */
export const jsonTable: Grammar['rowsOf'] = (form, content) => {
  if (form !== 'JsonTable') return undefined
  const table = nodeWith(content, 'json_expr', 'json_path', 'columns', 'alias')
  if (table.alias === undefined || table.alias === null)
    throw repairableRefusal('unsupported', 'Give JSON_TABLE(…) an alias: JSON_TABLE(…) AS j.')
  checkText(table.json_path)
  const columns = columnsOf(table.columns)
  if (columns.length > COLUMNS_MAX) throw repairableRefusal('too_many_columns', 'JSON_TABLE has too many columns.')
  return { name: 'json_table', args: [table.json_expr], columns, alias: table.alias }
}

const columnsOf = (raw: unknown): readonly string[] =>
  listOf(raw).flatMap((column) => {
    const [form, content] = variant(column)
    switch (form) {
      case 'ForOrdinality':
        return [readName(content).text]
      case 'Named':
        return [namedColumn(content)]
      case 'Nested': {
        const { path, columns } = nodeWith(content, 'path', 'columns')
        checkText(path)
        return columnsOf(columns)
      }
      default:
        throw unsupported(form)
    }
  })

const namedColumn = (raw: unknown): string => {
  const { name, type, path, on_empty, on_error } = nodeWith(
    raw,
    'name',
    'type',
    'path',
    'exists',
    'on_empty',
    'on_error',
  )
  if (!ROW_TYPES.has(variant(type)[0])) throw unsupported('this type in JSON_TABLE')
  checkText(path)
  for (const handling of [on_empty, on_error]) {
    if (handling === undefined || handling === null) continue
    const [form, value] = variant(handling)
    if (form === 'Default') checkText(value)
    else if (form !== 'Null') throw unsupported('an error of JSON_TABLE')
  }
  return readName(name).text
}

const checkText = (raw: unknown): void => {
  const [form] = variant(nodeWith(raw, 'value').value)
  if (form !== 'SingleQuotedString') throw unsupported('what is no text in JSON_TABLE')
}
