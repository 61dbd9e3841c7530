/** A range of a text in UTF-16 code units, and its replacement. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Replaces ranges of a text. @param parts must not overlap */
export const replaceSpans = (text: string, parts: readonly Replacement[]): string => {
  let all = ''
  let at = 0
  for (const { start, end, text: written } of parts.toSorted((a, b) => a.start - b.start)) {
    all += text.slice(at, start) + written
    at = end
  }
  return all + text.slice(at)
}
