import type { Lexicon, Respelling } from './lexicon.ts'
import { isSpace, tokenAt } from './tokens.ts'

/**
 * A draft without comments and with normalized spellings. Stops at unreadable text and at comments that servers execute
 * (`/*!`, `--x`): the tokenizer refuses what remains.
 *
 * One pass that knows texts and names of the dialect, so that nothing within them counts as a comment.
 */
export const normalizeText = (text: string, lexicon: Lexicon): string => {
  if (!lexicon.needsNormalizing.test(text)) return text
  let [plain, copiedTo, before] = ['', 0, '']
  for (let start = 0; start < text.length; ) {
    if (isSpace(text.charCodeAt(start))) {
      start++
      continue
    }
    const comment = lexicon.comments.find((begin) => text.startsWith(begin, start))
    const replacement =
      comment === undefined ? lexicon.respell(text, start, before) : withoutComment(text, start, comment, lexicon)
    if (replacement !== undefined) {
      // Spaces keep adjacent tokens apart.
      plain += `${text.slice(copiedTo, start)} ${replacement.written}${replacement.written === '' ? '' : ' '}`
      start = copiedTo = replacement.end
      if (comment === undefined) before = ''
      continue
    }
    const token = comment === undefined ? tokenAt(text, start, lexicon.kinds) : undefined
    if (token === undefined) break
    before = token.keyword
    start += token.text.length
  }
  return plain + text.slice(copiedTo)
}

const withoutComment = (text: string, start: number, begin: string, { code }: Lexicon): Respelling | undefined => {
  code.lastIndex = start
  if (code.test(text)) return undefined
  const end = text.indexOf(begin === '/*' ? '*/' : '\n', start + begin.length)
  if (begin === '/*') return end < 0 ? undefined : { end: end + 2, written: '' }
  return { end: end < 0 ? text.length : end, written: '' }
}
