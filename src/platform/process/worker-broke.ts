import { Mendable } from '../problems/mendable.ts'

/** The worker that Temporal's SDK runs has failed for good: only another process can go on. */
export class WorkerBroke extends Mendable {
  override readonly name = 'WorkerBroke'

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`The worker failed and exits. Start another worker, which continues its turns. Cause: ${reason}`, { cause })
  }
}
