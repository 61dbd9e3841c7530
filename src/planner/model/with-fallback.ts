import type { Usage } from '../../ask/rules/draft.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { QuotaExhausted } from './model-failure.ts'

/** A model, and its fallback. */
export interface Models<Model> {
  readonly first: Model
  readonly fallback?: Model | undefined
  /** The fallback is used also if the quota at the provider of the first is used up. */
  readonly onQuota?: boolean | undefined
}

/**
 * Repeats work with the fallback, at once, if the first model failed with a transient error, or because its quota is
 * used up. A refusal of a model is no failure.
 *
 * @param work with one of the models; `spent` is the usage of the previous one, to be added
 * @param mayBegin whether it can be started again: output that was already shown cannot be replaced
 * @throws the Problem of the first model, which may be available when the step is retried, with all tokens
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

/** Whether the fallback may do it. */
const mayBeDone = (error: unknown, onQuota: boolean): error is Problem =>
  error instanceof Problem &&
  (error.transient || (onQuota && error.cause instanceof QuotaExhausted)) &&
  (error.problem === 'model_failed' || error.problem === 'model_unavailable')
