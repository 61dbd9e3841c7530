import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { inspect } from 'node:util'
import { Client, Connection, WorkflowFailedError } from '@temporalio/client'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { type MailRequest, mailWorkflowId } from '../../src/manage/accounts/rules/mail-request.ts'
import type { Mail } from '../../src/platform/mail/rules/mail.ts'
import type { Observation } from '../../src/platform/observation.ts'
import { connectTemporal } from '../../src/temporal/connection.ts'
import { type MailWorkflows, temporalMails } from '../../src/temporal/mails.ts'
import { type RunningWorker, runWorker } from '../../workers/run-worker.ts'
import { Forked } from '../support/forked.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { testBundle, testServers } from '../support/test-servers.ts'
import { type MailServer, type MailServerOptions, startMailServer } from './mail-server.ts'

const TO = 'ada@example.com'
const SOON = { initialMs: 20, maximumMs: 50, attemptsMax: 1_000 }

let platform: Platform
let operator: Client
let mails: MailWorkflows
let port: number
let worker: RunningWorker | undefined
let server: MailServer | undefined
const forked = new Forked()
const observed: Observation[] = []
const waiting: { readonly kind: string; readonly tell: () => void }[] = []

beforeAll(async () => {
  const found = await startMailServer()
  port = found.port
  await found.close()
  platform = await startPlatform({ worker: false, env: { TABLETALK_MAIL: `smtp://127.0.0.1:${port}` } })
  mails = temporalMails(platform.app.temporal.client, platform.app.config.temporal.taskQueue, SOON)
  operator = new Client({ connection: await Connection.connect({ address: testServers().temporalAddress }) })
})
afterEach(async () => {
  observed.length = 0
  await server?.close()
  server = undefined
})
afterAll(async () => {
  forked.killAll()
  await worker?.drain()
  await platform.close()
  await operator.connection.close()
})

const opened = async (options: MailServerOptions = {}): Promise<MailServer> => {
  server = await startMailServer({ port, ...options })
  return server
}

const mailOf = async ({ mailId }: MailRequest): Promise<Mail | undefined> => ({
  id: mailId,
  to: TO,
  subject: 'Hello',
  text: 'A line.\n',
})
/** Mails for the worker to write, by request. */
let textOf = mailOf

const startWorker = async (): Promise<void> => {
  const observe = (observation: Observation): void => {
    // Other messages of the SDK on a busy machine are irrelevant here.
    if (observation.kind.startsWith('mail_')) observed.push(observation)
    for (const { kind, tell } of waiting) if (kind === observation.kind) tell()
  }
  worker ??= await runWorker(
    { ...platform.app, observe, mail: { ...platform.app.mail, accountMail: (request) => textOf(request) } },
    { bundle: await testBundle(), address: testServers().temporalAddress, graceMs: 1_000 },
  )
}

/** Settles at the worker's next observation of a kind. */
const noticed = (kind: Observation['kind']): Promise<void> =>
  new Promise((resolve) => waiting.push({ kind, tell: resolve }))

const requested = (more: Partial<MailRequest> = {}): MailRequest => ({
  mailId: randomUUID(),
  kind: 'invitation',
  organizationId: 1,
  email: TO,
  ...more,
})

const handleOf = (request: MailRequest) => platform.app.temporal.client.workflow.getHandle(mailWorkflowId(request))
const failureOf = async (request: MailRequest): Promise<unknown> => {
  const error: unknown = await handleOf(request)
    .result()
    .catch((thrown: unknown) => thrown)
  return error instanceof WorkflowFailedError ? error.cause : error
}

