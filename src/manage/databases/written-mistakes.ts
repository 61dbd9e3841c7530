import { Problem } from '../../platform/problems/problem.ts'

/** Mistakes that are told at once. */
const TOLD_MAX = 50

/** What is wrong with something that somebody wrote, each with its place: the first ones. */
export const writtenMistakes = (mistakes: readonly { readonly field: string; readonly message: string }[]): Problem => {
  const details = mistakes.slice(0, TOLD_MAX).map((mistake) => ({ ...mistake, code: 'VALIDATION_ERROR' }))
  return new Problem('input_invalid', { details })
}
