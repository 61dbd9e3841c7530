import { hiddenColumns } from '../hidden-columns.ts'
import type { NameFolding } from '../name-folding.ts'
import type { Table } from '../schema.ts'
import { nameWords } from './name-words.ts'
import {
  COUNTED,
  JOINED,
  NAMED_BY_TABLE,
  PASS_OWNERS,
  PUBLIC_DIGESTS,
  SECRET_ENDINGS,
  SECRET_PHRASES,
  SECRET_WORDS,
} from './secret-words.ts'

/**
 * Whether a column holds, by its name, what no answer may show: passwords, keys, tokens, numbers of cards and accounts. It
 * errs on the side of hiding.
 *
 * @param column its name, or a path of documents: `auth.password`
 */
export const looksSecret = (column: string): boolean => {
  const written = nameWords(column)
  const words = written.map(plain)
  const last = words.at(-1)
  if (last === undefined) return false
  if (words.some((word) => SECRET_WORDS.has(word) || JOINED.some((pattern) => pattern.test(word)))) return true
  const phrase = ` ${words.join(' ')} `
  if (SECRET_PHRASES.some((wanted) => phrase.includes(` ${wanted} `))) return true
  const before = words.at(-2)
  if (last === 'pass') return before === undefined || PASS_OWNERS.has(before)
  if (words.length > 1 && (words[0] === 'encrypted' || words[0] === 'hashed')) return true
  if (!SECRET_ENDINGS.has(last) || COUNTED.has(written.at(-1) ?? '')) return false
  return !(last === 'hash' || last === 'digest') || before === undefined || !PUBLIC_DIGESTS.has(before)
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

/** A word without accents, the digits at its end and the ending of a plural: `Contraseñas`, `pass1`, `hashes`. */
const plain = (word: string): string => {
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
