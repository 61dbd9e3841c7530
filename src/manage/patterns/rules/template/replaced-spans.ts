/** Where a text begins and ends in another, in UTF-16 units, and what is to stand there. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly written: string
}

/** A text with other words in the places of some of its own; nothing else of it changes. @param parts do not overlap */
export const replacedSpans = (text: string, parts: readonly Replacement[]): string => {
  let all = ''
  let at = 0
  for (const { start, end, written } of parts.toSorted((a, b) => a.start - b.start)) {
    all += text.slice(at, start) + written
    at = end
  }
  return all + text.slice(at)
}
