/** A self-correction between two names, with the space and punctuation before it. */
const CORRECTION = / ?(?:\.{2,3}|…|,|-|–)? ?(?:no,? wait|sorry|no,? i mean|i mean) ?,? (?=\p{Lu})/gu
const CAPITALISED = /^[^\p{L}]*(\p{Lu}[\p{L}'’-]*)$/u
const NAME_WORDS_MAX = 4

/** Drops a name that the user corrects: "Ruth Hale... no wait, Owen Tully" → "Owen Tully". */
export const withoutCorrectedName = (question: string): string => {
  let kept = ''
  let from = 0
  for (const { index, 0: words } of question.matchAll(CORRECTION)) {
    const before = question.slice(from, index)
    const name = nameStart(before)
    kept += name === before.length ? before + words : before.slice(0, name)
    from = index + words.length
  }
  return kept + question.slice(from)
}

/** The start of the name at the end of a text; the end of the text if there is none. */
const nameStart = (text: string): number => {
  let start = text.length
  for (const [count, word] of text.split(' ').reverse().entries()) {
    const capitalised = CAPITALISED.exec(word)?.[1]
    if (capitalised === undefined || count === NAME_WORDS_MAX) break
    start -= capitalised.length + (count === 0 ? 0 : 1)
    if (capitalised.length < word.length) break
  }
  return start
}
