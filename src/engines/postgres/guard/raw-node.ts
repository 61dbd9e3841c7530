/** The parser's tree is JSON: a node is an object, usually with one key that names its type. */
export type RawNode = Record<string, unknown>

export const isNode = (value: unknown): value is RawNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The type name of a node. */
export const typeOf = (node: RawNode): string | undefined => {
  for (const key in node) return key
  return undefined
}

/** A field as a node, or undefined. */
export const nodeAt = (node: RawNode, key: string): RawNode | undefined => {
  const value = node[key]
  return isNode(value) ? value : undefined
}

/** A field as a list of nodes; empty for other values. */
export const listAt = (node: RawNode, key: string): readonly RawNode[] => {
  const value = node[key]
  if (!Array.isArray(value)) return NONE
  for (const one of value) if (!isNode(one)) return value.filter(isNode)
  return value
}

const NONE: readonly RawNode[] = []

export const textAt = (node: RawNode, key: string): string | undefined => {
  const value = node[key]
  return typeof value === 'string' ? value : undefined
}

/** The text of a `String` node. */
export const stringOf = (node: RawNode | undefined): string | undefined => {
  const found = node === undefined ? undefined : nodeAt(node, 'String')
  return found && (textAt(found, 'sval') ?? '')
}

/** The texts of a list of `String` nodes; undefined if it contains other nodes. */
export const stringsAt = (node: RawNode, key: string): readonly string[] | undefined => {
  const strings: string[] = []
  for (const one of listAt(node, key)) {
    const text = stringOf(one)
    if (text === undefined) return undefined
    strings.push(text)
  }
  return strings
}

/** A constant integer; the parser omits zero. */
export const integerConstant = (node: RawNode | undefined): number | undefined => {
  const constant = node && nodeAt(node, 'A_Const')
  const value = constant && nodeAt(constant, 'ival')
  if (value === undefined) return undefined
  return typeof value.ival === 'number' ? value.ival : 0
}

/** Whether a field is a position, which does not affect the meaning. */
export const isPosition = (key: string): boolean => POSITIONS.has(key)

const POSITIONS: ReadonlySet<string> = new Set(
  'location stmt_location stmt_len list_start list_end rexpr_list_start rexpr_list_end'.split(' '),
)
