import { tokenise } from '../../../knowledge/words/index.ts'

/** What people ask has some 60 words at most; the limits are there for texts that are no questions. */
const LENGTH_MAX = 2_000
const TOKENS_MAX = 150

/** The question with single spaces, or null when it is longer than anything that can be read word by word. */
export const readable = (question: string): string | null => {
  const long = question.length > LENGTH_MAX
  const text = long ? question : question.replace(/\s+/g, ' ').trim()
  return long || tokenise(text).length > TOKENS_MAX ? null : text
}
