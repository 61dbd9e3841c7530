import type { StartedCall } from '../../src/platform/threads/thread-pool.ts'

export interface OddCall {
  readonly does: 'answer' | 'hang' | 'die' | 'throw'
}

/** Replies with the environment variables that it sees, or hangs, exits or throws. */
export default ({ does, startPort }: StartedCall<OddCall>): string => {
  startPort.postMessage(null)
  if (does === 'die') process.exit(3)
  if (does === 'throw') throw new Error('of the work')
  while (does === 'hang');
  return Object.keys(process.env).join()
}
