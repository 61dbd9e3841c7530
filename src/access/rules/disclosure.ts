import type { ApiKey } from './api-key.ts'

/**
 * What the owner of a public key can add to the answers of its readers, who otherwise get text, rows, chart, suggestions
 * and choices. Each is decided before an answer is sent.
 */
export const ANSWER_DETAILS = ['queries', 'receipts', 'assumptions', 'names', 'progress', 'reasoning'] as const
export type AnswerDetail = (typeof ANSWER_DETAILS)[number]

/** The details that a caller receives. */
export type AnswerDisclosure = { readonly [Detail in AnswerDetail]: boolean }

/** Keys from before details were chosen keep what they received, until their owner chooses. */
const EARLIER_DETAILS: readonly AnswerDetail[] = ['receipts', 'assumptions', 'names', 'progress']

/** The details of a public key's answers. */
export const answerDetailsOf = ({ answerDetails = EARLIER_DETAILS }: Pick<ApiKey, 'answerDetails'>) => answerDetails

const disclosing = (isDisclosed: (detail: AnswerDetail) => boolean): AnswerDisclosure => ({
  queries: isDisclosed('queries'),
  receipts: isDisclosed('receipts'),
  assumptions: isDisclosed('assumptions'),
  names: isDisclosed('names'),
  progress: isDisclosed('progress'),
  reasoning: isDisclosed('reasoning'),
})

/** For organization keys and users. */
export const FULL_DISCLOSURE = disclosing(() => true)

/** What the holder of a key receives. */
export const disclosureOf = (key: Pick<ApiKey, 'kind' | 'answerDetails'>): AnswerDisclosure => {
  if (key.kind === 'organization') return FULL_DISCLOSURE
  const details = answerDetailsOf(key)
  return disclosing((detail) => details.includes(detail))
}
