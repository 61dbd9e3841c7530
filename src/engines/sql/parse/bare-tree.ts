/**
 * A copy of the parser's tree without the places of words and without fields that hold nothing or an empty list:
 * together they make up most of it, and it is walked many times. The names of tables, those of a WITH too, keep their
 * places: that is where the guard writes. A variant (its name begins with a capital letter) stays, whatever it holds, and so does
 * every member of a list.
 */
export const bareTree = (value: unknown): unknown => bare(value, false)

const [A, Z] = [65, 90]

const bare = (value: unknown, keepsPlaces: boolean): unknown => {
  if (value === undefined) return null
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return bareNode(value, keepsPlaces)
  const kept: unknown[] = []
  for (const one of value) kept.push(bare(one, keepsPlaces))
  return kept
}

const bareNode = (node: object, keepsPlaces: boolean): object => {
  const kept: Record<string, unknown> = {}
  for (const key in node) {
    const field: unknown = Reflect.get(node, key)
    if (field === undefined || field === null || (Array.isArray(field) && field.length === 0)) {
      if (isVariant(key)) kept[key] = field ?? null
    } else if (typeof field !== 'object') kept[key] = field
    else if (key === 'span') {
      if (keepsPlaces) kept[key] = field
    } else if (key === 'Table') kept[key] = bareTable(field, keepsPlaces)
    else if (key === 'cte_tables' && Array.isArray(field)) kept[key] = field.map(bareWithTable)
    else if (!key.endsWith('_token')) kept[key] = bare(field, keepsPlaces)
  }
  return kept
}

const bareWithTable = (table: unknown): unknown => {
  const alias: unknown = isObject(table) && 'alias' in table ? table.alias : undefined
  if (!isObject(table) || !isObject(alias) || !('name' in alias)) return bare(table, false)
  return { ...bareNode(table, false), alias: { ...bareNode(alias, false), name: bare(alias.name, true) } }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isVariant = (key: string): boolean => {
  const first = key.charCodeAt(0)
  return first >= A && first <= Z
}

const bareTable = (table: object, keepsPlaces: boolean): unknown => {
  if (!('name' in table)) return bare(table, keepsPlaces)
  return { ...bareNode(table, false), name: bare(table.name, true) }
}
