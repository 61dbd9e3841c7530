import type { SchemaShape } from '../../guard/schema-changes.ts'
import type { Glossary } from './glossary.ts'
import { isTechnicalName, wordsOfName } from './technical-name.ts'

/** The names that readers of a public key do not receive. */
export interface DatabaseNames {
  /** Technical names by their lower case; undefined before the database was indexed. */
  readonly technical: ReadonlyMap<string, string> | undefined
  /** What the glossary calls the tables. */
  readonly labels: ReadonlyMap<string, string>
}

/** The technical names of the tables, columns and fields of a database. */
export const technicalNames = (shape: SchemaShape): readonly string[] => {
  const names = shape.flatMap(({ table, columns }) => [table, ...columns.map(([name]) => name)])
  return [...new Set(names.flatMap((name) => name.split('.')))].filter(isTechnicalName)
}

/** @param technical undefined before the database was indexed */
export const databaseNames = (
  technical: readonly string[] | undefined,
  { tables }: Pick<Glossary, 'tables'>,
): DatabaseNames => ({
  technical: technical && byLowerCase(technical),
  labels: new Map(tables.flatMap(({ table, synonyms: [label] }) => (label === undefined ? [] : [[table, label]]))),
})

/** By the list itself, which requests share while it is cached. */
const indexes = new WeakMap<readonly string[], ReadonlyMap<string, string>>()

const byLowerCase = (names: readonly string[]): ReadonlyMap<string, string> => {
  const known = indexes.get(names) ?? new Map(names.map((name) => [name.toLowerCase(), name]))
  indexes.set(names, known)
  return known
}

/**
 * Addresses, which stay as they are, and words. Names are usually Latin, also within a text without spaces; Markdown escapes their
 * underscores.
 */
const TOKEN =
  /https?:\/\/\S+|[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}.-]{1,190}|(?:[\p{Script=Latin}\p{N}_$]|\\_)+|(?:(?!\p{Script=Latin})[\p{L}\p{N}_$]|\\_)+/gu

/** Two words at least, so that `eBay` and `kWh` are none. */
const IS_LIKELY_NAME = /^\p{Ll}[\p{Ll}\p{N}]*(?:_[\p{Ll}\p{N}]+)+$|^\p{Ll}{2,}(?:\p{Lu}\p{Ll}+)+$/u

/** A text with words in place of technical names: `zq_orders.cust_nm` → `zq orders.cust nm`. */
export const withoutNames = (text: string, { technical }: DatabaseNames): string =>
  technical?.size === 0
    ? text
    : text.replaceAll(TOKEN, (token) => wordsOf(token.replaceAll('\\_', '_'), technical) ?? token)

/** @returns undefined if the word is no name */
const wordsOf = (word: string, technical: DatabaseNames['technical']): string | undefined => {
  if (technical === undefined) return IS_LIKELY_NAME.test(word) ? wordsOfName(word).join(' ') : undefined
  const known = word.toLowerCase()
  const name = technical.get(known)
  if (name !== undefined) return wordsOfName(name).join(' ')
  const singular = known.endsWith('s') ? technical.get(known.slice(0, -1)) : undefined
  return singular === undefined ? undefined : `${wordsOfName(singular).join(' ')}s`
}

/** Longer than any name: what has no space for so long is a text of a script without spaces. */
const KEPT_MAX = 300

/** Removes names from a text that arrives in pieces: the last word of a piece is kept until the next. */
export const nameFilter = (names: DatabaseNames) => {
  let kept = ''
  return {
    /** What can be shown of the text so far. */
    push(piece: string): string {
      const text = kept + piece
      const [last = ''] = /\S*$/.exec(text) ?? []
      kept = last.length > KEPT_MAX ? '' : last
      return withoutNames(text.slice(0, text.length - kept.length), names)
    },
    /** The rest of the text. */
    end(): string {
      const rest = withoutNames(kept, names)
      kept = ''
      return rest
    },
  }
}
