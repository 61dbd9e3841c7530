import { ADDRESSES, withoutMarks } from '../row-links.ts'
import { plainText } from './plain-text.ts'

/**
 * Model text as `plainText` makes it, save for addresses that may be linked: these stay as they are, where they stand
 * by themselves. What is only like one of them, or grown together with other text, goes like any other address.
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
/** Marks, and then nothing that could be read on. */
const CLOSES = /^[.,;:!?…)\]*_~]{0,3}(?:\s|$)/
