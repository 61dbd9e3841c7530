import { hiddenColumns } from '../hidden-columns.ts'
import type { NameFolding } from '../name-folding.ts'
import type { Column, Table } from '../schema.ts'
import { nameWords } from './name-words.ts'
import { normalizeWord } from './normalize-word.ts'
import { isHarmlessInTable, isSessionTable, isVisibleKey, type NamedTable } from './secret-table.ts'
import {
  ABOUT_BEGINNINGS,
  ABOUT_ENDINGS,
  CARD_KINDS,
  COLUMNS_NAMED_BY_TABLE,
  COMPOUND_WORDS,
  COUNTABLE_PLURALS,
  ENDING_PAIRS,
  HARMLESS_PAIRS,
  HEADER_KINDS,
  ID_PHRASES,
  PASS_OWNERS,
  PUBLIC_DIGESTS,
  SECRET_ENDINGS,
  SECRET_PHRASES,
  SECRET_WORDS,
  SESSION_KEY_COLUMNS,
  TOKEN_KINDS,
} from './secret-words.ts'

/**
 * Whether a column's name says that it holds what no answer may show: passwords, keys, tokens, card or account numbers.
 * In doubt it says yes.
 *
 * @param column its name, or a document path: `auth.password`
 */
export const looksSecret = (column: string): boolean => {
  const written = nameWords(column)
  const words = written.map(wordOf)
  const [last, before] = [words.at(-1)?.plain, words.at(-2)?.plain]
  if (last === undefined || ABOUT_BEGINNINGS.has(written[0] ?? '')) return false
  if (ID_PHRASES.includes(`${before} ${last}`)) return true
  if (ABOUT_ENDINGS.has(last) || ABOUT_ENDINGS.has(written.at(-1) ?? '') || hasHarmlessPair(words)) return false
  if (words.some(({ isSecret }) => isSecret) || hasPhrase(words)) return true
  if (words.some(({ plain }) => plain === 'card') && isCardNumber(column)) return true
  if (last === 'authorization') return before === undefined || HEADER_KINDS.has(before)
  if (COUNTABLE_PLURALS.has(written.at(-1) ?? '')) return last === 'token' && TOKEN_KINDS.has(before ?? '')
  if (last === 'pass') return before === undefined || PASS_OWNERS.has(before)
  if (before === undefined) return SECRET_ENDINGS.has(last)
  if (ENDING_PAIRS.has(`${before} ${last}`) || ENCRYPTED.has(words[0]?.plain ?? '')) return true
  if (!SECRET_ENDINGS.has(last)) return false
  return !(last === 'hash' || last === 'digest') || !PUBLIC_DIGESTS.has(before)
}

/** First words of names of encrypted values: `encrypted_email`. */
const ENCRYPTED: ReadonlySet<string> = new Set(['encrypted', 'hashed'])

interface Word {
  /** Without accents, trailing digits and plural ending: `contrasena`, `pass`, `hash`. */
  readonly plain: string
  /** Whether the word alone marks a secret. */
  readonly isSecret: boolean
}

/** Cache of words, because the names of a schema share few of them. */
const wordCache = new Map<string, Word>()
const CACHED_WORDS_MAX = 10_000
const CACHED_LENGTH_MAX = 64

const wordOf = (written: string): Word => {
  const cached = wordCache.get(written)
  if (cached !== undefined) return cached
  const plain = normalizeWord(written)
  const word = { plain, isSecret: SECRET_WORDS.has(plain) || COMPOUND_WORDS.some((pattern) => pattern.test(plain)) }
  if (wordCache.size >= CACHED_WORDS_MAX) wordCache.clear()
  if (written.length <= CACHED_LENGTH_MAX) wordCache.set(written, word)
  return word
}

/** Whether the name contains a harmless phrase: `sea_salt`, `secret_santa_budget`. */
const hasHarmlessPair = (words: readonly Word[]): boolean =>
  words.some(({ plain }, at) => {
    const pair = `${plain} ${words[at + 1]?.plain}`
    const isAlone = words.every(({ isSecret }, other) => other === at || !isSecret)
    return HARMLESS_PAIRS.has(pair) && isAlone && (plain === 'secret' || at === words.length - 2)
  })

const CARD_NUMBER = new Set(['number', 'num', 'no', 'nr', 'pan'])

/** Looks for `card` and its kind within one key of a path: `loyalty_card_number` is harmless. */
const isCardNumber = (column: string): boolean => {
  const keys = column.split('.').map((key) => nameWords(key).map((word) => wordOf(word).plain))
  const keyWords = keys.flatMap((words) =>
    words.map((plain, at) => ({ plain, kind: at === 0 ? undefined : words[at - 1] })),
  )
  return keyWords.some(
    ({ plain, kind }, at) =>
      plain === 'card' &&
      (kind === undefined || CARD_KINDS.has(kind)) &&
      CARD_NUMBER.has(keyWords[at + 1]?.plain ?? ''),
  )
}

let phrasesByFirst: ReadonlyMap<string, readonly string[]> | undefined
/** The phrases that start with a word, with all words normalized by `plainOf`. */
const phrasesOf = (first: string): readonly string[] => {
  phrasesByFirst ??= Map.groupBy(
    SECRET_PHRASES.map((phrase) => phrase.split(' ').map(normalizeWord).join(' ')),
    (phrase) => phrase.slice(0, phrase.indexOf(' ')),
  )
  return phrasesByFirst.get(first) ?? []
}

const hasPhrase = (words: readonly Word[]): boolean => {
  const phrases = words.flatMap(({ plain }) => phrasesOf(plain))
  if (phrases.length === 0) return false
  const name = ` ${words.map(({ plain }) => plain).join(' ')} `
  return phrases.some((phrase) => name.includes(` ${phrase} `))
}

/**
 * The columns of a table that look secret by their own name, the table's name, or the columns beside them, as the
 * schema spells them. Join columns are excluded unless their text grants access (`isVisibleKey`).
 */
export const secretNames = (table: NamedTable): readonly string[] => {
  const isSecretTable = looksSecret(table.name)
  const isSessions = isSessionTable(table.name)
  const isSecret = ({ name: column }: Column) => {
    const words = nameWords(column).join(' ')
    if ((isSecretTable && COLUMNS_NAMED_BY_TABLE.has(words)) || (isSessions && SESSION_KEY_COLUMNS.has(words)))
      return true
    return looksSecret(column) && !isHarmlessInTable(column, table)
  }
  return table.columns.filter((column) => isSecret(column) && !isVisibleKey(column, table)).map(({ name }) => name)
}

/** The columns of a table that look secret, and those that the database computes from them. */
export const secretColumns = (table: Table, folding: NameFolding): readonly string[] => {
  const hidden = hiddenColumns(table, secretNames(table), folding)
  return table.columns.map(({ name }) => name).filter((name) => hidden.has(folding.column(name)))
}
