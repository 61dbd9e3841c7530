import { tokenise } from '../../../knowledge/words/index.ts'

/** Questions have some 60 words at most; the limits reject other texts. */
const LENGTH_MAX = 2_000
const TOKENS_MAX = 150

/** The question with single spaces, or null if it is too long to be read word by word. */
export const readable = (question: string): string | null => {
  const long = question.length > LENGTH_MAX
  const text = long ? question : question.replace(/\s+/g, ' ').trim()
  return long || tokenise(text).length > TOKENS_MAX ? null : text
}
