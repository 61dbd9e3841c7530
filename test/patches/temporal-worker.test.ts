import threads from 'node:worker_threads'
import { withUnwatchedWorkflows } from '../../src/platform/patches/temporal-worker.ts'

const { Worker: plain } = threads
const workerClassWith = (installed?: string) => withUnwatchedWorkflows(async () => threads.Worker, installed)

/** The effect on a workflow takes seconds to show: `test/long/patches/temporal-worker.test.ts`. */
describe('Workflow threads', () => {
  it('are patched only while a worker is created', async () => {
    expect(await workerClassWith()).not.toBe(plain)
    expect(threads.Worker).toBe(plain)
  })

  it('are not patched in another version of the SDK', async () => {
    expect(await workerClassWith('1.24.1')).toBe(plain)
  })

  it('are not patched after creating a worker has failed', async () => {
    await expect(withUnwatchedWorkflows(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(threads.Worker).toBe(plain)
  })
})
