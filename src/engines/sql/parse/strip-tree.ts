/**
 * A copy of the parser's tree without positions and empty fields, which make up most of it and would be walked many
 * times. Names of tables and WITH tables keep their positions, because the guard replaces them. Variants (names with a
 * capital first letter) and list members are always kept.
 */
export const stripTree = (value: unknown): unknown => stripped(value, false)

const [A, Z] = [65, 90]

const stripped = (value: unknown, keepsPositions: boolean): unknown => {
  if (value === undefined) return null
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return strippedNode(value, keepsPositions)
  const kept: unknown[] = []
  for (const one of value) kept.push(stripped(one, keepsPositions))
  return kept
}

const strippedNode = (node: object, keepsPositions: boolean): object => {
  const kept: Record<string, unknown> = {}
  for (const key in node) {
    const field: unknown = Reflect.get(node, key)
    if (field === undefined || field === null || (Array.isArray(field) && field.length === 0)) {
      if (isVariant(key)) kept[key] = field ?? null
    } else if (typeof field !== 'object') kept[key] = field
    else if (key === 'span') {
      if (keepsPositions) kept[key] = field
    } else if (key === 'Table') kept[key] = strippedTable(field, keepsPositions)
    else if (key === 'cte_tables' && Array.isArray(field)) kept[key] = field.map(strippedWithTable)
    else if (!key.endsWith('_token')) kept[key] = stripped(field, keepsPositions)
  }
  return kept
}

const strippedWithTable = (table: unknown): unknown => {
  const alias: unknown = isObject(table) && 'alias' in table ? table.alias : undefined
  if (!isObject(table) || !isObject(alias) || !('name' in alias)) return stripped(table, false)
  return { ...strippedNode(table, false), alias: { ...strippedNode(alias, false), name: stripped(alias.name, true) } }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isVariant = (key: string): boolean => {
  const first = key.charCodeAt(0)
  return first >= A && first <= Z
}

const strippedTable = (table: object, keepsPositions: boolean): unknown => {
  if (!('name' in table)) return stripped(table, keepsPositions)
  return { ...strippedNode(table, false), name: stripped(table.name, true) }
}
