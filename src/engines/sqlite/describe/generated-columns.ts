import { fold } from '../language/names.ts'

/** A token or character of a definition, in one pass; unterminated tokens run to the end. */
const WORD =
  /--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|./gs

/**
 * Finds the source columns of generated columns. SQLite does not report them, so every column name in the definition
 * counts.
 *
 * @param definition the CREATE TABLE statement
 * @param columns all names
 * @returns the sources of a column; all other columns if its definition is not found
 */
export const generationSources = (
  definition: string,
  columns: readonly string[],
): ((column: string) => readonly string[]) => {
  const parts = splitDefinition(definition)
  return (column) => {
    const others = columns.filter((one) => fold(one) !== fold(column))
    const part = parts.find(([name]) => name === fold(column))
    return part === undefined ? others : others.filter((one) => part.includes(fold(one), 1))
  }
}

/** The comma-separated parts of a definition as lists of words, folded and unquoted. */
const splitDefinition = (definition: string): readonly (readonly string[])[] => {
  const parts: string[][] = [[]]
  let depth = 0
  for (const [word] of definition.matchAll(WORD)) {
    if (word === '(' && ++depth === 1) continue
    if (word === ')') depth--
    if (depth === 0) continue
    if (word === ',' && depth === 1) parts.push([])
    else if (/^[^\s(),]/.test(word) && !/^(?:--|\/\*)/.test(word)) parts.at(-1)?.push(fold(unquoted(word)))
  }
  return parts
}

const unquoted = (word: string): string => {
  const [quote = ''] = word
  if (quote === '[') return word.slice(1, -1)
  return '\'"`'.includes(quote) ? word.slice(1, -1).replaceAll(quote + quote, quote) : word
}
