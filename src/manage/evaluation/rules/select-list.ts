/** An item of a SELECT list. */
export interface SelectItem {
  /** Undefined if the database generates the name. */
  readonly name: string | undefined
  readonly kind: 'star' | 'column' | 'aliased' | 'unnamed'
  readonly text: string
}

/**
 * Blanks out quoted and parenthesized text, preserving offsets; undefined for text that needs a parser: comments,
 * escapes, dollar quotes, and unclosed quotes or parentheses.
 */
export const outermost = (query: string): string | undefined => {
  if (/--|\/\*|\\|\$\$|#/.test(query)) return undefined
  const shown: string[] = []
  let depth = 0
  let quote: string | undefined
  for (const character of query) {
    const isQuote = character === "'" || character === '"' || character === '`'
    if (quote === undefined && isQuote) quote = character
    else if (quote === character) quote = undefined
    else if (quote === undefined && character === '(') depth++
    else if (quote === undefined && character === ')' && --depth < 0) return undefined
    else if (quote === undefined && depth === 0) {
      shown.push(character)
      continue
    }
    shown.push(' '.repeat(character.length))
  }
  return depth === 0 && quote === undefined ? shown.join('') : undefined
}

/** Splits a list at its top-level commas and trims the parts. */
export const partsOf = (list: string): readonly string[] => {
  const parts: string[] = []
  let from = 0
  for (const { index } of (outermost(list) ?? '').matchAll(/,/g)) {
    parts.push(list.slice(from, index).trim())
    from = index + 1
  }
  return [...parts, list.slice(from).trim()]
}

const IDENTIFIER = /^(?:[a-z_]\w*|"[^"]+"|`[^`]+`)$/i
const COLUMN = /^(?:(?:\w+|"[^"]+"|`[^`]+`)\.)*([a-z_]\w*|"[^"]+"|`[^`]+`)$/i
const ALIASED = /[\s)\]"'`\w](?:\s+as\s+|\s+|(?<=[)\]"'`])\s*as\s+)([a-z_]\w*|"[^"]+"|`[^`]+`)$/i

/** Normalizes a name: most databases ignore case, and queries that rely on it are rare. */
const nameOf = (identifier: string): string => identifier.replace(/^["`]|["`]$/g, '').toLowerCase()

/** The unqualified name that the text consists of; otherwise undefined. */
export const bareName = (text: string): string | undefined => (IDENTIFIER.test(text) ? nameOf(text) : undefined)

export const selectItem = (text: string): SelectItem => {
  if (/(?:^|\.)\*$/.test(text)) return { kind: 'star', name: undefined, text }
  const [, column] = COLUMN.exec(text) ?? []
  if (column !== undefined) return { kind: 'column', name: nameOf(column), text }
  const [, alias] = ALIASED.exec(text) ?? []
  return alias === undefined
    ? { kind: 'unnamed', name: undefined, text }
    : { kind: 'aliased', name: nameOf(alias), text }
}

/** All words of an expression, including function names, after which some databases name columns. */
export const wordsIn = (expression: string): readonly string[] =>
  [...expression.matchAll(/[a-z_]\w*/gi)].map(([word]) => word.toLowerCase())

/** Names in an expression, without function names and string literals. */
export const namesIn = (expression: string): readonly string[] =>
  [...expression.replaceAll(/'[^']*'/g, ' ').matchAll(/"[^"]+"|`[^`]+`|[a-z_]\w*(?!\w*\s*\()/gi)]
    .map(([found]) => nameOf(found))
    .filter((name) => !CONSTANTS.has(name))

const CONSTANTS = new Set(['null', 'true', 'false'])
