import { randomUUID } from 'node:crypto'
import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { writeExport } from '../../activities/write-export.ts'
import type { Caller } from '../../src/access/rules/caller.ts'
import type { ExportInput } from '../../src/manage/exports/rules/export-input.ts'
import { answeredTurn } from '../support/answered-turn.ts'
import { HOLD_MS_MAX } from '../support/cost.ts'
import { longestHoldMs } from '../support/longest-hold.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
})
afterAll(() => platform.close())

const ROWS = 'SELECT id, status FROM orders ORDER BY id'

const caller = (): Caller => ({
  organizationId: platform.access.organizationId,
  kind: 'organization',
  userId: 1,
  tenantId: '1',
  scopeId: 'tester',
})

/** A requested export that no worker has started. */
const asked = async (drafted: string): Promise<ExportInput> => {
  const { organizationId, databaseId } = platform.access
  const answer = await answeredTurn(platform.app.store, { caller: caller(), databaseId, drafted })
  const jobId = randomUUID()
  await platform.app.store.jobs.addExportJob(caller(), { id: jobId, databaseId, conversationId: answer.conversationId })
  return {
    organizationId,
    databaseId,
    jobId,
    caller: caller(),
    ...answer,
    format: 'csv',
    queryTimeoutMs: 30_000,
    patience: { waitMs: 30_000, isAwaited: false },
  }
}
const environment = () => new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') })
const ran = (input: ExportInput, app = platform.app): Promise<void> => environment().run(writeExport(app), input)
const jobOf = ({ jobId }: ExportInput) => platform.app.store.jobs.find(caller(), jobId)
const fileOf = ({ jobId }: ExportInput) => platform.app.store.exportFiles.find(caller(), jobId)

describe('the export step', () => {
  it('writes the rows of the tenant of the conversation and ends its job', async () => {
    const input = await asked(ROWS)
    await ran(input)
    expect(await jobOf(input)).toMatchObject({ status: 'succeeded', result: { row_count: 2_450, truncated: false } })
    expect(await fileOf(input)).toMatchObject({ rowCount: 2_450, messageId: input.messageId })
  })

  it('reads at most 100,000 rows, reports truncation, and does not block the event loop', async () => {
    const input = await asked('SELECT a.id AS a, b.id AS b FROM orders AS a CROSS JOIN orders AS b')
    const held = await longestHoldMs(() => ran({ ...input, format: 'xlsx' }), 1)
    expect(held).toBeLessThan(HOLD_MS_MAX)
    expect(await jobOf(input)).toMatchObject({
      status: 'succeeded',
      result: { format: 'xlsx', row_count: 100_000, truncated: true },
    })
  })

  it('writes one file if it is retried after its worker died between storing the file and ending the job', async () => {
    const input = await asked(ROWS)
    const dying = {
      ...platform.app,
      store: {
        ...platform.app.store,
        jobs: { ...platform.app.store.jobs, end: () => Promise.reject(new Error('the worker dies here')) },
      },
    }
    await expect(ran(input, dying)).rejects.toThrow('dies here')
    expect(await jobOf(input)).toMatchObject({ status: 'running' })
    await ran(input)
    expect(await jobOf(input)).toMatchObject({ status: 'succeeded' })
    const stored = await fileOf(input)
    expect(await platform.app.store.exportFiles.countBytes(caller())).toBeGreaterThanOrEqual(stored?.size ?? 0)
  })

  it('leaves the file unchanged if it is retried after its job has ended', async () => {
    const input = await asked(ROWS)
    await ran(input)
    await ran(input)
    expect([(await jobOf(input))?.status, (await fileOf(input))?.rowCount]).toEqual(['succeeded', 2_450])
  })

  it.each<[string, (input: ExportInput) => Promise<unknown>]>([
    [
      'the conversation is deleted',
      ({ conversationId }) => platform.app.store.conversations.remove(caller(), conversationId),
    ],
    ['the export is cancelled', ({ jobId }) => platform.app.store.jobs.end(caller(), jobId, { status: 'cancelled' })],
  ])('leaves no file if %s while it runs', async (_, happens) => {
    const input = await asked(ROWS)
    const { store } = platform.app
    const meanwhile = {
      ...platform.app,
      store: {
        ...store,
        exportFiles: {
          ...store.exportFiles,
          put: async (...args: Parameters<typeof store.exportFiles.put>) => {
            await happens(input)
            await store.exportFiles.put(...args)
          },
        },
      },
    }
    await ran(input, meanwhile)
    expect(await fileOf(input)).toBeUndefined()
    expect((await jobOf(input))?.status).not.toBe('succeeded')
  })

  it.each<[string, string]>([
    ['a dropped column', 'SELECT nothing_of_the_kind FROM orders'],
    ['a forbidden table', 'SELECT name FROM sqlite_master'],
    ['a write', 'DELETE FROM orders'],
  ])('refuses a query with %s, and shows no name to a database key', async (_, drafted) => {
    const input = await asked(drafted)
    await expect(ran(input)).rejects.toMatchObject({ problem: 'query_refused', transient: false })
    const { databaseId } = platform.access
    const publicly = { ...input, caller: { ...input.caller, kind: 'database' as const, databaseId } }
    await expect(ran(publicly)).rejects.toMatchObject({
      message: 'The query of this answer is no longer allowed.',
    })
    expect(await fileOf(input)).toBeUndefined()
  })
})
