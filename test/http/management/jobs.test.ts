import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { jest } from '@jest/globals'
import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import getPort from 'get-port'
import { removeCopies, runAttacks } from '../../../activities/run-attacks.ts'
import { DEMO } from '../../../demo/organization.ts'
import { billingPeriod } from '../../../src/access/rules/billing-period.ts'
import { indexWorkflowId } from '../../../src/manage/jobs/rules/index-input.ts'
import { connectStore } from '../../../src/store/connection.ts'
import { change, crmFile } from '../../cli/operator/crm-file.ts'
import { Forked } from '../../support/forked.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { waitFor } from '../../support/wait-for.ts'
import { codeOf, type Manager, managerOf } from './manager.ts'

jest.setTimeout(120_000)

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const ENV = { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' }

/** `platform` has a worker; the workers of `idle` are started by the tests. */
let platform: Platform
let idle: Platform
let own: Manager
let folder: string
const forked = new Forked()
beforeAll(async () => {
  platform = await startPlatform({ env: ENV })
  idle = await startPlatform({ env: ENV, worker: false })
  own = await managerOf(platform)
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-jobs-'))
})
afterAll(async () => {
  forked.killAll()
  await platform.close()
  await idle.close()
  await rm(folder, { recursive: true, force: true })
})

let made = 0
const connected = async (manager: Manager) => {
  const file = crmFile(folder, `jobs-${++made}.db`)
  const body = { name: `crm ${made}`, url: `sqlite:${file}`, requires_organization_scoping: true }
  const reply = await manager.send('POST', '/databases', body)
  expect(reply.status).toBe(201)
  return { id: String(reply.body.data.id), file }
}
const begin = async (manager: Manager, id: string, kind = 'index') => {
  const reply = await manager.send('POST', `/databases/${id}/${kind}`)
  expect([reply.status, reply.headers.get('location')]).toEqual([202, `/api/v1/jobs/${reply.body.data.id}`])
  return reply.body.data
}
const ended = async (manager: Manager, jobId: string) => {
  let job = (await manager.get(`/jobs/${jobId}`)).body.data
  await waitFor('the job', async () => {
    job = (await manager.get(`/jobs/${jobId}`)).body.data
    return !['queued', 'running'].includes(job.status)
  })
  return job
}

describe('indexing a database', () => {
  it('is a job that classifies new tables, and reports drift and tables to confirm', async () => {
    const { id, file } = await connected(own)
    change(file, 'CREATE TABLE invoices (id INTEGER PRIMARY KEY, organization_id INTEGER NOT NULL, order_id INTEGER)')
    change(file, 'CREATE TABLE notes (id INTEGER PRIMARY KEY, invoice_id INTEGER REFERENCES invoices(id))')
    change(file, 'DROP TABLE users')
    const begun = await begin(own, id)
    expect(begun).toMatchObject({ kind: 'index', database_id: id, status: 'queued', result: null, problem: null })
    const job = await ended(own, begun.id)
    expect(job).toMatchObject({
      status: 'succeeded',
      problem: null,
      progress: { step: 'succeeded', done: 4, total: 4, percent: 100 },
      result: {
        tables: 6,
        open: ['invoices', 'orders'],
        to_confirm: [{ table: 'notes' }, { table: 'order_items' }, { table: 'organizations' }],
        drift: [{ table: 'users', kind: 'table gone' }],
        columns_left_out: 0,
      },
    })
    const { tables } = (await own.get(`/databases/${id}/policy`)).body.data
    expect([tables.invoices, tables.notes]).toEqual([{ mode: 'tenant' }, { mode: 'deny' }])
    const listed = await own.get('/jobs?page_size=1')
    expect(listed.body.data).toEqual([{ ...job, result: null }])
    expect((await own.audit())[0]).toEqual(['database.indexed', id, []])
    const again = await own.send('DELETE', `/jobs/${begun.id}`)
    expect(codeOf(again)).toEqual([400, 'BUSINESS_INVALID_STATE'])
  })

  it('reports DB_CONNECTION_FAILED if the database is unreachable', async () => {
    const { id, file } = await connected(own)
    await rm(file)
    const job = await ended(own, (await begin(own, id)).id)
    expect(job).toMatchObject({ status: 'failed', result: null, problem: { error_code: 'DB_CONNECTION_FAILED' } })
    expect(JSON.stringify(job)).not.toContain(folder)
  })

  it('waits for a worker as one job for repeated requests, and does not run once cancelled', async () => {
    const waiting = await managerOf(idle)
    const { id, file } = await connected(waiting)
    const [job, same] = [await begin(waiting, id), await begin(waiting, id)]
    expect([same.id, job.status]).toEqual([job.id, 'queued'])
    expect((await waiting.send('DELETE', `/jobs/${job.id}`)).body).toMatchObject({ success: true })
    change(file, 'CREATE TABLE later (id INTEGER PRIMARY KEY, organization_id INTEGER NOT NULL)')
    const other = await connected(waiting)
    const next = await begin(waiting, other.id)
    const worker = await idle.startWorker()
    expect(await ended(waiting, next.id)).toMatchObject({ status: 'succeeded' })
    await worker.drain()
    expect((await waiting.get(`/jobs/${job.id}`)).body.data).toMatchObject({ status: 'cancelled', result: null })
    expect((await waiting.get(`/databases/${id}/policy`)).body.data.tables.later).toBeUndefined()
    expect(await waiting.audit()).toContainEqual(['job.cancelled', job.id, []])
  })

  it('is shown as failed if its workflow was terminated, and the next one can start', async () => {
    const {
      store,
      temporal: { client: temporal },
    } = idle.app
    const waiting = await managerOf(idle)
    const { id } = await connected(waiting)
    const lost = await begin(waiting, id)
    const { organizationId } = waiting
    await temporal.workflow.getHandle(indexWorkflowId({ organizationId, jobId: lost.id })).terminate('lost')
    expect((await begin(waiting, id)).id).toBe(lost.id)
    const connection = await connectStore(idle.env.MONGODB_URI ?? '')
    const stale = { $set: { updatedAt: new Date(Date.now() - 120_000) } }
    await connection.collection<{ _id: string }>('jobs').updateOne({ _id: lost.id }, stale)
    await connection.close()
    const next = await begin(waiting, id)
    expect(next.id).not.toBe(lost.id)
    const { body } = await waiting.get(`/jobs/${lost.id}`)
    expect(body.data).toMatchObject({
      status: 'failed',
      problem: { message: 'The job was interrupted. Start it again.' },
    })
    await store.jobs.end(waiting, next.id, { status: 'cancelled' })
  })

  // Temporal detects a lost worker after seconds, so both cases run concurrently with the others.
  it.concurrent.each(['readDatabase:before', 'readDatabase:after'])(
    'is completed after its worker is killed at %s',
    async (crashAt) => {
      const killed = await startPlatform({ env: ENV, worker: false })
      try {
        const surviving = await managerOf(killed)
        const { id } = await connected(surviving)
        const victim = forked.start('crashing-worker', killed.env, crashAt)
        await once(victim, 'message')
        const died = once(victim, 'exit')
        const job = await begin(surviving, id)
        await died
        await killed.startWorker()
        expect(await ended(surviving, job.id)).toMatchObject({ status: 'succeeded', result: { tables: 5 } })
      } finally {
        await killed.close()
      }
    },
  )

  it('is allowed exactly as often per billing period as the plan says, also for concurrent requests', async () => {
    const busy = await managerOf(idle, 'starter')
    const databases = await Promise.all([connected(busy), connected(busy), connected(busy)])
    for (let n = 0; n < 99; n++) await idle.app.store.jobs.addIndexJob(busy, { id: `old-${n}`, databaseId: 'gone' })
    const period = billingPeriod(Date.now())
    const replies = await Promise.all(databases.map(({ id }) => busy.send('POST', `/databases/${id}/index`)))
    const refused = replies.filter(({ status }) => status !== 202)
    expect(refused).toHaveLength(2)
    for (const reply of refused) {
      expect(codeOf(reply)).toEqual([429, 'INDEXING_QUOTA_EXCEEDED'])
      expect(Number(reply.headers.get('retry-after'))).toBeCloseTo((period.endsAt - Date.now()) / 1000, -2)
    }
  })
})

describe('attacking the policy of a database', () => {
  const environment = (attempt: number) =>
    new MockActivityEnvironment({ attempt }, { logger: new DefaultLogger('ERROR') })

  it.concurrent('is completed after its worker is killed while it runs, and leaves no copies', async () => {
    const killed = await startPlatform({ env: ENV, worker: false })
    try {
      const surviving = await managerOf(killed)
      const { id } = await connected(surviving)
      const victim = forked.start('crashing-worker', killed.env)
      await once(victim, 'message')
      victim.send('take jobs')
      await once(victim, 'message')
      const job = await begin(surviving, id, 'attacks')
      const copies = async () => {
        const label = String(job.id).replaceAll('-', '')
        return (await readdir(tmpdir())).filter((name) => name.includes(label))
      }
      await waitFor('its copies', async () => (await copies()).length > 1)
      const died = once(victim, 'exit')
      victim.kill('SIGKILL')
      await died
      expect(await copies()).not.toEqual([])
      await killed.startWorker()
      expect(await ended(surviving, job.id)).toMatchObject({ status: 'succeeded', result: { leaked: 0 } })
      expect(await copies()).toEqual([])
    } finally {
      await killed.close()
    }
  })

  it('does not run again for a job that ended before its worker died', async () => {
    const waiting = await managerOf(idle)
    const { id: databaseId } = await connected(waiting)
    const { organizationId } = waiting
    const job = await begin(waiting, databaseId, 'attacks')
    const input = { organizationId, databaseId, jobId: String(job.id) }
    const again = () => environment(2).run(runAttacks(idle.app), input)
    await again()
    const attacked = (await waiting.get(`/jobs/${job.id}`)).body.data
    expect(attacked).toMatchObject({ status: 'succeeded', result: { leaked: 0 } })
    await again()
    expect((await waiting.get(`/jobs/${job.id}`)).body.data).toEqual(attacked)
  })

  it('is one job for concurrent requests, and a new job once that has ended', async () => {
    const waiting = await managerOf(idle)
    const { id } = await connected(waiting)
    const stored = await idle.app.managed.stored(waiting, id)
    const beginThree = async () => {
      const jobs = await Promise.all([1, 2, 3].map(() => idle.app.jobs.attack.begin(stored)))
      return [...new Set(jobs.map((job) => job.id))]
    }
    const [first = '', ...others] = await beginThree()
    expect(others).toEqual([])
    await waiting.send('DELETE', `/jobs/${first}`)
    const next = await beginThree()
    expect([next.length, next.includes(first)]).toEqual([1, false])
    await waiting.send('DELETE', `/jobs/${next[0]}`)
  })

  it('fails to remove copies while the database is unreachable, and skips them if the database was removed', async () => {
    const { store } = idle.app
    const { organizationId } = await managerOf(idle)
    const settings = { ...DEMO.database, organizationId, engine: 'postgres', id: UNKNOWN }
    const input = { organizationId, databaseId: UNKNOWN, jobId: UNKNOWN }
    const removed = () => environment(1).run(removeCopies(idle.app), input)
    await removed()
    await store.databases.put(settings, `postgres://nobody@127.0.0.1:${await getPort()}/nowhere`)
    await expect(removed()).rejects.toThrow(/^copies are left$/)
  })
})

describe('a job', () => {
  it('is visible to its own organization only: another organization gets the response of an unknown job', async () => {
    const { id } = await connected(own)
    const { id: job } = await begin(own, id)
    const other = await managerOf(platform)
    for (const method of ['GET', 'DELETE']) {
      const replies = await Promise.all([job, UNKNOWN].map((jobId) => other.send(method, `/jobs/${jobId}`)))
      const [foreign, unknown] = replies.map(({ body: { trace_id, timestamp, ...body } }) => body)
      expect([foreign, foreign.error_code]).toEqual([unknown, 'NOT_FOUND_JOB'])
    }
    expect((await other.get('/jobs')).body.data).toEqual([])
    expect((await ended(own, job)).status).toBe('succeeded')
  })

  it('of a question is visible to callers who see its conversation, also with the chat permission only', async () => {
    const question = { json: { message: 'How many customers are there?' } }
    const { body } = await platform.request('/api/v1/chat/message', question)
    const at = `/api/v1/jobs/${body.data.turn_id}`
    const { text } = await platform.app.store.apiKeys.add(platform.access, {
      kind: 'organization',
      userId: 1,
      permissions: ['chat'],
    })
    const mine = await platform.request(at, { headers: { 'X-API-Key': text } })
    expect(mine.body.data).toMatchObject({
      id: body.data.turn_id,
      kind: 'turn',
      status: 'succeeded',
      database_id: platform.access.databaseId,
      result: { message: body.data.message, results: body.data.results },
    })
    for (const headers of [{ 'X-Scope-Id': 'somebody else' }, { 'X-Tenant-Id': '2' }, { 'X-API-Key': own.key }])
      expect(codeOf(await platform.request(at, { headers }))).toEqual([404, 'NOT_FOUND_JOB'])
    const { id: index } = await begin(own, (await connected(own)).id)
    const asking = await platform.app.store.apiKeys.add(own, {
      kind: 'organization',
      userId: 1,
      permissions: ['chat'],
    })
    const hidden = await platform.request(`/api/v1/jobs/${index}`, { headers: { 'X-API-Key': asking.text } })
    expect(codeOf(hidden)).toEqual([404, 'NOT_FOUND_JOB'])
    expect((await ended(own, index)).status).toBe('succeeded')
  })

  it('of a failed question reports the same problem as the question itself', async () => {
    const { id, file } = await connected(own)
    await rm(file)
    const headers = { 'X-API-Key': own.key, 'X-Tenant-Id': '3', 'X-Scope-Id': 'failing' }
    const json = { message: 'How many orders are there?', database_id: id }
    const failed = await platform.request('/api/v1/chat/message', { json, headers })
    expect(codeOf(failed)).toEqual([500, 'DB_CONNECTION_FAILED'])
    const { body } = await platform.request('/api/v1/chat/history', { headers })
    const [turnId] = body.data.messages[0].id.split('.')
    const job = await platform.request(`/api/v1/jobs/${turnId}`, { headers })
    const { message, problem, error_code, status_code } = failed.body
    expect(job.body.data).toMatchObject({
      status: 'failed',
      result: null,
      problem: { message, problem, error_code, status_code },
    })
  })
})
