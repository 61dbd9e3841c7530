import { fileURLToPath } from 'node:url'
import { ThreadLost, ThreadPool } from '../../src/platform/threads/thread-pool.ts'
import type { OddCall } from './odd-worker.ts'

const options = {
  filename: fileURLToPath(new URL('./odd-worker.ts', import.meta.url)),
  threadsMax: 2,
  deadlineMs: 200,
  waitingMax: 1,
  memoryMb: 64,
}
const owner = { organizationId: 1, tenantId: '1', scopeId: 'a' }

let pool: ThreadPool<OddCall, string>
beforeEach(() => {
  pool = new ThreadPool(options)
})
afterEach(() => pool.close())

describe('the thread pool', () => {
  it.each(['hang', 'die', 'throw'] as const)(
    'replaces a thread after a call to %s, and rejects the call with ThreadLost',
    async (does) => {
      await expect(pool.run({ does }, owner)).rejects.toThrow(ThreadLost)
      await expect(pool.run({ does: 'answer' }, owner)).resolves.toEqual(expect.any(String))
    },
  )

  it('shows a thread no environment variable except the compile cache', async () => {
    expect(await pool.run({ does: 'answer' }, owner)).toMatch(/^(NODE_COMPILE_CACHE)?$/)
  })

  it('runs work of another organization beside a slow one, and limits the queue', async () => {
    const hanging = pool.run({ does: 'hang' }, owner).catch((error: unknown) => error)
    const waiting = pool.run({ does: 'answer' }, owner)
    await expect(pool.run({ does: 'answer' }, owner)).rejects.toMatchObject({ problem: 'tenant_busy' })
    await expect(pool.run({ does: 'answer' }, { organizationId: 2 })).resolves.toEqual(expect.any(String))
    expect(await hanging).toBeInstanceOf(ThreadLost)
    await expect(waiting).resolves.toEqual(expect.any(String))
  })
})
