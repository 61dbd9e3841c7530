/** Who has or does something: "how many orders does … have". */
const DOER = /\b(?:did|does|do)\s+$/i
/** Whose something is; of one word that nobody knows, it may be a thing as well. */
const OWNER = /\b(?:of|at|for|by|has|have|is|are)\s+$/i

/**
 * Whether words that nobody knows stand for somebody: with a capital inside a sentence, with a possessive s, or where
 * an owner is said. Who it is, and whether there is such a one, is not asked.
 */
export const namesSomebody = (question: string, unknown: readonly string[]): boolean => {
  const isShouted = question === question.toUpperCase()
  return unknown.some((word, index) => {
    const at = question.indexOf(word)
    if (at < 0 || word === '') return false
    const before = question.slice(Math.max(0, at - BEFORE_MAX), at)
    const after = question.slice(at + word.length)
    const isName = !isShouted && at > 0 && /^\p{Lu}/u.test(word) && !/[.!?:]\s*$/.test(before)
    const goesOn = index + 1 < unknown.length && after.trimStart().startsWith(unknown[index + 1] ?? '')
    return isName || /^(?:['’]s\b|['’](?=\s))/.test(after) || DOER.test(before) || (goesOn && OWNER.test(before))
  })
}

const BEFORE_MAX = 20