describe('a mail', () => {
  // Temporal notices a lost worker after seconds; this case runs beside the others.
  it.concurrent('is sent by another worker if its worker is killed during the transfer', async () => {
    let isFirst = true
    const own = await startMailServer({
      async before() {
        if (!isFirst) return
        isFirst = false
        victim.kill('SIGKILL')
        await new Promise(() => undefined)
      },
    })
    const other = await startPlatform({ worker: false, env: { TABLETALK_MAIL: `smtp://127.0.0.1:${own.port}` } })
    const victim = forked.start('crashing-worker', { ...other.env, MAIL_TO: TO })
    const died = once(victim, 'exit')
    await once(victim, 'message')
    const {
      temporal: { client: temporal },
      config,
    } = other.app
    const request = requested()
    await temporalMails(temporal, config.temporal.taskQueue, SOON).send(request)
    victim.send('begin')
    await died
    expect(own.received).toEqual([])
    const spare = await runWorker(
      { ...other.app, mail: { ...other.app.mail, accountMail: mailOf } },
      { bundle: await testBundle(), address: testServers().temporalAddress, graceMs: 1_000 },
    )
    await temporal.workflow.getHandle(mailWorkflowId(request)).result()
    const messageId = `Message-ID: <${request.mailId}@localhost>\n`
    expect(own.received).toMatchObject([{ to: [TO], source: expect.stringContaining(messageId) }])
    await spare.drain()
    await other.close()
    await own.close()
  }, 120_000)

  it('is sent once for repeated requests, and waits for a worker', async () => {
    const { received } = await opened()
    const request = requested()
    await Promise.all([mails.send(request), mails.send(request)])
    await startWorker()
    await handleOf(request).result()
    await mails.send(request)
    await handleOf(request).result()
    expect(received).toMatchObject([{ to: [TO], source: expect.stringContaining('\n\nA line.\n') }])
    expect(observed).toMatchObject([{ kind: 'mail_sent', mailId: request.mailId, purpose: 'invitation', attempt: 1 }])
  })

  it('is sent after its server recovers or accepts it', async () => {
    await startWorker()
    const away = noticed('mail_deferred')
    const request = requested()
    await mails.send(request)
    await away
    let busy = 2
    const { received } = await opened({ answer: () => (busy-- > 0 ? 451 : undefined) })
    await handleOf(request).result()
    expect(received).toHaveLength(1)
    const last = observed.at(-1)
    expect(last).toMatchObject({ kind: 'mail_sent' })
    expect(observed.slice(0, -1).map(({ kind }) => kind)).toEqual(observed.slice(1).map(() => 'mail_deferred'))
  })

  it('is not retried after a permanent refusal, fails without addresses, and is sent after a reset', async () => {
    await startWorker()
    let asked = 0
    let code: number | undefined = 550
    const { received } = await opened({
      answer: (command) => {
        if (command === 'RCPT TO') asked += 1
        return command === 'RCPT TO' ? code : undefined
      },
    })
    const request = requested({ kind: 'password_reset' })
    await mails.send(request)
    expect(await failureOf(request)).toMatchObject({
      type: 'mail_refused',
      message: 'The mail server refused the recipient or the mail: 550 5.1.1.',
    })
    expect(asked).toBe(1)
    expect(observed).toMatchObject([{ kind: 'mail_failed', mailId: request.mailId, purpose: 'password_reset' }])
    code = undefined
    const workflowExecution = { workflowId: mailWorkflowId(request) }
    const { events } = await handleOf(request).fetchHistory()
    const done = events?.find(({ workflowTaskCompletedEventAttributes: task }) => task != null)?.eventId
    await platform.app.temporal.client.workflowService.resetWorkflowExecution({
      namespace: 'default',
      workflowExecution,
      reason: 'it is mended',
      requestId: randomUUID(),
      ...(done == null ? {} : { workflowTaskFinishEventId: done }),
    })
    await handleOf(request).result()
    expect(received).toHaveLength(1)
  })

  it('fails after its last attempt and reports that', async () => {
    await startWorker()
    const impatient = temporalMails(platform.app.temporal.client, platform.app.config.temporal.taskQueue, {
      ...SOON,
      attemptsMax: 2,
    })
    const request = requested()
    await impatient.send(request)
    expect(await failureOf(request)).toMatchObject({
      type: 'mail_undelivered',
      message: 'The mail server did not accept the mail: ECONNREFUSED at CONN.',
    })
    expect(observed).toMatchObject([
      { kind: 'mail_deferred', attempt: 1 },
      { kind: 'mail_failed', attempt: 2 },
    ])
  })

  it('without a recipient ends like a sent one, and failures to write its text are retried', async () => {
    await startWorker()
    const { received } = await opened()
    const write = textOf
    textOf = async () => undefined
    const withoutRecipient = requested({ kind: 'password_reset' })
    await mails.send(withoutRecipient)
    await handleOf(withoutRecipient).result()
    expect([received, observed]).toEqual([[], []])
    let failures = 5
    textOf = async (request) => {
      if (failures-- > 0) throw new Error(`no text for ${request.email}`)
      return await write(request)
    }
    const request = requested()
    await mails.send(request)
    await handleOf(request).result()
    textOf = write
    expect(received).toHaveLength(1)
    expect(observed.map(({ kind }) => kind)).toEqual([...Array(5).fill('mail_deferred'), 'mail_sent'])
    expect(inspect(observed, { depth: null })).not.toContain(TO)
    expect(observed[0]).toMatchObject({
      kind: 'mail_deferred',
      reason: expect.stringMatching(/internal. Error\n\s+at /),
    })
  })

  it('cannot be requested without a reachable Temporal', async () => {
    const { address, ...rest } = platform.app.temporal.access
    const nowhere = connectTemporal({ ...rest, address, namespace: 'nowhere', dataConverter: {} })
    await expect(temporalMails(nowhere, 'queue').send(requested())).rejects.toMatchObject({
      problem: 'worker_unavailable',
    })
    await nowhere.connection.close()
  })
})

describe('an operator in the Temporal UI', () => {
  it('finds a mail by id, organization and problem, and sees neither address, token nor text', async () => {
    await startWorker()
    await opened({ answer: (command) => (command === 'DATA' ? 554 : undefined) })
    const write = textOf
    textOf = async ({ mailId }) => ({ id: mailId, to: TO, subject: 'Hello', text: 'tok_en-1\n' })
    const request = requested({ userId: 12 })
    await mails.send(request)
    await failureOf(request)
    textOf = write
    const handle = operator.workflow.getHandle(`mail/${request.mailId}`)
    const seen = await handle.describe()
    const attributes = Object.fromEntries(
      seen.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
    )
    expect(attributes).toMatchObject({ OrgId: '1', Problem: 'mail_refused' })
    expect(await seen.staticSummary()).toBe('Mail: an invitation')
    expect(seen.status.name).toBe('FAILED')
    const history = historyToJSON(await handle.fetchHistory())
    const payloads = [...history.matchAll(/"data": ?"([^"]+)"/g)].map(([, data]) =>
      Buffer.from(data ?? '', 'base64').toString(),
    )
    expect(payloads.length).toBeGreaterThan(1)
    expect([history, ...payloads, inspect(observed, { depth: null })].join('\n')).not.toMatch(
      /ada@|tok_en-1|example\.com/,
    )
  })
})
