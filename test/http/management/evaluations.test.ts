import { randomUUID } from 'node:crypto'
import { DEMO } from '../../../demo/organization.ts'
import { evaluationWorkflowId } from '../../../src/manage/evaluation/rules/evaluation-input.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { waitFor } from '../../support/wait-for.ts'
import { codeOf, type Manager, managerOf } from './manager.ts'

const ORDERS = { question: 'How many orders are there?', gold: 'SELECT COUNT(*) FROM orders' }
const WRONG = { question: 'How many customers do we have?', gold: 'SELECT 4711', tags: ['count'] }
const database_id = DEMO.database.id

let platform: Platform
let other: Manager
let worker: { drain(): Promise<unknown> }
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
  other = await managerOf(platform)
  worker = await platform.startWorker()
})
afterAll(() => platform.close())

const send = (method: string, path: string, json?: object) =>
  platform.request(`/api/v1${path}`, {
    method,
    headers: { 'X-Tenant-Id': null, 'X-Scope-Id': null },
    ...(json === undefined ? {} : { json }),
  })
const begin = (questions: readonly object[], more: object = {}) =>
  send('POST', '/evaluations', { database_id, tenant_id: '1', questions, ...more })
const ended = async (id: string, query = '') =>
  await waitFor('the end of the evaluation', async () => {
    const { data } = (await send('GET', `/evaluations/${id}${query}`)).body
    return data.status === 'running' ? undefined : data
  })

