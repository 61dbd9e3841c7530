import { PROBLEM_NAMES, type ProblemName, problemRow } from '../../src/platform/problems/problem.ts'
import { collect, eventsOf } from '../http/event-stream.ts'
import type { Reply } from '../support/platform.ts'
import { ACCESS } from './requests/access.ts'
import { ACCOUNTS } from './requests/accounts.ts'
import { BILLING } from './requests/billing.ts'
import { DATABASES, REJECTED } from './requests/databases.ts'
import { INPUT } from './requests/input.ts'
import { LIMITS } from './requests/limits.ts'
import { MANAGEMENT } from './requests/management.ts'
import { SSO } from './requests/sso.ts'
import { TURNS } from './requests/turns.ts'
import { SPECIFICATION } from './specification.ts'
import { type Causes, startWorld, type World } from './world.ts'

/** One request for each problem; a new problem gets an entry in the file that its condition belongs to. */
const CAUSES: Causes = {
  ...ACCESS,
  ...ACCOUNTS,
  ...SSO,
  ...BILLING,
  ...INPUT,
  ...TURNS,
  ...DATABASES,
  ...MANAGEMENT,
  ...LIMITS,
}

/** Problems whose conditions take seconds: they are caused concurrently. */
const SLOW: readonly ProblemName[] = [
  'busy',
  'database_connect_timeout',
  'model_unavailable',
  'request_running',
  'store_unavailable',
  'tenant_busy',
  'turn_timeout',
  'worker_unavailable',
]

let world: World
let end: () => Promise<void>
/** Each condition is caused once for all tests. */
const replies = new Map<ProblemName, Promise<Reply | Error>>()
const rejected = new Map<string, Promise<Reply | Error>>()
beforeAll(async () => {
  const started = await startWorld()
  world = started.world
  end = started.end
  for (const name of SLOW) void replyTo(name)
  for (const [code, cause] of Object.entries(REJECTED))
    rejected.set(
      code,
      cause(world).catch((error: Error) => error),
    )
}, 120_000)
afterAll(() => end(), 60_000)

const replyTo = (name: ProblemName): Promise<Reply | Error> => {
  const reply = replies.get(name) ?? request(name).catch((error: Error) => error)
  replies.set(name, reply)
  return reply
}

const request = async (name: ProblemName): Promise<Reply> => {
  const cause = CAUSES[name]
  if (cause === undefined) throw new Error(`no request ends with ${name}: it needs an entry in test/problems/requests`)
  return await cause(world)
}

/** RFC 9457 has the name of the problem in `type`, both envelopes have it in `problem`. */
const nameOf = ({ body, headers }: Reply): string | undefined =>
  headers.get('content-type')?.startsWith('application/problem+json') ? body.type.split(':').at(-1) : body.problem

/** The problem that each detail code of the specification (section Errors) is reported with, as real requests end. */
const DETAIL_CODES: Readonly<Record<string, ProblemName>> = {
  VALIDATION_ERROR: 'input_invalid',
  INVALID_FORMAT: 'tenant_invalid',
  AUTH_FAILED: 'credentials_invalid',
  MISSING_REQUIRED_HEADER: 'tenant_missing',
  QUOTA_EXCEEDED: 'monthly_limit_reached',
  CONNECTION_FAILED: 'database_unreachable',
  CONNECTION_TIMEOUT: 'database_connect_timeout',
  QUERY_TIMEOUT: 'query_timeout',
}

describe('the stream of a question that fails', () => {
  it('sends a start event, and ends with one error event that names the problem', async () => {
    const { baseUrl, headers, access } = world.answering
    const query = new URLSearchParams({ message: 'nothing-there', database_id: access.databaseId })
    const events = await collect(eventsOf(`${baseUrl}/api/v1/chat/new/stream?${query}`, { headers }))
    expect([events[0]?.event, events.filter(({ event }) => event === 'error')]).toEqual(['start', [events.at(-1)]])
    const { errorCode, status } = problemRow('query_refused')
    expect(events.at(-1)?.data).toMatchObject({
      content: '',
      problem: 'query_refused',
      error_code: errorCode,
      status_code: status,
    })
  })
})

/** The last, because afterwards all refused requests of this address get 429. */
const LAST: ProblemName = 'refusal_limit_reached'
const inOrder = [...PROBLEM_NAMES.filter((name) => name !== LAST && !SLOW.includes(name)), ...SLOW, LAST]

describe('the table of problems', () => {
  it.each(inOrder)(
    '%s is the problem of a real request, with the status and code of the table',
    async (name) => {
      const reply = await replyTo(name)
      if (reply instanceof Error) throw reply
      const { status, errorCode } = problemRow(name)
      expect({ name: nameOf(reply), status: reply.status, text: reply.text }).toMatchObject({ name, status })
      expect(reply.body.code ?? reply.body.error_code).toBe(errorCode)
      expect(reply.body.trace_id).toBe(reply.headers.get('x-request-id'))
      if (status === 429 || status === 503) expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      expect(reply.text).not.toMatch(/\bat \/|node_modules|SQLITE|Mongo|ECONN|secret@/)
    },
    180_000,
  )
})

describe('the details of a problem', () => {
  it.each(Object.entries(DETAIL_CODES))('have the code %s in a response with %s', async (code, name) => {
    const reply = await replyTo(name)
    if (reply instanceof Error) throw reply
    const details: readonly { readonly code: string }[] = reply.body.errors ?? reply.body.details
    expect(details.map((detail) => detail.code)).toEqual([code])
  })

  it.each(Object.keys(REJECTED))('have the code %s, with 422, for an unreachable database', async (code) => {
    const reply = await rejected.get(code)
    if (reply === undefined || reply instanceof Error) throw reply
    expect([reply.status, reply.body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(reply.body.errors.map((detail: { code: string }) => detail.code)).toEqual([code])
  })
})

describe('the error codes of the specification', () => {
  it.each(Object.entries(SPECIFICATION))('%s belongs to a problem with a status of %j', (code, statuses) => {
    const rows = PROBLEM_NAMES.map(problemRow).filter(({ errorCode }) => errorCode === code)
    expect(rows).not.toEqual([])
    for (const { status } of rows) expect(statuses).toContain(status)
  })

  it('are the only codes of problems', () => {
    const known = Object.keys(SPECIFICATION)
    const carried = PROBLEM_NAMES.map((name) => problemRow(name).errorCode)
    expect(carried.filter((code) => !known.includes(code))).toEqual([])
    expect(known).toHaveLength(54)
  })
})
