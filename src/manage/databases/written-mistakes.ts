import { Problem } from '../../platform/problems/problem.ts'

/** Mistakes in one response. */
const MISTAKES_MAX = 50

/** The first mistakes of an input, each with its place. */
export const writtenMistakes = (mistakes: readonly { readonly field: string; readonly message: string }[]): Problem => {
  const details = mistakes.slice(0, MISTAKES_MAX).map((mistake) => ({ ...mistake, code: 'VALIDATION_ERROR' }))
  return new Problem('input_invalid', { details })
}
