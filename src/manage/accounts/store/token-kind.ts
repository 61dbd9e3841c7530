import { createHash, randomBytes } from 'node:crypto'

/** A kind of random token: a prefix and 256 random bits, of which the store keeps only a digest. */
interface TokenKind {
  newText(): string
  /** Whether a text has the form of this kind. */
  isText(text: string): boolean
}

/** @param prefix letters, such as `mt` */
export const tokenKind = (prefix: string): TokenKind => {
  const shape = new RegExp(`^${prefix}_[\\w-]{43}$`)
  return {
    newText: () => `${prefix}_${randomBytes(32).toString('base64url')}`,
    isText: (text) => shape.test(text),
  }
}

/** The digest by which the store finds a token; the token cannot be recovered from it. */
export const tokenDigest = (text: string): string => createHash('sha256').update(text).digest('base64url')
