import type { StartedCall } from '../../src/platform/threads/thread-pool.ts'

export interface OddCall {
  readonly does: 'answer' | 'hang' | 'die' | 'throw'
}

/** Answers with what it sees of its process, or does not answer. */
export default ({ does, startPort }: StartedCall<OddCall>): string => {
  startPort.postMessage(null)
  if (does === 'die') process.exit(3)
  if (does === 'throw') throw new Error('of the work')
  while (does === 'hang');
  return Object.keys(process.env).join()
}
