import type { ProblemName } from '../../platform/problems/problem.ts'

/** What may go wrong at an identity provider. */
export type ProviderProblem = Extract<
  ProblemName,
  | 'sso_configuration_error'
  | 'sso_provider_unavailable'
  | 'sso_invalid_token'
  | 'sso_token_expired'
  | 'sso_missing_claims'
>

/** Something went wrong at an identity provider. Its reason is for the log, and may be in the provider's words. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault'
  readonly problem: ProviderProblem

  constructor(problem: ProviderProblem, reason: string, cause?: unknown) {
    super(reason, { cause })
    this.problem = problem
  }
}

/** UTF-16 units of what a provider says that stand in the log. */
const WORDS_MAX = 200

/** What a provider says, for the log: one line that is not long, and names nobody's address. */
export const providersWords = (...said: readonly (string | undefined)[]): string =>
  said
    .filter((text) => text !== undefined)
    .map((text) =>
      text
        .slice(0, WORDS_MAX)
        .replace(/[^\x20-\x7e]/g, ' ')
        .replace(/\S*@\S*/g, '…'),
    )
    .join(': ')
