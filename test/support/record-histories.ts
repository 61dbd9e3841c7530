import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import { DEMO } from '../../demo/organization.ts'
import { workflowIdOf } from '../../src/ask/rules/turn.ts'
import { type AccountMail, mailWorkflowId } from '../../src/manage/accounts/rules/mail-request.ts'
import { evaluationWorkflowId } from '../../src/manage/evaluation/rules/evaluation-input.ts'
import { exportWorkflowId } from '../../src/manage/exports/rules/export-input.ts'
import { attackWorkflowId } from '../../src/manage/jobs/rules/attack-input.ts'
import { removalWorkflowId } from '../../src/manage/organizations/rules/removal.ts'
import { DELIVERY_RETRY, deliveryWorkflowId } from '../../src/manage/webhooks/rules/delivery.ts'
import { quotaNear } from '../../src/manage/webhooks/rules/webhook-event.ts'
import { type Mailer, MailRefused } from '../../src/platform/mail/rules/mail.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { temporalEvaluations } from '../../src/temporal/evaluations.ts'
import { temporalMails } from '../../src/temporal/mails.ts'
import { runWorker } from '../../workers/run-worker.ts'
import { answeredTurn } from './answered-turn.ts'
import globalSetup from './global-setup.ts'
import globalTeardown from './global-teardown.ts'
import { lookingOnce, modelAnswers } from './model-answers.ts'
import { type Platform, startPlatform } from './platform.ts'
import { rejected, type Script, startScriptedModel } from './scripted-model.ts'
import { testBundle } from './test-servers.ts'
import { ended } from './turn-steps.ts'
import { startReceiver } from './webhook-receiver.ts'

/** Stack traces of failures hold it; a history belongs to no machine. */
const ROOT = path.join(import.meta.dirname, '../..')

/**
 * Records one history of each kind of turn, of a removal, of an evaluation, of an export, of attacks, of a delivery and of each ending of a mail into `test/histories`,
 * to be replayed by every later version of the workflows: `npm run record -- 0.1`, or `npm run record -- 0.1 removed` for one kind.
 */
const [version = 'unreleased', only] = process.argv.slice(2)

const write = async (platform: Platform, kind: string, workflowId: string): Promise<void> => {
  const handle = platform.app.temporal.client.workflow.getHandle(workflowId)
  await ended(handle)
  const history = await handle.fetchHistory()
  await writeFile(
    path.join(import.meta.dirname, '../histories', `${version}-${kind}.json`),
    `${historyToJSON(history).replaceAll(`file://${ROOT}/`, '').replaceAll(`${ROOT}/`, '')}\n`,
  )
  console.log(`recorded ${version}-${kind}: ${history.events?.length} events`)
}

const record = async (
  kind: string,
  message: string,
  script?: Script,
  more: Readonly<Record<string, string>> = {},
): Promise<void> => {
  if (only !== undefined && only !== kind) return
  const model = script === undefined ? undefined : await startScriptedModel(script)
  const env =
    model === undefined
      ? {}
      : { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.baseUrl }
  const platform = await startPlatform({ env: { ...env, ...more } })
  await platform.request('/api/v1/chat/message', { json: { message } })
  const { body } = await platform.request('/api/v1/chat/history')
  const [{ id, conversation_id: conversationId }] = body.data.messages
  const workflowId = workflowIdOf({ organizationId: 1, conversationId, turnId: id.split('.')[0] })
  await write(platform, kind, workflowId)
  await platform.close()
  await model?.close()
}

/** Of an organization that has asked a question, in two looks. */
const recordRemoval = async (kind: string): Promise<void> => {
  if (only !== undefined && only !== kind) return
  const platform = await startPlatform()
  const { app, access } = platform
  await platform.request('/api/v1/chat/message', { json: { message: 'How many orders were placed last month?' } })
  const { organizationId } = access
  await app.store.organizations.markPendingDeletion({ organizationId }, { entryId: 'recorded' }, 0)
  const input = { organizationId, entryId: 'recorded', settleMs: 50 }
  await app.temporal.removals.start(input)
  await app.temporal.client.workflow.getHandle(removalWorkflowId(input)).result()
  await write(platform, kind, removalWorkflowId(input))
  await platform.close()
}

