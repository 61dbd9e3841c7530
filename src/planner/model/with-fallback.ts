import type { Usage } from '../../ask/rules/draft.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { QuotaUsedUp } from './model-failure.ts'

/** A model, and the one that is asked where it fails. */
export interface Models<Model> {
  readonly first: Model
  readonly fallback?: Model | undefined
  /** The fallback is asked also where the quota at the provider of the first is used up. */
  readonly onQuota?: boolean | undefined
}

/**
 * Has the fallback do, at once, what the first model failed at in a way that may pass, or because its quota is used up.
 * What a model declines to do is no failure.
 *
 * @param work with one of the models; `spent` are the tokens of the one before it, to be added
 * @param mayBegin whether it can be begun anew: of what somebody has seen already only the rest can be given up
 * @throws the Problem of the first model, which may be there again when the step is tried again, with all tokens
 */
export const withFallback = async <Model, Result>(
  { first, fallback, onQuota = false }: Models<Model>,
  work: (model: Model, spent?: Usage) => Promise<Result>,
  mayBegin: () => boolean = () => true,
): Promise<Result> => {
  try {
    return await work(first)
  } catch (error) {
    if (fallback === undefined || !mayBeDone(error, onQuota) || !mayBegin()) throw error
    try {
      return await work(fallback, error.usage)
    } catch (second) {
      if (!(second instanceof Problem)) throw second
      throw error.withUsage(second.usage ?? error.usage)
    }
  }
}

/** By the fallback. */
const mayBeDone = (error: unknown, onQuota: boolean): error is Problem =>
  error instanceof Problem &&
  (error.transient || (onQuota && error.cause instanceof QuotaUsedUp)) &&
  (error.problem === 'model_failed' || error.problem === 'model_unavailable')
