import type { Usage } from '../../domain/ask/draft.ts'
import { Problem } from '../../domain/problem.ts'

/** A model, and the one that is asked where it fails. */
export interface Models<Model> {
  readonly first: Model
  readonly fallback?: Model | undefined
}

/**
 * Has the fallback do, at once, what the first model failed at in a way that may pass.
 *
 * @param work with one of the models; `spent` are the tokens of the one before it, to be added
 * @param mayBegin whether it can be begun anew: of what somebody has seen already only the rest can be given up
 * @throws the Problem of the first model, which may be there again when the step is tried again, with all tokens
 */
export const withFallback = async <Model, Result>(
  { first, fallback }: Models<Model>,
  work: (model: Model, spent?: Usage) => Promise<Result>,
  mayBegin: () => boolean = () => true,
): Promise<Result> => {
  try {
    return await work(first)
  } catch (error) {
    if (fallback === undefined || !mayPass(error) || !mayBegin()) throw error
    try {
      return await work(fallback, error.usage)
    } catch (second) {
      if (!(second instanceof Problem)) throw second
      throw error.withUsage(second.usage ?? error.usage)
    }
  }
}

const mayPass = (error: unknown): error is Problem =>
  error instanceof Problem &&
  error.transient &&
  (error.problem === 'model_failed' || error.problem === 'model_unavailable')