describe('an evaluation over HTTP', () => {
  it('reports counts, precision, tags and mistakes, and compares with an earlier run', async () => {
    const begun = await begin([
      { id: 1, ...ORDERS, tags: ['count'] },
      { id: 'wrong', ...WRONG },
      { id: 3, question: 'hello', expect: 'chat' },
    ])
    const { id } = begun.body.data
    expect([begun.status, begun.headers.get('location')]).toEqual([202, `/api/v1/evaluations/${id}`])
    expect(begun.body.data).toMatchObject({ database_id, status: 'running', finished_at: null, questions: 3 })
    const report = await ended(id)
    const counts = { right: 2, declined: 0, wrong: 1, failed: 0 }
    expect(report).toMatchObject({
      status: 'finished',
      done: 3,
      ...counts,
      planners: ['builtin'],
      precision: 0.5,
      mistakes_left_out: 0,
      total: { asked: 3, ...counts },
      tags: [{ tag: 'count', asked: 2, right: 1, wrong: 1 }],
      comparison: null,
    })
    expect(report.finished_at).toEqual(expect.any(String))
    expect(report.mistakes).toEqual([
      expect.objectContaining({
        id: 'wrong',
        question: WRONG.question,
        tenant_id: '1',
        verdict: 'wrong',
        verdicts: ['wrong'],
        query: expect.stringContaining('SELECT'),
        found: expect.objectContaining({ row_count: 1, truncated: false }),
        gold: { columns: ['4711'], rows: [{ '4711': 4711 }], row_count: 1, truncated: false },
      }),
    ])
    const corrected = await begin([
      { id: 'wrong', ...WRONG, gold: 'SELECT COUNT(*) FROM customers' },
      { id: 1, ...ORDERS, gold: 'SELECT 1' },
    ])
    const compared = await ended(corrected.body.data.id, `?with=${id}`)
    expect(compared.comparison).toEqual({
      is_worse: false,
      compared: 2,
      worse: [{ id: '1', before: ['right'], now: ['wrong'] }],
      better: [{ id: 'wrong', before: ['wrong'], now: ['right'] }],
    })
    const listed = (await send('GET', `/evaluations?database_id=${database_id}`)).body
    expect(listed.data.map((one: { id: string; wrong: number }) => [one.id, one.wrong])).toEqual([
      [corrected.body.data.id, 1],
      [id, 1],
    ])
    expect((await send('GET', `/evaluations?database_id=${randomUUID()}`)).body.data).toEqual([])
  })

  it('is refused with the field of every mistake, and asks no question', async () => {
    const fields = async (questions: readonly object[], more?: object) => {
      const { status, body } = await begin(questions, more)
      return [status, body.details?.map(({ field, message }: Record<string, string>) => `${field} ${message}`)]
    }
    expect(
      await fields([
        { id: 1, ...ORDERS },
        { id: 2, question: 'Why?', golds: 1 },
        { id: 3, question: '' },
      ]),
    ).toEqual([
      400,
      [
        'questions.1.golds is unknown',
        'questions.1 requires either gold or expect',
        'questions.2.question must not be empty',
        'questions.2 requires either gold or expect',
      ],
    ])
    expect(
      await fields([
        { id: 1, ...ORDERS },
        { id: 1, ...ORDERS },
        { id: 2, ...ORDERS, after: 'none' },
        { id: 3, ...ORDERS, after: 1, tenant: 2 },
      ]),
    ).toEqual([
      400,
      [
        'questions.1.id 1 is already used in an earlier line',
        'questions.2.after no valid earlier line has the id none',
        'questions.3.after 1 has another tenant or scope',
      ],
    ])
    const gold = `{"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`
    const deep = await platform.request('/api/v1/evaluations', {
      method: 'POST',
      headers: { 'X-Tenant-Id': null, 'X-Scope-Id': null, 'Content-Type': 'application/json' },
      body: `{"database_id": "${database_id}", "questions": [{"id": 1, "question": "Why?", "gold": ${gold}}]}`,
    })
    expect([deep.status, deep.body.details]).toEqual([400, [expect.objectContaining({ field: 'body' })]])
    const asked = [
      { id: 1, ...ORDERS },
      { id: 2, ...ORDERS, tenant: 'x' },
      { id: 3, ...ORDERS },
    ]
    expect(await fields(asked, { tenant_id: 'none' })).toEqual([
      400,
      ['tenant_id must be a positive integer', 'questions.1.tenant must be a positive integer'],
    ])
    const [, [missing]] = await fields([{ id: 1, ...ORDERS }], { tenant_id: undefined })
    expect(missing).toMatch(/^tenant_id is required because .* has tenant scoping/)
    expect(codeOf(await begin([{ id: 1, ...ORDERS }], { database_id: randomUUID() }))).toEqual([
      404,
      'NOT_FOUND_DATABASE',
    ])
  })

  it('is limited to one at a time per organization, is joined by an equal request, and ends when stopped', async () => {
    await worker.drain()
    const questions = [{ id: 1, ...ORDERS }]
    const [first, same] = await Promise.all([begin(questions), begin(questions)])
    const { id } = first.body.data
    expect([first.status, same.status, same.body.data.id]).toEqual([202, 202, id])
    expect(codeOf(await begin(questions, { repeat: 2 }))).toEqual([400, 'BUSINESS_INVALID_STATE'])
    expect((await other.get('/evaluations')).body.data).toEqual([])
    for (const [method, path] of [
      ['GET', `/evaluations/${id}`],
      ['DELETE', `/evaluations/${id}`],
    ] as const)
      expect(codeOf(await other.send(method, path))).toEqual([404, 'NOT_FOUND_RESOURCE'])
    expect((await send('DELETE', `/evaluations/${id}`)).status).toBe(200)
    expect(codeOf(await send('DELETE', `/evaluations/${id}`))).toEqual([400, 'BUSINESS_INVALID_STATE'])
    const next = (await begin(questions)).body.data
    expect(next.id).not.toBe(id)
    worker = await platform.startWorker()
    expect(await ended(next.id)).toMatchObject({ status: 'finished', right: 1 })
    expect((await send('GET', `/evaluations/${id}`)).body.data).toMatchObject({ status: 'stopped', done: 0, right: 0 })
  })

  it('is shown as stopped if its workflow was terminated, and the next one can start', async () => {
    await worker.drain()
    const { organizationId } = platform.access
    const { id } = (await begin([{ id: 1, ...ORDERS }])).body.data
    const workflowId = evaluationWorkflowId({ organizationId, evaluationId: id })
    await platform.app.temporal.client.workflow.getHandle(workflowId).terminate('lost')
    const next = (await begin([{ id: 2, ...ORDERS }])).body.data
    expect(next).toMatchObject({ status: 'running' })
    expect((await send('GET', `/evaluations/${id}`)).body.data.status).toBe('stopped')
  })
})
