import { fold } from '../language/names.ts'

/** A word of a definition, or a character of it. What is open at its end is taken as it is, in one pass. */
const WORD =
  /--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|./gs

/**
 * The columns that generated columns of a table are computed from. SQLite says that a column is generated and not by
 * what, so its definition is read: whatever occurs in it that is the name of a column may be one.
 *
 * @param definition the CREATE TABLE statement
 * @param columns all names
 * @returns the sources of a column; all other columns where its definition is not found
 */
export const generationSources = (
  definition: string,
  columns: readonly string[],
): ((column: string) => readonly string[]) => {
  const parts = partsOf(definition)
  return (column) => {
    const others = columns.filter((one) => fold(one) !== fold(column))
    const part = parts.find(([name]) => name === fold(column))
    return part === undefined ? others : others.filter((one) => part.includes(fold(one), 1))
  }
}

/** What stands between the commas of a definition: the words of each part, folded and without quotes. */
const partsOf = (definition: string): readonly (readonly string[])[] => {
  const parts: string[][] = [[]]
  let depth = 0
  for (const [word] of definition.matchAll(WORD)) {
    if (word === '(' && ++depth === 1) continue
    if (word === ')') depth--
    if (depth === 0) continue
    if (word === ',' && depth === 1) parts.push([])
    else if (/^[^\s(),]/.test(word) && !/^(?:--|\/\*)/.test(word)) parts.at(-1)?.push(fold(bare(word)))
  }
  return parts
}

const bare = (word: string): string => {
  const [quote = ''] = word
  if (quote === '[') return word.slice(1, -1)
  return '\'"`'.includes(quote) ? word.slice(1, -1).replaceAll(quote + quote, quote) : word
}
