const QUANTIFIER = /[*+?]|\{[0-9]{0,5}(?:,[0-9]{0,5})?\}/y

/**
 * How many ways a server may try a regular expression at one place of a text before it gives up there: every quantifier
 * multiplies them by the lengths that it may take, every alternative by two.
 *
 * @param length of the text
 * @returns infinity for a group that is repeated and can itself be read in several ways: their number is exponential
 */
export const patternSteps = (pattern: string, length: number): number => {
  const groups: boolean[] = []
  let [steps, choice, endless] = [1, false, 0]
  for (let at = 0; at < pattern.length; ) {
    const sign = pattern[at] ?? ''
    const ways = waysAt(pattern, at, length)
    if (sign === '[') at = endOfClass(pattern, at)
    else if (sign === '(') {
      groups.push(choice)
      choice = false
    } else if (sign === ')') {
      if (choice && '*+{'.includes(pattern[at + 1] ?? ' ')) return Number.POSITIVE_INFINITY
      const outer = groups.pop() === true
      choice = choice || outer
    } else if (sign === '|' || ways > 1) {
      // `(?:` and its like begin a group; they repeat nothing.
      if (sign === '?' && pattern[at - 1] === '(') {
        at++
        continue
      }
      // Lengths that are shared out among several: the later ones have what is left.
      if (ways === length) endless++
      steps *= sign === '|' ? 2 : ways === length ? ways / endless : ways
      choice = true
    }
    at++
  }
  return steps
}

/** The lengths that a quantifier may take; 1 where there is none, or where it leaves no choice. */
const waysAt = (pattern: string, at: number, length: number): number => {
  QUANTIFIER.lastIndex = at
  const written = QUANTIFIER.exec(pattern)?.[0]
  if (written === undefined) return 1
  if (written === '?') return 2
  if (!written.startsWith('{')) return Math.max(2, length)
  const [from, to] = written.slice(1, -1).split(',')
  if (to === undefined) return 1
  return to === '' ? Math.max(2, length) : Math.max(1, Number(to) - Number(from) + 1)
}

/** `[]…]` and `[^]…]` hold a bracket, and `[[:digit:]]` a class of classes. */
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
