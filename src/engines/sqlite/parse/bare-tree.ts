/**
 * A copy of the parser's tree without the places of words, which make up most of it. The names of tables keep theirs:
 * that is where the guard writes its filters. What is not there is null, so that JSON tells all of it.
 */
export const bareTree = (value: unknown): unknown => bare(value, false)

const bare = (value: unknown, keepsPlaces: boolean): unknown => {
  if (Array.isArray(value)) return value.map((one) => bare(one, keepsPlaces))
  if (value === undefined) return null
  if (typeof value !== 'object' || value === null) return value
  const kept: [string, unknown][] = []
  for (const [key, field] of Object.entries(value)) {
    if (key.endsWith('_token')) continue
    if (key === 'span') {
      if (keepsPlaces) kept.push([key, field])
    } else if (key === 'Table' && typeof field === 'object' && field !== null && 'name' in field)
      kept.push([key, { ...fieldsOf(bare(field, false)), name: bare(field.name, true) }])
    else kept.push([key, bare(field, keepsPlaces)])
  }
  return Object.fromEntries(kept)
}

const fieldsOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})
