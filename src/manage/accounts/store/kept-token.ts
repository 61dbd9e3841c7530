import { createHash, randomBytes } from 'node:crypto'

/** A kind of token whose text only its holder has: 256 random bits behind a prefix. */
export interface TokenKind {
  /** A new one. */
  newText(): string
  /** Whether a text can be one at all. */
  isText(text: string): boolean
}

/** @param prefix of letters, `mt` */
export const tokenKind = (prefix: string): TokenKind => {
  const shape = new RegExp(`^${prefix}_[\\w-]{43}$`)
  return {
    newText: () => `${prefix}_${randomBytes(32).toString('base64url')}`,
    isText: (text) => shape.test(text),
  }
}

/** By which the store finds a token: who reads the store has nothing by it. */
export const tokenDigest = (text: string): string => createHash('sha256').update(text).digest('base64url')
