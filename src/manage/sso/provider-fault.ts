import type { ProblemName } from '../../platform/problems/problem.ts'

/** Problems caused by an identity provider. */
export type ProviderProblem = Extract<
  ProblemName,
  | 'sso_configuration_error'
  | 'sso_provider_unavailable'
  | 'sso_invalid_token'
  | 'sso_token_expired'
  | 'sso_missing_claims'
>

/** A failure of an identity provider. The message is for the log and may contain text of the provider. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault'
  readonly problem: ProviderProblem

  constructor(problem: ProviderProblem, reason: string, cause?: unknown) {
    super(reason, { cause })
    this.problem = problem
  }
}

/** Maximum length of provider text in the log, in UTF-16 code units. */
const WORDS_MAX = 200

/** Provider text for the log: one short line of ASCII without email addresses. */
export const providerText = (...said: readonly (string | undefined)[]): string =>
  said
    .filter((text) => text !== undefined)
    .map((text) =>
      text
        .slice(0, WORDS_MAX)
        .replace(/[^\x20-\x7e]/g, ' ')
        .replace(/\S*@\S*/g, '…'),
    )
    .join(': ')
