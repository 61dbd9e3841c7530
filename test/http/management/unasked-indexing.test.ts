import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { jest } from '@jest/globals'
import { ScheduleNotFoundError } from '@temporalio/client'
import { manyTables } from '../../../bench/tables/many-tables.ts'
import { reconcileIndexSchedule } from '../../../src/temporal/index-schedule.ts'
import { change, crmFile } from '../../cli/operator/crm-file.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { waitFor } from '../../support/wait-for.ts'
import { type Manager, managerOf } from './manager.ts'

jest.setTimeout(120_000)

let platform: Platform
let own: Manager
let folder: string
beforeAll(async () => {
  platform = await startPlatform({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true', TABLETALK_INDEX_HOURS: '24' } })
  own = await managerOf(platform)
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-unasked-'))
  // The schedule runs as soon as it is created, and would index databases that are connected meanwhile.
  const { workflowId, firstExecutionRunId } = await waitFor('the first run of the schedule', async () => {
    const made = await schedule().describe().catch(unlessMissing)
    return made?.info.recentActions[0]?.action.workflow
  })
  await platform.app.temporal.client.workflow.getHandle(workflowId, firstExecutionRunId).result()
})
afterAll(async () => {
  await reconcileIndexSchedule(platform.app.temporal.client, platform.app.config.temporal.taskQueue, undefined)
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

const unlessMissing = (error: unknown): undefined => {
  if (!(error instanceof ScheduleNotFoundError)) throw error
}

let made = 0
const connected = async () => {
  const file = crmFile(folder, `unasked-${++made}.db`)
  const body = { name: `crm ${made}`, url: `sqlite:${file}`, requires_organization_scoping: true }
  const reply = await own.send('POST', '/databases', body)
  expect(reply.status).toBe(201)
  return { id: String(reply.body.data.id), file }
}
const schedule = () =>
  platform.app.temporal.client.schedule.getHandle(`index-due/${platform.app.config.temporal.taskQueue}`)
const jobsOf = async (id: string) => {
  const { body } = await own.get('/jobs')
  return body.data.filter((job: { database_id: string }) => job.database_id === id)
}
const ended = (id: string) =>
  waitFor('the job', async () => {
    const [job] = await jobsOf(id)
    return (
      job !== undefined && !['queued', 'running'].includes(job.status) && (await own.get(`/jobs/${job.id}`)).body.data
    )
  })
/** Indexes a database that a busy machine did not index while connecting. @returns the number of index runs */
const ensureIndexed = async (id: string): Promise<number> => {
  if ((await platform.app.store.catalogs.find(own, id)) !== undefined) return 0
  await own.send('POST', `/databases/${id}/index`, {})
  await ended(id)
  return 1
}
const ask = (id: string, message: string) =>
  platform.request('/api/v1/chat/message', {
    json: { message, database_id: id },
    headers: { 'X-API-Key': own.key, 'X-Tenant-Id': '3', 'X-Scope-Id': 'unasked' },
  })

describe('a database', () => {
  it('is indexed by the schedule of the installation when it is due, also if other databases fail', async () => {
    const [fresh, gone, due] = [await connected(), await connected(), await connected()]
    const runs = await ensureIndexed(fresh.id)
    for (const { id } of [gone, due]) await platform.app.store.catalogs.remove(own, id)
    await rm(gone.file)
    await schedule().trigger()
    expect(await ended(gone.id)).toMatchObject({ status: 'failed', cause: 'schedule' })
    expect(await ended(due.id)).toMatchObject({ status: 'succeeded', cause: 'schedule' })
    expect(await platform.app.store.catalogs.find(own, due.id)).toBeDefined()
    expect((await jobsOf(fresh.id)).filter(({ cause }: { cause: string }) => cause === 'schedule')).toEqual([])
    expect((await own.get('/organization')).body.data.usage.indexing_per_month).toMatchObject({ used: runs })
  })

  it('with more columns than connecting can read is indexed by a later job, which connecting does not wait for', async () => {
    const file = path.join(folder, 'wide.db')
    // Indexing it takes more statements than are run while connecting.
    manyTables(file, 420, 4)
    const { status, body } = await own.send('POST', '/databases', { name: 'wide', url: `sqlite:${file}` })
    expect(status).toBe(201)
    const catalog = await platform.app.store.catalogs.find(own, body.data.id)
    expect(catalog?.spent.columnsLeftOut).toBeGreaterThan(0)
    const job = await waitFor('its job', async () => (await jobsOf(body.data.id))[0])
    expect(job).toMatchObject({ status: 'queued', cause: 'unread' })
    await platform.request(`/api/v1/jobs/${job.id}`, { method: 'DELETE', headers: { 'X-API-Key': own.key } })
  })

  it('without a catalog is indexed once when concurrent questions are asked', async () => {
    const { id } = await connected()
    await platform.app.store.catalogs.remove(own, id)
    const replies = await Promise.all([ask(id, 'How many orders are there?'), ask(id, 'How many orders?')])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await ended(id)).toMatchObject({ status: 'succeeded', cause: 'unread' })
    expect(await jobsOf(id)).toHaveLength(1)
  })

  it('is indexed again when a query names a missing column, and the job reports the schema changes', async () => {
    const { id, file } = await connected()
    await own.send('POST', `/databases/${id}/policy/confirm`, {})
    expect((await ask(id, 'What is the total of all orders?')).status).toBe(200)
    change(file, 'ALTER TABLE orders RENAME COLUMN total TO amount')
    change(file, 'CREATE TABLE invoices (id INTEGER PRIMARY KEY, organization_id INTEGER NOT NULL)')
    await ask(id, 'What is the total of all orders?')
    const changed = { table: 'orders', new_columns: ['amount'], gone_columns: ['total'], other_types: [] }
    expect(await ended(id)).toMatchObject({
      status: 'succeeded',
      cause: 'name_gone',
      result: {
        changes: { new_tables: ['invoices'], gone_tables: [], changed_tables: [changed], left_out: 0 },
        drift: [],
      },
    })
    const now = await ask(id, 'What is the amount of all orders?')
    expect([now.status, now.body.data.results?.rows?.length ?? now.body.data.results?.length]).toEqual([200, 1])
  })
})

describe('the index schedule', () => {
  it('follows its setting, stays paused if an operator has paused it, and is deleted with the setting', async () => {
    const {
      temporal: { client: temporal },
      config,
    } = platform.app
    await schedule().pause()
    await reconcileIndexSchedule(temporal, config.temporal.taskQueue, 3_600_000)
    const { spec, state } = await schedule().describe()
    expect([spec.intervals?.[0]?.every, state.paused]).toEqual([3_600_000, true])
    await reconcileIndexSchedule(temporal, config.temporal.taskQueue, undefined)
    await reconcileIndexSchedule(temporal, config.temporal.taskQueue, undefined)
    await expect(schedule().describe()).rejects.toThrow(/not found/i)
  })
})
