import { Mendable } from '../problems/mendable.ts'

/** A permanent failure of the Temporal SDK's worker: another process must continue. */
export class WorkerBroke extends Mendable {
  override readonly name = 'WorkerBroke'

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The worker failed and exits. Start another worker, which continues its turns. Cause: ${reason}`, { cause })
  }
}
