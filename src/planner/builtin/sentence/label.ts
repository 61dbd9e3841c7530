/** Where a clause begins, outside of quotes. */
const CLAUSE =
  / (?:and |or )?(?=(?:whose|that|either|per|is of those)\b)|, (?=(?:sorted|only|where|highest|lowest|in|by)\b)/
const PIECE = new RegExp(`(?:“[^”]*”|(?!${CLAUSE.source})[^“])+`, 'g')

const clausesOf = (sentence: string): readonly string[] =>
  [...sentence.replace(/\?$/, '').matchAll(PIECE)].map(([words]) => words.replace(/^[ ,]+(?:(?:and|or) )?/, ''))

/** `name and age of singers`, for `List the name and age of singers`. */
const shortened = (head: string): string =>
  head.replace(/^(?:List|Show)(?: the)? |^What (?=share)/, '').replace(/^How many (.*?) are there\b/, 'how many $1')

/**
 * A sentence of `sentenceOf` in few words, with what tells it from its rivals in front.
 *
 * @param among all sentences that are offered together
 */
export const labelOf = (sentence: string, among: readonly string[]): string => {
  const [head = '', ...clauses] = clausesOf(sentence)
  const rivals = among.filter((one) => one !== sentence).map((one) => new Set(clausesOf(one)))
  const isOwn = (clause: string): boolean => rivals.some((rival) => !rival.has(clause))
  const own = clauses.filter(isOwn)
  if (rivals.length === 0) return [shortened(head), ...clauses].join(', ')
  if (isOwn(head)) return [shortened(head), ...own].join(', ')
  return own.length > 0 ? `${own.join(', ')}: ${shortened(head)}` : `${shortened(head)}, without more conditions`
}
