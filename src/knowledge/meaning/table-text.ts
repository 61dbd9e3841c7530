import { createHash } from 'node:crypto'
import type { VisibleTable } from '../../ask/rules/knowledge.ts'
import { nameWords } from '../words/index.ts'

/** Maximum of characters of one text: some 300 tokens. */
const LENGTH_MAX = 1_000
const NAME_MAX = 200
const COMMENT_MAX = 300
const COLUMN_COMMENT_MAX = 60
const COLUMNS_MAX = 40

/**
 * The text of a table for an embedding model: its name, its comment, and its columns, keys last. Nothing of its rows,
 * and nothing of hidden columns.
 */
export const tableText = ({ schema = '', name, comment, columns, primaryKey, foreignKeys }: VisibleTable): string => {
  const keys = new Set([...primaryKey, ...foreignKeys.flatMap((key) => key.columns)])
  const ranked = [...columns.filter((one) => !keys.has(one.name)), ...columns.filter((one) => keys.has(one.name))]
  const spoken = ranked.slice(0, COLUMNS_MAX).map((column) => {
    const said = plain(column.comment, COLUMN_COMMENT_MAX)
    return said === '' ? inWords(column.name) : `${inWords(column.name)} (${said})`
  })
  const about = [[inWords(schema), inWords(name)].filter((part) => part !== '').join(' '), plain(comment, COMMENT_MAX)]
  return `${about.filter((part) => part !== '').join(': ')}. ${spoken.join(', ')}`.slice(0, LENGTH_MAX)
}

/** Digest of a text and the embedding model. */
export const digestOf = (model: string, text: string): string =>
  createHash('sha256').update(`${model}\n${text}`).digest().subarray(0, DIGEST_BYTES).toString('base64url')

const DIGEST_BYTES = 16

const inWords = (name: string): string => nameWords(name.slice(0, NAME_MAX)).join(' ')

const plain = (comment: string | undefined, lengthMax: number): string =>
  (comment ?? '').slice(0, lengthMax).replace(/\s+/g, ' ').trim()
