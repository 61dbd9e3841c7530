import { Problem } from '../../platform/problems/problem.ts'

/** Maximum mistakes per response. */
const REPORTED_MAX = 50

/** The first mistakes of a written document, each with its path. */
export const mistakesProblem = (mistakes: readonly { readonly field: string; readonly message: string }[]): Problem => {
  const details = mistakes.slice(0, REPORTED_MAX).map((mistake) => ({ ...mistake, code: 'VALIDATION_ERROR' }))
  return new Problem('input_invalid', { details })
}
