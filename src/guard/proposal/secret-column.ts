import { hiddenColumns } from '../hidden-columns.ts'
import type { NameFolding } from '../name-folding.ts'
import type { Column, Table } from '../schema.ts'
import { nameWords } from './name-words.ts'
import { plainOf } from './plain-word.ts'
import { isOpenBeside, isOpenKey, keepsSessions, type NamedTable } from './secret-table.ts'
import {
  ABOUT_BEGINNINGS,
  ABOUT_ENDINGS,
  CARD_KINDS,
  COUNTED,
  ENDING_PAIRS,
  HEADER_KINDS,
  ID_PHRASES,
  JOINED,
  NAMED_BY_SESSIONS,
  NAMED_BY_TABLE,
  OPEN_PAIRS,
  PASS_OWNERS,
  PUBLIC_DIGESTS,
  SECRET_ENDINGS,
  SECRET_PHRASES,
  SECRET_WORDS,
  TOKEN_KINDS,
} from './secret-words.ts'

/**
 * Whether a column holds, by its name, what no answer may show: passwords, keys, tokens, numbers of cards and accounts. It
 * errs on the side of hiding.
 *
 * @param column its name, or a path of documents: `auth.password`
 */
export const looksSecret = (column: string): boolean => {
  const written = nameWords(column)
  const words = written.map(wordOf)
  const [last, before] = [words.at(-1)?.plain, words.at(-2)?.plain]
  if (last === undefined || ABOUT_BEGINNINGS.has(written[0] ?? '')) return false
  if (ID_PHRASES.includes(`${before} ${last}`)) return true
  if (ABOUT_ENDINGS.has(last) || ABOUT_ENDINGS.has(written.at(-1) ?? '') || isOpenPair(words)) return false
  if (words.some(({ isSecret }) => isSecret) || hasPhrase(words)) return true
  if (words.some(({ plain }) => plain === 'card') && isCardNumber(column)) return true
  if (last === 'authorization') return before === undefined || HEADER_KINDS.has(before)
  if (COUNTED.has(written.at(-1) ?? '')) return last === 'token' && TOKEN_KINDS.has(before ?? '')
  if (last === 'pass') return before === undefined || PASS_OWNERS.has(before)
  if (before === undefined) return SECRET_ENDINGS.has(last)
  if (ENDING_PAIRS.has(`${before} ${last}`) || ENCRYPTED.has(words[0]?.plain ?? '')) return true
  if (!SECRET_ENDINGS.has(last)) return false
  return !(last === 'hash' || last === 'digest') || !PUBLIC_DIGESTS.has(before)
}

/** At the beginning of a name: `encrypted_email`. */
const ENCRYPTED: ReadonlySet<string> = new Set(['encrypted', 'hashed'])

interface Word {
  /** Without accents, the digits at its end and the ending of a plural: `contrasena`, `pass`, `hash`. */
  readonly plain: string
  /** Whether a name that has it is a secret's. */
  readonly isSecret: boolean
}

/** Words that names had, because names of one schema have the same few. */
const known = new Map<string, Word>()
const KNOWN_MAX = 10_000
const KNOWN_LENGTH_MAX = 64

const wordOf = (written: string): Word => {
  const kept = known.get(written)
  if (kept !== undefined) return kept
  const plain = plainOf(written)
  const word = { plain, isSecret: SECRET_WORDS.has(plain) || JOINED.some((pattern) => pattern.test(plain)) }
  if (known.size >= KNOWN_MAX) known.clear()
  if (written.length <= KNOWN_LENGTH_MAX) known.set(written, word)
  return word
}

/** Whether it is a name of something else: `sea_salt`, `secret_santa_budget`. */
const isOpenPair = (words: readonly Word[]): boolean =>
  words.some(({ plain }, at) => {
    const pair = `${plain} ${words[at + 1]?.plain}`
    const isAlone = words.every(({ isSecret }, place) => place === at || !isSecret)
    return OPEN_PAIRS.has(pair) && isAlone && (plain === 'secret' || at === words.length - 2)
  })

const CARD_NUMBER = new Set(['number', 'num', 'no', 'nr', 'pan'])

/** What stands before `card` counts within one key of a path: `loyalty_card_number` is none, `billing.card.number` is. */
const isCardNumber = (column: string): boolean => {
  const keys = column.split('.').map((key) => nameWords(key).map((word) => wordOf(word).plain))
  const places = keys.flatMap((words) =>
    words.map((plain, at) => ({ plain, kind: at === 0 ? undefined : words[at - 1] })),
  )
  return places.some(
    ({ plain, kind }, at) =>
      plain === 'card' && (kind === undefined || CARD_KINDS.has(kind)) && CARD_NUMBER.has(places[at + 1]?.plain ?? ''),
  )
}

let phrasesByFirst: ReadonlyMap<string, readonly string[]> | undefined
/** The phrases as `plainOf` writes their words. */
const phrasesOf = (first: string): readonly string[] => {
  phrasesByFirst ??= Map.groupBy(
    SECRET_PHRASES.map((phrase) => phrase.split(' ').map(plainOf).join(' ')),
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
 * The columns of a table that look secret by their own names, the table's, or those of the columns beside them, as the schema
 * spells them. A column by which rows are joined is none, unless it is the text that lets somebody in (`isOpenKey`).
 */
export const secretNames = (table: NamedTable): readonly string[] => {
  const isSecretTable = looksSecret(table.name)
  const isSessions = keepsSessions(table.name)
  const isSecret = ({ name: column }: Column) => {
    const words = nameWords(column).join(' ')
    if ((isSecretTable && NAMED_BY_TABLE.has(words)) || (isSessions && NAMED_BY_SESSIONS.has(words))) return true
    return looksSecret(column) && !isOpenBeside(column, table)
  }
  return table.columns.filter((column) => isSecret(column) && !isOpenKey(column, table)).map(({ name }) => name)
}

/** The columns of a table that look secret, and those that the database computes from them. */
export const secretColumns = (table: Table, folding: NameFolding): readonly string[] => {
  const hidden = hiddenColumns(table, secretNames(table), folding)
  return table.columns.map(({ name }) => name).filter((name) => hidden.has(folding.column(name)))
}
