import { OperatorError } from '../problems/operator-error.ts'

/** A permanent failure of the Temporal SDK's worker: another process must continue. */
export class WorkerFailed extends OperatorError {
  override readonly name = 'WorkerFailed'

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The worker failed and exits. Start another worker, which continues its turns. Cause: ${reason}`, { cause })
  }
}
