import type { Column, Table } from '../schema.ts'
import { nameWords } from './name-words.ts'
import { normalizeWord } from './normalize-word.ts'
import { CARD_WORDS, LOGIN_TABLES, LOGIN_WORDS, SESSION_KEY_COLUMNS, SESSION_KINDS } from './secret-words.ts'

export type NamedTable = Pick<Table, 'name' | 'columns' | 'primaryKey' | 'foreignKeys'>

const plainWords = (name: string): readonly string[] => nameWords(name).map(normalizeWord)

/** Whether a table holds login sessions: `user_sessions`, but not `class_sessions`. */
export const isSessionTable = (table: string): boolean => {
  const words = plainWords(table)
  const [last, before] = [words.at(-1), words.at(-2)]
  return last === 'session' && (before === undefined || SESSION_KINDS.has(before))
}

/**
 * Whether a column is harmless because nothing else in its table concerns logins or payments: the salt of a recipe, a
 * postal code (`pin_code`), the `security_code` of a share.
 */
export const isHarmlessInTable = (column: string, { name, columns }: NamedTable): boolean => {
  const words = plainWords(column)
  const code = words.slice(-2).join(' ')
  const isCode = words.at(-1) === 'pincode' || code === 'pin code' || code === 'security code'
  if (!isCode && words.join(' ') !== 'salt' && words.at(-1) !== 'cookie') return false
  // `password_salt` and `session_cookie` are secrets by themselves.
  if (words.some((word) => LOGIN_WORDS.has(word) || CARD_WORDS.has(word) || word === 'session')) return false
  const others = columns.flatMap((one) => (one.name === column ? [] : plainWords(one.name)))
  const tableWords = plainWords(name)
  const isSessionKey = others.some((word) => LOGIN_WORDS.has(word)) || tableWords.some((word) => LOGIN_TABLES.has(word))
  const isCard = isCode && [...others, ...tableWords].some((word) => CARD_WORDS.has(word))
  return !isSessionKey && !isCard
}

/** Types of row identifiers, which grant no access. */
const NO_SECRET_TYPE = /int|serial|number|numeric|decimal|uuid|uniqueidentifier|objectid/i

/**
 * Whether a column is visible because rows are joined by it: it is in the primary key or in a declared foreign key. A
 * text key that is itself a session credential (`django_session.session_key`) stays hidden, and so do references to it.
 */
export const isVisibleKey = ({ name, type }: Column, { primaryKey, foreignKeys, ...table }: NamedTable): boolean => {
  const referring = foreignKeys.filter(({ columns, inferred }) => inferred !== true && columns.includes(name))
  if (referring.length === 0 && !primaryKey.includes(name)) return false
  if (NO_SECRET_TYPE.test(type)) return true
  const bare = (one: string) => one.slice(one.lastIndexOf('.') + 1)
  const isSessionKey = (owner: string, column: string) =>
    isSessionTable(bare(owner)) && (SESSION_KEY_COLUMNS.has(nameWords(column).join(' ')) || /key|token/i.test(column))
  const refersToSessionKey = referring.some(({ columns, refTable, refColumns }) =>
    isSessionKey(refTable, refColumns[columns.indexOf(name)] ?? ''),
  )
  return (
    !refersToSessionKey && !(referring.length === 0 && (isSessionKey(table.name, name) || isTokenTable(table.name)))
  )
}

/** Whether each row of a table is a token, key or secret, so that its primary key may be the secret. */
const isTokenTable = (table: string): boolean =>
  /^(?:token|key|secret|credential)$/.test(plainWords(table).at(-1) ?? '')
