export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list, or an empty one for other values. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The value at a path of keys, or undefined; no key is one that JSON objects inherit. */
export const at = (value: unknown, first: string, second?: string, third?: string, fourth?: string): unknown => {
  let found = isObject(value) ? value[first] : undefined
  if (second !== undefined) found = isObject(found) ? found[second] : undefined
  if (third !== undefined) found = isObject(found) ? found[third] : undefined
  if (fourth !== undefined) found = isObject(found) ? found[fourth] : undefined
  return found
}

/** The only key of a node; undefined for none or several. */
export const onlyKey = (value: object): string | undefined => {
  let only: string | undefined
  for (const key in value) {
    if (only !== undefined) return undefined
    only = key
  }
  return only
}

export const POSITIONS: ReadonlySet<string> = new Set(
  'location rexpr_list_start rexpr_list_end list_start list_end stmt_len stmt_location'.split(' '),
)

/** Texts of a list of names; undefined if it contains other nodes. */
export const namesIn = (value: unknown): readonly string[] | undefined => {
  const names: string[] = []
  for (const one of list(value)) {
    const name = at(one, 'String', 'sval')
    if (typeof name !== 'string') return undefined
    names.push(name)
  }
  return names
}
