/** What takes a name back before another one; the space and the stop before it belong to it. */
const TAKES_BACK = / ?(?:\.{2,3}|…|,|-|–)? ?(?:no,? wait|sorry|no,? i mean|i mean) ?,? (?=\p{Lu})/gu
const CAPITALISED = /^[^\p{L}]*(\p{Lu}[\p{L}'’-]*)$/u
const NAME_WORDS_MAX = 4

/** "Ruth Hale... no wait, Owen Tully" → "Owen Tully": the first name is taken back. */
export const withoutTakenBack = (question: string): string => {
  let kept = ''
  let from = 0
  for (const { index, 0: words } of question.matchAll(TAKES_BACK)) {
    const before = question.slice(from, index)
    const name = nameStart(before)
    kept += name === before.length ? before + words : before.slice(0, name)
    from = index + words.length
  }
  return kept + question.slice(from)
}

/** Where the name at the end of a text begins; at its end where there is none. */
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
