/** Position of an agent: "how many orders does … have". */
const DOER = /\b(?:did|does|do)\s+$/i
/** Position of an owner; a single unknown word may be a thing as well. */
const OWNER = /\b(?:of|at|for|by|has|have|is|are)\s+$/i

/**
 * Whether unknown words are probably a name: capitalized inside a sentence, possessive, or in the position of an owner.
 * It does not check whether the name exists.
 */
export const isProbablyName = (question: string, unknown: readonly string[]): boolean => {
  const isShouted = question === question.toUpperCase()
  return unknown.some((word, index) => {
    const at = question.indexOf(word)
    if (at < 0 || word === '') return false
    const before = question.slice(Math.max(0, at - BEFORE_MAX), at)
    const after = question.slice(at + word.length)
    const isName = !isShouted && at > 0 && /^\p{Lu}/u.test(word) && !/[.!?:]\s*$/.test(before)
    const continuesName = index + 1 < unknown.length && after.trimStart().startsWith(unknown[index + 1] ?? '')
    return isName || /^(?:['’]s\b|['’](?=\s))/.test(after) || DOER.test(before) || (continuesName && OWNER.test(before))
  })
}

const BEFORE_MAX = 20