/** Of two questions, one of which gets an error instead of an answer. */
const recordEvaluation = async (kind: string): Promise<void> => {
  if (only !== undefined && only !== kind) return
  const platform = await startPlatform()
  const { app, access } = platform
  const input = {
    organizationId: access.organizationId,
    databaseId: DEMO.database.id,
    evaluationId: 'recorded',
    questions: 2,
    repeat: 1,
    limits: { questionMs: 30_000, queryMs: 10_000 },
    trialsPerHistory: 2,
  }
  await app.store.evaluations.put(input, input.databaseId, [
    { id: 'customers', text: 'How many customers?', expected: { kind: 'decline' }, tenantId: '1', tags: [] },
    { id: 'nobody', text: 'How many customers?', expected: { kind: 'decline' }, tags: [] },
  ])
  const evaluations = temporalEvaluations(app.temporal.client, app.config.temporal.taskQueue)
  await evaluations.start(input, 'Evaluate shops: 2 questions')
  await evaluations.result(input, new AbortController().signal)
  await write(platform, kind, evaluationWorkflowId(input))
  await platform.close()
}

/** Of an answer whose rows become a file. */
const recordExport = async (kind: string): Promise<void> => {
  if (only !== undefined && only !== kind) return
  const platform = await startPlatform()
  const { app, access } = platform
  const { organizationId, databaseId } = access
  const caller = { organizationId, kind: 'organization', userId: 1, tenantId: '1', scopeId: 'tester' } as const
  const drafted = 'SELECT count(*) AS n FROM orders'
  const { messageId } = await answeredTurn(app.store, { caller, databaseId, drafted })
  const path = `/api/v1/chat/messages/${messageId}/exports`
  const { body } = await platform.request(path, { json: { format: 'csv' } })
  const workflowId = exportWorkflowId({ organizationId, jobId: String(body.data.id) })
  await app.temporal.client.workflow.getHandle(workflowId).result()
  await write(platform, kind, workflowId)
  await platform.close()
}

/** Of a policy that nothing gets past, or that cannot be attacked: what is left of the copies is removed then. */
const recordAttacks = async (kind: string, change: object = {}): Promise<void> => {
  if (only !== undefined && only !== kind) return
  const platform = await startPlatform()
  const { app, access } = platform
  const { organizationId, databaseId } = access
  const path = `/api/v1/databases/${databaseId}`
  const { body } = await platform.request(`${path}/policy`)
  await platform.request(`${path}/policy`, { method: 'PUT', json: { ...body.data, ...change } })
  const begun = await platform.request(`${path}/attacks`, { method: 'POST' })
  const workflowId = attackWorkflowId({ organizationId, jobId: String(begun.body.data.id) })
  const handle = app.temporal.client.workflow.getHandle(workflowId)
  await handle.result().catch(() => undefined)
  await write(platform, kind, workflowId)
  await platform.close()
}

/** Of one that goes out at the first attempt, or is refused then. */
const recordMail = async (kind: string, send: Mailer['send']): Promise<void> => {
  if (only !== undefined && only !== kind) return
  const platform = await startPlatform({ worker: false })
  const { app, access, env } = platform
  const accountMail: AccountMail = async ({ mailId }) => ({
    id: mailId,
    to: 'ada@example.com',
    subject: 'Hello',
    text: 'A line.\n',
  })
  const worker = await runWorker(
    { ...app, mail: { accountMail, mailer: { send } } },
    { bundle: await testBundle(), address: env.TEMPORAL_ADDRESS ?? '', graceMs: 1_000 },
  )
  const request = { mailId: randomUUID(), kind: 'invitation', organizationId: access.organizationId } as const
  await temporalMails(app.temporal.client, app.config.temporal.taskQueue).send(request)
  const handle = app.temporal.client.workflow.getHandle(mailWorkflowId(request))
  await handle.result().catch(() => undefined)
  await write(platform, kind, mailWorkflowId(request))
  await worker.drain()
  await platform.close()
}

