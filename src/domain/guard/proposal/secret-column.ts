import { hiddenColumns } from '../hidden-columns.ts'
import type { NameFolding } from '../name-folding.ts'
import type { Table } from '../schema.ts'
import { nameWords } from './name-words.ts'
import {
  ABOUT_BEGINNINGS,
  ABOUT_ENDINGS,
  COUNTED,
  ENDING_PAIRS,
  JOINED,
  NAMED_BY_TABLE,
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
  if (last === undefined || ABOUT_ENDINGS.has(last) || ABOUT_BEGINNINGS.has(written[0] ?? '')) return false
  if (words.some(({ isSecret }) => isSecret) || hasPhrase(words)) return true
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

const PHRASES_BY_FIRST = Map.groupBy(SECRET_PHRASES, (phrase) => phrase.slice(0, phrase.indexOf(' ')))

const hasPhrase = (words: readonly Word[]): boolean => {
  const phrases = words.flatMap(({ plain }) => PHRASES_BY_FIRST.get(plain) ?? [])
  if (phrases.length === 0) return false
  const name = ` ${words.map(({ plain }) => plain).join(' ')} `
  return phrases.some((phrase) => name.includes(` ${phrase} `))
}

/** The columns of a table that look secret by their own names or by the table's, as the schema spells them. */
export const secretNames = ({ name, columns }: Pick<Table, 'name' | 'columns'>): readonly string[] => {
  const isSecretTable = looksSecret(name)
  const isSecret = (column: string) =>
    looksSecret(column) || (isSecretTable && NAMED_BY_TABLE.has(nameWords(column).join(' ')))
  return columns.map((column) => column.name).filter(isSecret)
}

/** The columns of a table that look secret, and those that the database computes from them. */
export const secretColumns = (table: Table, folding: NameFolding): readonly string[] => {
  const hidden = hiddenColumns(table, secretNames(table), folding)
  return table.columns.map(({ name }) => name).filter((name) => hidden.has(folding.column(name)))
}

const plainOf = (word: string): string => {
  const bare = word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replace(/(?<=\p{L})\p{N}+$/u, '')
  if (/(?:sh|ss)es$/.test(bare)) return bare.slice(0, -2)
  return /[^su]s$/.test(bare) ? bare.slice(0, -1) : bare
}
