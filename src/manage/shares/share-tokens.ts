import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse as parseUuid } from 'uuid'

/** Makes and checks the tokens of share links. */
export interface ShareTokens {
  /** The token of a link: its id and a signature. The same id has the same token, so that none is stored. */
  tokenOf(shareId: string): string
  /** Whether a text is the token of this link, signed with a secret of this installation. */
  isTokenOf(shareId: string, text: string): boolean
}

const PREFIX = 'sh_'

/** @param keys HMAC keys, the one of now first; links from before a rotation were signed with others */
export const shareTokens = (keys: readonly [Uint8Array, ...Uint8Array[]]): ShareTokens => {
  const signed = (shareId: string, key: Uint8Array): string => {
    const id = parseUuid(shareId)
    const signature = createHmac('sha256', key).update(id).digest()
    return PREFIX + Buffer.concat([id, signature]).toString('base64url')
  }
  return {
    tokenOf: (shareId) => signed(shareId, keys[0]),
    isTokenOf: (shareId, text) => keys.map((key) => isSame(signed(shareId, key), text)).some((isSigned) => isSigned),
  }
}

const isSame = (expected: string, text: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(text)]
  return a.length === b.length && timingSafeEqual(a, b)
}
