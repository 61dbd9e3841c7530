const QUANTIFIER = /[*+?]|\{[0-9]{0,5}(?:,[0-9]{0,5})?\}/y

/**
 * Maximum number of ways a server may try a regular expression at one position of a text: every quantifier multiplies
 * by the lengths it may match, every alternative by two.
 *
 * @param length of the text
 * @returns infinity for a repeated group that is itself ambiguous, which takes exponential time
 */
export const patternSteps = (pattern: string, length: number): number => {
  const groups: boolean[] = []
  let [steps, isAmbiguous, unboundedCount] = [1, false, 0]
  for (let at = 0; at < pattern.length; ) {
    const sign = pattern[at] ?? ''
    const ways = countLengths(pattern, at, length)
    if (sign === '[') at = endOfClass(pattern, at)
    else if (sign === '(') {
      groups.push(isAmbiguous)
      isAmbiguous = false
    } else if (sign === ')') {
      if (isAmbiguous && '*+{'.includes(pattern[at + 1] ?? ' ')) return Number.POSITIVE_INFINITY
      const outer = groups.pop() === true
      isAmbiguous = isAmbiguous || outer
    } else if (sign === '|' || ways > 1) {
      // `(?:` and similar begin a group; the `?` is not a quantifier.
      if (sign === '?' && pattern[at - 1] === '(') {
        at++
        continue
      }
      // Unbounded quantifiers share the length of the text.
      if (ways === length) unboundedCount++
      steps *= sign === '|' ? 2 : ways === length ? ways / unboundedCount : ways
      isAmbiguous = true
    }
    at++
  }
  return steps
}

/** Number of lengths that a quantifier may match; 1 without a choice. */
const countLengths = (pattern: string, at: number, length: number): number => {
  QUANTIFIER.lastIndex = at
  const written = QUANTIFIER.exec(pattern)?.[0]
  if (written === undefined) return 1
  if (written === '?') return 2
  if (!written.startsWith('{')) return Math.max(2, length)
  const [from, to] = written.slice(1, -1).split(',')
  if (to === undefined) return 1
  return to === '' ? Math.max(2, length) : Math.max(1, Number(to) - Number(from) + 1)
}

/** `[]…]` and `[^]…]` contain a bracket, `[[:digit:]]` a nested class. */
const endOfClass = (pattern: string, start: number): number => {
  let at = start + 1
  if (pattern[at] === '^') at++
  if (pattern[at] === ']') at++
  while (at < pattern.length && pattern[at] !== ']') {
    const end = pattern.startsWith('[:', at) ? pattern.indexOf(':]', at) : -1
    at = end < 0 ? at + 1 : end + 2
  }
  return at
}
