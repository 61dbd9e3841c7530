import type { Lexicon, Respelt } from './lexicon.ts'
import { isSpace, tokenAt } from './tokens.ts'

/**
 * A draft without comments, which mean nothing, and with texts spelt in the one way that everybody reads alike. It ends
 * where no word begins, or where a comment is none to a server (`/*!`, `--x`): what is there stays as it is, for
 * whoever cuts words to refuse.
 *
 * One pass: it knows texts and names as the dialect does, so that nothing within one is taken for a comment.
 */
export const plainText = (text: string, lexicon: Lexicon): string => {
  if (!lexicon.loose.test(text)) return text
  let [plain, kept, before] = ['', 0, '']
  for (let start = 0; start < text.length; ) {
    if (isSpace(text.charCodeAt(start))) {
      start++
      continue
    }
    const comment = lexicon.comments.find((begin) => text.startsWith(begin, start))
    const other =
      comment === undefined ? lexicon.respell(text, start, before) : withoutComment(text, start, comment, lexicon)
    if (other !== undefined) {
      // A space on either side: what was apart stays apart.
      plain += `${text.slice(kept, start)} ${other.written}${other.written === '' ? '' : ' '}`
      start = kept = other.end
      if (comment === undefined) before = ''
      continue
    }
    const token = comment === undefined ? tokenAt(text, start, lexicon.kinds) : undefined
    if (token === undefined) break
    before = token.keyword
    start += token.text.length
  }
  return plain + text.slice(kept)
}

const withoutComment = (text: string, start: number, begin: string, { code }: Lexicon): Respelt | undefined => {
  code.lastIndex = start
  if (code.test(text)) return undefined
  const end = text.indexOf(begin === '/*' ? '*/' : '\n', start + begin.length)
  if (begin === '/*') return end < 0 ? undefined : { end: end + 2, written: '' }
  return { end: end < 0 ? text.length : end, written: '' }
}
