import type { Column, Table } from '../schema.ts'
import { nameWords } from './name-words.ts'
import { plainOf } from './plain-word.ts'
import { CARD_WORDS, LOGIN_TABLES, LOGIN_WORDS, NAMED_BY_SESSIONS, SESSION_KINDS } from './secret-words.ts'

export type NamedTable = Pick<Table, 'name' | 'columns' | 'primaryKey' | 'foreignKeys'>

const plainWords = (name: string): readonly string[] => nameWords(name).map(plainOf)

/** Whether a table keeps log-ins: `user_sessions`, but not `class_sessions`. */
export const keepsSessions = (table: string): boolean => {
  const words = plainWords(table)
  const [last, before] = [words.at(-1), words.at(-2)]
  return last === 'session' && (before === undefined || SESSION_KINDS.has(before))
}

/**
 * Whether a column is open because nothing in its table is about logging in or paying: the salt of a recipe, a postal code
 * (`pin_code`), the `security_code` of a share.
 */
export const isOpenBeside = (column: string, { name, columns }: NamedTable): boolean => {
  const words = plainWords(column)
  const code = words.slice(-2).join(' ')
  const isCode = words.at(-1) === 'pincode' || code === 'pin code' || code === 'security code'
  if (!isCode && words.join(' ') !== 'salt' && words.at(-1) !== 'cookie') return false
  // `password_salt` and `session_cookie` are secrets by themselves.
  if (words.some((word) => LOGIN_WORDS.has(word) || CARD_WORDS.has(word) || word === 'session')) return false
  const others = columns.flatMap((one) => (one.name === column ? [] : plainWords(one.name)))
  const tableWords = plainWords(name)
  const isLogin = others.some((word) => LOGIN_WORDS.has(word)) || tableWords.some((word) => LOGIN_TABLES.has(word))
  const isCard = isCode && [...others, ...tableWords].some((word) => CARD_WORDS.has(word))
  return !isLogin && !isCard
}

/** Numbers and UUIDs name a row; they let nobody in. */
const NO_SECRET_TYPE = /int|serial|number|numeric|decimal|uuid|uniqueidentifier|objectid/i

/**
 * Whether a column is open because rows are joined by it: it is in the primary key or in a declared foreign key. The text of a
 * key that is a log-in itself (`django_session.session_key`) stays hidden, and so does what refers to one.
 */
export const isOpenKey = ({ name, type }: Column, { primaryKey, foreignKeys, ...table }: NamedTable): boolean => {
  const referring = foreignKeys.filter(({ columns, inferred }) => inferred !== true && columns.includes(name))
  if (referring.length === 0 && !primaryKey.includes(name)) return false
  if (NO_SECRET_TYPE.test(type)) return true
  const bare = (one: string) => one.slice(one.lastIndexOf('.') + 1)
  const isLogin = (owner: string, column: string) =>
    keepsSessions(bare(owner)) && (NAMED_BY_SESSIONS.has(nameWords(column).join(' ')) || /key|token/i.test(column))
  const refers = referring.some(({ columns, refTable, refColumns }) =>
    isLogin(refTable, refColumns[columns.indexOf(name)] ?? ''),
  )
  return !refers && !(referring.length === 0 && (isLogin(table.name, name) || isTokenTable(table.name)))
}

/** A table whose rows are tokens, keys or secrets, one each: its primary key may be the secret. */
const isTokenTable = (table: string): boolean =>
  /^(?:token|key|secret|credential)$/.test(plainWords(table).at(-1) ?? '')
