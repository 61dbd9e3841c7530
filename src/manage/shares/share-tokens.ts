import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse as parseUuid } from 'uuid'

/** Creates and verifies the tokens of share links. */
export interface ShareTokens {
  /** The token of a link: its id and a signature. It is deterministic, so that tokens need not be stored. */
  tokenOf(shareId: string): string
  /** Whether a text is the token of this link, signed with a current or previous secret. Constant time. */
  isTokenOf(shareId: string, text: string): boolean
}

const PREFIX = 'sh_'

/** @param keys HMAC keys, the current one first; links from before a key rotation were signed with previous ones */
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
