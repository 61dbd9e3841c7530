import { randomUUID } from 'node:crypto'
import { jest } from '@jest/globals'
import { Client, Connection } from '@temporalio/client'
import type { Observation } from '../../src/platform/observation.ts'
import { connectTemporal } from '../../src/temporal/connection.ts'
import { ensureSearchAttributes } from '../../src/temporal/search-attributes.ts'
import { temporalTurns } from '../../src/temporal/turns.ts'
import { type GrpcProxy, grpcProxy } from '../support/grpc-proxy.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type TcpProxy, tcpProxy } from '../support/tcp-proxy.ts'
import { testServers } from '../support/test-servers.ts'
import { waitFor } from '../support/wait-for.ts'

const { temporalAddress } = testServers()

/** Records the observations of a platform about Temporal; `said` waits for a reason. */
const listening = () => {
  const reasons: string[] = []
  const kinds: Observation['kind'][] = []
  return {
    reasons,
    kinds,
    observe: (observation: Observation) => {
      if (observation.kind === 'temporal_unreachable') reasons.push(observation.reason)
      kinds.push(observation.kind)
    },
    said: (words: RegExp) => waitFor(`${words}`, async () => reasons.some((reason) => words.test(reason)), 30_000),
  }
}

const ask = (platform: Platform, headers: Readonly<Record<string, string>> = {}) =>
  platform.request('/api/v1/chat/message', { json: { message: 'How many customers are there?' }, headers })

/** Asks until the question is answered; before that, each reply must be a retryable refusal. */
const answered = async (platform: Platform): Promise<void> => {
  await waitFor(
    'an answer',
    async () => {
      const { status, headers } = await ask(platform)
      if (status === 200) return true
      expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
      return false
    },
    60_000,
  )
}

describe('a Temporal that is unreachable when API and worker start', () => {
  let proxy: TcpProxy
  let platform: Platform
  const heard = listening()
  beforeAll(async () => {
    proxy = await tcpProxy(Number(temporalAddress.split(':').at(-1)))
    proxy.cut()
    const env = { TEMPORAL_ADDRESS: `127.0.0.1:${proxy.port}`, TABLETALK_TURN_TIMEOUT: '5' }
    platform = await startPlatform({ worker: false, env, observe: heard.observe })
  })
  afterAll(async () => {
    proxy.mend()
    await platform.close()
    await proxy.close()
  })

  it('is awaited by the worker, which reports it; both work once it is reachable', async () => {
    const starting = platform.startWorker()
    await heard.said(/^Temporal cannot be reached at 127\.0\.0\.1:\d+: .*Check that Temporal is running/)
    proxy.mend()
    await starting
    await answered(platform)
    expect(heard.kinds).toContain('temporal_reachable')
  })

  it('is reported once for concurrent callers, and again once it is reachable', async () => {
    heard.kinds.length = 0
    proxy.cut()
    for (let time = 0; time < 20; time++) platform.app.temporal.watch.start()
    await waitFor('it is away', async () => heard.kinds.includes('temporal_unreachable'), 30_000)
    proxy.mend()
    await waitFor('it is back', async () => heard.kinds.includes('temporal_reachable'), 30_000)
    const reported = heard.kinds.filter((kind) => kind.startsWith('temporal_'))
    expect(reported).toEqual(['temporal_unreachable', 'temporal_reachable'])
  })
})

describe('a namespace and search attributes created later by an operator', () => {
  const namespace = `later-${randomUUID()}`
  const heard = listening()
  let unprivileged: GrpcProxy
  let platform: Platform
  let operator: Client
  beforeAll(async () => {
    unprivileged = await grpcProxy(temporalAddress, (at) => (at.includes('operatorservice') ? 7 : undefined))
    operator = new Client({ connection: await Connection.connect({ address: temporalAddress }), namespace })
    const env = { TEMPORAL_ADDRESS: unprivileged.address, TEMPORAL_NAMESPACE: namespace, TABLETALK_TURN_TIMEOUT: '5' }
    platform = await startPlatform({ worker: false, env, observe: heard.observe })
  })
  afterAll(async () => {
    await platform.close()
    await operator.connection.close()
    await unprivileged.close()
  })

  it('are awaited by the worker with instructions, while questions get 503 with Retry-After', async () => {
    const starting = platform.startWorker()
    await heard.said(RegExp(`has no namespace ${namespace}: create it \\(temporal operator namespace create`))
    const { status, headers } = await ask(platform)
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    await operator.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
    })
    await heard.said(
      /lacks the search attributes OrgId, TenantId,.* temporal operator search-attribute create --namespace \S+ --name OrgId --type Keyword .*tcld namespace search-attributes add/,
    )
    await ensureSearchAttributes(operator, namespace)
    await starting
    await answered(platform)
  })

  it('require no right to create them once they exist', async () => {
    await expect(ensureSearchAttributes(platform.app.temporal.client, namespace)).resolves.toBeUndefined()
  })
})

describe('a Temporal that rejects the service', () => {
  it.each([
    [7, /denies access to the namespace default\. Check TEMPORAL_NAMESPACE/],
    [16, /rejects the credentials\. Set TEMPORAL_API_KEY/],
  ])('with status %i yields 503 for questions and instructions for operators', async (status, words) => {
    const heard = listening()
    const closed = await grpcProxy(temporalAddress, () => status)
    const env = { TEMPORAL_ADDRESS: closed.address, TABLETALK_TURN_TIMEOUT: '5' }
    const platform = await startPlatform({ worker: false, env, observe: heard.observe })
    const reply = await ask(platform)
    await heard.said(words)
    await platform.close()
    await closed.close()
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
  })
})

it('a Temporal that cancels the start of a turn, since its database does not respond, yields 503 for the question', async () => {
  const cancelling = await grpcProxy(temporalAddress, (at) => (/Start|ExecuteMulti/.test(at) ? 1 : undefined))
  const env = { TEMPORAL_ADDRESS: cancelling.address, TABLETALK_TURN_TIMEOUT: '5' }
  const platform = await startPlatform({ worker: false, env })
  const { status, headers } = await ask(platform, { Prefer: 'respond-async' })
  await platform.close()
  await cancelling.close()
  expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
})

it('a Temporal that loses the update of a turn in a failed workflow task still yields its result', async () => {
  const platform = await startPlatform()
  const start = jest.spyOn(platform.app.turns, 'start')
  expect((await ask(platform)).status).toBe(200)
  const [input] = start.mock.lastCall ?? []
  if (input === undefined) throw new Error('the question starts a turn')
  const losing = await grpcProxy(temporalAddress, (at) => (at.endsWith('PollWorkflowExecutionUpdate') ? 9 : undefined))
  const { namespace, dataConverter } = platform.app.temporal.client.options
  const turns = temporalTurns(connectTemporal({ address: losing.address, namespace, dataConverter }), 'queue')
  await expect(turns.result(input)).resolves.toMatchObject({ kind: 'answered' })
  await turns.close()
  await platform.close()
  await losing.close()
})
