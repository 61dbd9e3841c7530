import threads from 'node:worker_threads'
import { withUnwatchedWorkflows } from '../../src/platform/patches/temporal-worker.ts'

const { Worker: plain } = threads
const madeWith = (installed?: string) => withUnwatchedWorkflows(async () => threads.Worker, installed)

/** That the thread itself is not watched takes seconds: `test/long/patches/temporal-worker.test.ts`. */
describe('threads of workflows', () => {
  it('begin with what makes them quick, while a worker is made and no longer', async () => {
    expect(await madeWith()).not.toBe(plain)
    expect(threads.Worker).toBe(plain)
  })

  it('are as the SDK makes them in another version of it', async () => {
    expect(await madeWith('1.24.1')).toBe(plain)
  })

  it('are as the SDK makes them after a worker could not be made', async () => {
    await expect(withUnwatchedWorkflows(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(threads.Worker).toBe(plain)
  })
})
