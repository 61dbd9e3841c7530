import { ADDRESSES, withoutMarks } from '../row-links.ts'
import { plainText } from './plain-text.ts'

/**
 * Model text as from `plainText`, except that addresses that may be linked stay unchanged if they are separate words.
 * An address that only resembles one of them, or that is joined with other text, is removed like any other.
 */
export const linkedText =
  (links: ReadonlySet<string>): ((text: string) => string) =>
  (text) => {
    let shown = ''
    let end = 0
    for (const { 0: found, index } of links.size === 0 ? [] : text.matchAll(ADDRESSES)) {
      const address = withoutMarks(found)
      const after = index + address.length
      const standsAlone = OPENS.test(text.charAt(index - 1) || ' ') && CLOSES.test(text.slice(after, after + 4))
      if (!links.has(address) || !standsAlone) continue
      shown += plainText(text.slice(end, index)) + address
      end = after
    }
    return shown + plainText(text.slice(end))
  }

const OPENS = /[\s([“"'«]/
/** Punctuation, and then the end of the word. */
const CLOSES = /^[.,;:!?…)\]*_~]{0,3}(?:\s|$)/