/** Of an event whose endpoint takes it at the third attempt. */
const recordDelivery = async (kind: string): Promise<void> => {
  if (only !== undefined && only !== kind) return
  const platform = await startPlatform({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
  const { app, access } = platform
  let answers = 0
  const receiver = await startReceiver((response) => response.writeHead(++answers < 3 ? 500 : 200).end())
  const { body } = await platform.request('/api/v1/webhooks', { json: { url: receiver.url } })
  const data = { quota: 'questions', period: '2026-11-01', used: 80, limit: 100 } as const
  const input = {
    organizationId: access.organizationId,
    webhookId: String(body.data.id),
    event: quotaNear(1, '2026-11-25T10:00:00.000Z', data),
    retry: { ...DELIVERY_RETRY, firstMs: 10, factor: 1 },
  }
  await app.temporal.deliveries.start(input)
  await app.temporal.client.workflow.getHandle(deliveryWorkflowId(input)).result()
  await write(platform, kind, deliveryWorkflowId(input))
  await receiver.close()
  await platform.close()
}

/** A turn whose webhooks are enqueued at the second attempt only. */
const recordDeferredEvent = async (kind: string): Promise<void> => {
  if (only !== undefined && only !== kind) return
  const platform = await startPlatform({ worker: false })
  const { app, env } = platform
  let attempts = 0
  const events = {
    async emit() {
      if (++attempts < 2) throw new Problem('worker_unavailable')
    },
  }
  const worker = await runWorker(
    { ...app, webhooks: { ...app.webhooks, events } },
    { bundle: await testBundle(), address: env.TEMPORAL_ADDRESS ?? '', graceMs: 1_000 },
  )
  const { body } = await platform.request('/api/v1/chat/message', { json: { message: 'hello' } })
  const { conversation_id: conversationId, turn_id: turnId } = body.data
  const workflowId = workflowIdOf({ organizationId: 1, conversationId, turnId })
  await app.temporal.client.workflow.getHandle(workflowId).result()
  await write(platform, kind, workflowId)
  await worker.drain()
  await platform.close()
}

await globalSetup()
try {
  await record('answered', 'How many orders were placed last month?')
  await record('adopted', 'How many orders were placed last month?', undefined, { TABLETALK_FAST_QUERY_MS: '1' })
  await record('small-talk', 'hello')
  await record(
    'repaired',
    'How many customers are there?',
    modelAnswers(['SELECT count(*) AS n FROM custmers', 'SELECT count(*) AS n FROM customers']),
  )
  await record('looked', 'How many customers are there?', lookingOnce(['SELECT count(*) AS n FROM customers']))
  const noneAndAll = ['WHERE id < 0', ''].map((where) => `SELECT count(*) AS n FROM customers ${where}`)
  await record('reviewed', 'How many customers are there?', modelAnswers(noneAndAll))
  await recordRemoval('removed')
  await recordEvaluation('evaluated')
  await recordExport('exported')
  await recordAttacks('attacked')
  await recordAttacks('not-attacked', { tables: { '*': { mode: 'deny' } } })
  await recordMail('mailed', async () => undefined)
  await recordMail('mail-refused', async () => {
    throw new MailRefused('The mail server refused the recipient or the mail: 550 5.1.1.')
  })
  await recordDelivery('delivered')
  await recordDeferredEvent('told-later')
  await record('failed', 'How many customers are there?', () => ({ ...rejected('no such key'), status: 401 }))
} finally {
  await globalTeardown()
}
process.exit()
