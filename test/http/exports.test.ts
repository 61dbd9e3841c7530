import { randomUUID } from 'node:crypto'
import { jest } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { exportWorkflowId } from '../../src/manage/exports/rules/export-input.ts'
import { answeredTurn } from '../support/answered-turn.ts'
import { type Platform, type RequestOptions, startPlatform } from '../support/platform.ts'
import { readWorkbook } from '../support/read-workbook.ts'
import { waitFor } from '../support/wait-for.ts'

jest.setTimeout(120_000)

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

type Headers = Record<string, string | null>

const ask = async (message: string, headers: Headers = {}) => {
  const response = await platform.open('/api/v1/chat/message', { json: { message }, headers })
  return JSON.parse(await response.text()).data
}
const post = (messageId: string, json: object, headers: Headers = {}) =>
  platform.request(`/api/v1/chat/messages/${messageId}/exports`, { json, headers })
const jobOf = async (id: string, headers: Headers = {}) =>
  (await platform.request(`/api/v1/jobs/${id}`, { headers })).body.data
const ended = async (id: string, headers: Headers = {}) => {
  let job = await jobOf(id, headers)
  await waitFor('the export', async () => {
    job = await jobOf(id, headers)
    return !['queued', 'running'].includes(job.status)
  })
  return job
}
const exported = async (messageId: string, json: object, headers: Headers = {}) => {
  const created = await post(messageId, json, headers)
  expect(created.body).toMatchObject({ success: true })
  expect([created.status, created.headers.get('location')]).toEqual([202, `/api/v1/jobs/${created.body.data.id}`])
  return await ended(created.body.data.id, headers)
}
const fileOf = async (url: string, options: RequestOptions = {}) => {
  const response = await platform.open(url, options)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const codeOf = ({ status, body }: { status: number; body: { error_code?: string } }) => [status, body.error_code]

const QUESTION = 'List all orders'

describe('export of an answer', () => {
  it('contains all rows beyond the 200 that the answer kept, identical in each format', async () => {
    const { message_id, truncated, results } = await ask(QUESTION)
    expect(truncated).toBe(true)
    const jobs = await Promise.all(['csv', 'xlsx', 'json'].map((format) => exported(message_id, { format })))
    expect(jobs.map(({ kind, status }) => [kind, status])).toEqual(jobs.map(() => ['export', 'succeeded']))
    const files = await Promise.all(jobs.map(({ result }) => fileOf(result.url)))
    const [csv, xlsx, json] = files.map(({ bytes }) => bytes)
    const { rows, columns, row_count, message_id: of } = JSON.parse(String(json))
    expect([rows.length, row_count, of]).toEqual([2_450, 2_450, message_id])
    expect(rows.slice(0, 200)).toEqual(results)
    const names = columns.map(({ name, unit }: { name: string; unit?: string }) => (unit ? `${name} (${unit})` : name))
    const [header, ...records] = parse(String(csv))
    expect(header).toEqual(names)
    expect(records).toEqual(rows.map((row: object) => Object.values(row).map((cell) => String(cell ?? ''))))
    const [sheet] = readWorkbook(xlsx ?? new Uint8Array())
    const [sheetHeader, ...cells] = (sheet?.rows ?? []).map((row) =>
      names.map((_: string, at: number) => row[at]?.value ?? null),
    )
    expect(sheetHeader).toEqual(names)
    const day = (cell: unknown) => new Date((Number(cell) - 25_569) * 86_400_000).toISOString().slice(0, 10)
    expect(cells.map(([id, customer, orderedOn, ...more]) => [id, customer, day(orderedOn), ...more])).toEqual(
      rows.map((row: object) => Object.values(row)),
    )
    const [response] = files.map((file) => file.response)
    expect(response?.headers.get('content-disposition')).toMatch(/^attachment; filename="results-[\w-]+\.csv"$/)
    expect(response?.headers.get('x-results-rows')).toBe('2450')
    expect(jobs[0].result).toMatchObject({ format: 'csv', size: csv?.length, row_count: 2_450, truncated: false })
  })

  it('is visible only to the scope and tenant of its message', async () => {
    const { message_id } = await ask(QUESTION)
    const { id, result } = await exported(message_id, { format: 'csv' })
    for (const headers of [{ 'X-Scope-Id': 'somebody else' }, { 'X-Tenant-Id': '2' }]) {
      expect(codeOf(await post(message_id, { format: 'csv' }, headers))).toEqual([404, 'NOT_FOUND_RESOURCE'])
      expect(codeOf(await platform.request(result.url, { headers }))).toEqual([404, 'NOT_FOUND_RESOURCE'])
      expect(codeOf(await platform.request(`/api/v1/jobs/${id}`, { headers }))).toEqual([404, 'NOT_FOUND_JOB'])
    }
    const other = await ask('How many orders are there?')
    const otherMessageUrl = result.url.replace(message_id, other.message_id)
    expect(codeOf(await platform.request(otherMessageUrl))).toEqual([404, 'NOT_FOUND_JOB'])
  })
})

describe('export with a database key', () => {
  const headers = () => ({ 'X-API-Key': platform.access.databaseKey })
  const allow = (publicExports: boolean) =>
    platform.app.store.databases.change(platform.access, platform.access.databaseId, { publicExports })

  it('is rejected unless public_exports is enabled for the database', async () => {
    const { message_id } = await ask(QUESTION, headers())
    const reply = await post(message_id, { format: 'csv' }, headers())
    expect(codeOf(reply)).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS'])
    expect(reply.body.message).toMatch(/public_exports/)
  })

  it('contains no query, and becomes unavailable when public_exports is disabled', async () => {
    const { message_id } = await ask(QUESTION, headers())
    await allow(true)
    const jobs = await Promise.all(['json', 'xlsx'].map((format) => exported(message_id, { format }, headers())))
    const [json, xlsx] = await Promise.all(jobs.map(({ result }) => fileOf(result.url, { headers: headers() })))
    expect(JSON.parse(String(json?.bytes))).not.toHaveProperty('receipt')
    const [, about] = readWorkbook(xlsx?.bytes ?? new Uint8Array())
    const labels = about?.rows.map(([label]) => label?.value)
    expect(labels).toEqual(['Question', 'Run at', 'Rows of tenant', 'Rows', 'Rows left out'])
    await allow(false)
    expect(codeOf(await platform.request(jobs[0].result.url, { headers: headers() }))).toEqual([
      403,
      'AUTH_INSUFFICIENT_PERMISSIONS',
    ])
  })
})

describe('export request', () => {
  it.each<[string, object, string]>([
    ['without a format', {}, 'format'],
    ['of another format', { format: 'pdf' }, 'format'],
    ['of an invalid part', { format: 'csv', part: 9 }, 'part'],
    ['of a part that the answer does not have', { format: 'csv', part: 1 }, 'part'],
    ['with an unknown field', { format: 'csv', rows: 5 }, 'rows'],
  ])('is rejected %s, and the field is reported', async (_, json, field) => {
    const { message_id } = await ask(QUESTION)
    const { status, body } = await post(message_id, json)
    expect([status, body.details[0].field]).toEqual([400, field])
  })

  it('is rejected for a message without a query', async () => {
    const { message_id, turn_id } = await ask('hello')
    for (const id of [message_id, `${turn_id}.user`])
      expect(codeOf(await post(id, { format: 'csv' }))).toEqual([400, 'BUSINESS_INVALID_STATE'])
  })
})

it('concurrent export requests with one Idempotency-Key start one export', async () => {
  const { message_id } = await ask(QUESTION)
  const headers = { 'Idempotency-Key': randomUUID() }
  const replies = await Promise.all([1, 2].map(() => post(message_id, { format: 'csv' }, headers)))
  const ids = replies.map(({ body }) => body.data.id)
  expect(ids[0]).toBe(ids[1])
  expect(replies.map((reply) => reply.headers.get('location'))).toEqual(ids.map((id) => `/api/v1/jobs/${id}`))
  await ended(ids[0])
})

describe('export under the current policy', () => {
  const policyWith = async (change: (tables: Record<string, object>) => Record<string, object>) => {
    const { store } = platform.app
    const before = await store.databases.find(platform.access, platform.access.databaseId)
    if (before === undefined) throw new Error('the database is gone')
    const policy = { ...before.policy, tables: change({ ...before.policy.tables }) }
    await store.databases.change(platform.access, before.id, { policy } as Parameters<typeof store.databases.change>[2])
    return () => store.databases.change(platform.access, before.id, { policy: before.policy })
  }

  it('fails if the policy no longer allows the query, and keeps files that were created before', async () => {
    const { message_id } = await ask(QUESTION)
    const before = await exported(message_id, { format: 'csv' })
    const restore = await policyWith((tables) => ({ ...tables, orders: { mode: 'deny' } }))
    const job = await exported(message_id, { format: 'csv' })
    await restore()
    expect([job.status, job.result]).toEqual(['failed', null])
    expect(job.problem.status_code).toBe(422)
    expect(job.problem.message).toMatch(/^The query of this answer is no longer allowed\./)
    expect((await fileOf(before.result.url)).response.status).toBe(200)
  })
})

describe('export file', () => {
  it('is deleted with its conversation', async () => {
    const { message_id, conversation_id } = await ask(QUESTION)
    const { id, result } = await exported(message_id, { format: 'csv' })
    await platform.request(`/api/v1/chat/${conversation_id}`, { method: 'DELETE' })
    expect(codeOf(await platform.request(result.url))).toEqual([404, 'NOT_FOUND_RESOURCE'])
    expect(codeOf(await platform.request(`/api/v1/jobs/${id}`))).toEqual([404, 'NOT_FOUND_JOB'])
    expect(await platform.app.store.exportFiles.find(caller(), id)).toBeUndefined()
  })

  it('is deleted after it has expired', async () => {
    const { message_id } = await ask(QUESTION)
    const { result } = await exported(message_id, { format: 'csv' })
    await platform.app.store.exportFiles.sweep(new Date(Date.parse(result.expires_at) + 1))
    expect(codeOf(await platform.request(result.url))).toEqual([404, 'NOT_FOUND_JOB'])
  })
})

describe('queued export', () => {
  let idle: Platform
  beforeAll(async () => {
    idle = await startPlatform({ worker: false, env: { TABLETALK_LIMITS: 'memory' } })
  })
  afterAll(() => idle.close())

  const startExport = async () => {
    const { databaseId } = idle.access
    const drafted = 'SELECT id FROM orders'
    const answer = await answeredTurn(idle.app.store, { caller: caller(), databaseId, drafted })
    const path = `/api/v1/chat/messages/${answer.messageId}/exports`
    const { status, body } = await idle.request(path, { json: { format: 'csv' } })
    expect([status, body.data.status]).toEqual([202, 'queued'])
    return { ...answer, id: String(body.data.id) }
  }
  const leasesTaken = () => idle.app.limits.leases.taken(idle.access.organizationId)

  it('holds a lease of the concurrency limit, and ends when it is cancelled or its conversation is deleted', async () => {
    const [cancelled, deleted, completed] = [await startExport(), await startExport(), await startExport()]
    expect(await leasesTaken()).toBe(3)
    const { status, body } = await idle.request(`/api/v1/chat/messages/${completed.messageId}/exports`, {
      json: { format: 'csv' },
    })
    expect([status, body.error_code]).toEqual([429, 'BUSINESS_LIMIT_EXCEEDED'])
    expect(await leasesTaken()).toBe(3)
    await idle.request(`/api/v1/jobs/${cancelled.id}`, { method: 'DELETE' })
    await idle.request(`/api/v1/chat/${deleted.conversationId}`, { method: 'DELETE' })
    await idle.startWorker()
    const handles = [cancelled, deleted, completed].map(({ id: jobId }) =>
      idle.app.temporal.client.workflow.getHandle(exportWorkflowId({ ...idle.access, jobId })),
    )
    await Promise.allSettled(handles.map((handle) => handle.result()))
    const jobs = await Promise.all(
      [cancelled, deleted, completed].map(({ id }) => idle.app.store.jobs.find(caller(), id)),
    )
    expect(jobs.map((job) => job?.status)).toEqual(['cancelled', undefined, 'succeeded'])
    const files = await Promise.all(
      [cancelled, deleted, completed].map(({ id }) => idle.app.store.exportFiles.find(caller(), id)),
    )
    expect(files.map((file) => file?.rowCount)).toEqual([undefined, undefined, 2_450])
    expect(await leasesTaken()).toBe(0)
  })
})

const caller = () => ({
  organizationId: platform.access.organizationId,
  kind: 'organization' as const,
  userId: 1,
  tenantId: '1',
  scopeId: 'tester',
})

it('export of an unknown message is rejected', async () => {
  expect(codeOf(await post(`${randomUUID()}.assistant`, { format: 'csv' }))).toEqual([404, 'NOT_FOUND_RESOURCE'])
})
