import { request } from 'node:http'
import { DEMO } from '../../demo/organization.ts'
import type { ApiKey } from '../../src/access/rules/api-key.ts'
import type { Organization } from '../../src/access/rules/organization.ts'
import type { DatabaseSettings } from '../../src/manage/databases/rules/database-settings.ts'
import type { ProblemName } from '../../src/platform/problems/problem.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type PaymentServer, startPaymentServer } from '../support/payment-server.ts'
import { type Platform, type Reply, type RequestOptions, startPlatform } from '../support/platform.ts'
import { type ScriptedRequest, startScriptedModel } from '../support/scripted-model.ts'
import { testServers } from '../support/test-servers.ts'

/** Causes the condition of a problem, and sends the request that ends with it. */
export type Cause = (world: World) => Promise<Reply>
export type Causes = Readonly<Partial<Record<ProblemName, Cause>>>

/** Running services in which the conditions are caused. */
export interface World {
  /** The scripted model answers as the text of the question says. */
  readonly answering: Platform
  /** As `answering`, with short time limits for turns and queries. */
  readonly hurried: Platform
  /** Counts requests, sells plans, and has no worker. */
  readonly counting: Platform
  /** The payment server of `counting`. */
  readonly payments: PaymentServer
  /** Registers a cleanup for the end of all tests. */
  after(end: () => Promise<unknown>): void
}

export const MESSAGE = '/api/v1/chat/message'
export const UNKNOWN = '00000000-0000-4000-8000-000000000000'

export const TOO_SLOW = 'too-slow'
export const TOO_SLOW_THERE = 'too-slow-there'

/** The query that the model drafts for a question with this text. */
const MODEL: Readonly<Record<string, string>> = {
  'nothing-there': 'SELECT nothing FROM nowhere',
  'too-large': 'SELECT abs(-9223372036854775807 - id / id) AS n FROM customers',
  [TOO_SLOW]: 'SELECT count(*) AS n FROM orders a, orders b, orders c, orders d',
  [TOO_SLOW_THERE]: 'SELECT count(*) AS n FROM shop.orders',
}
export const HANGS = 'it-hangs'
export const REJECTS = 'it-rejects'
export const SPENDS = 'it-spends'

const reply = (asked: ScriptedRequest) => {
  const messages = JSON.stringify(asked.body.messages)
  if (messages.includes(HANGS)) return { silent: true }
  // More tokens than a turn may spend, and no usable draft.
  if (messages.includes(SPENDS)) return { text: 'Well …', inputTokens: 1_000_000 }
  if (messages.includes(REJECTS)) return { status: 401, body: '{"error":{"message":"no"}}' }
  const [, query = 'SELECT count(*) AS n FROM customers'] =
    Object.entries(MODEL)
      .toSorted(([a], [b]) => b.length - a.length)
      .find(([word]) => messages.includes(word)) ?? []
  return modelAnswers([query])(asked)
}

export const startWorld = async (): Promise<{ readonly world: World; readonly end: () => Promise<void> }> => {
  const ends: (() => Promise<unknown>)[] = []
  const after = (end: () => Promise<unknown>): void => {
    ends.unshift(end)
  }
  const model = await startScriptedModel(reply)
  after(() => model.close())
  const payments = await startPaymentServer()
  after(() => payments.close())
  const platform = async (env: Readonly<Record<string, string>>, worker = true): Promise<Platform> => {
    const started = await startPlatform({ env, worker })
    after(() => started.close())
    return started
  }
  const withModel = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.baseUrl }
  const world = {
    answering: await platform({
      ...withModel,
      TABLETALK_ALLOW_PRIVATE_HOSTS: 'true',
      TABLETALK_TURN_TOKENS: '500000',
      TABLETALK_FAST_QUERY_MS: '300',
    }),
    hurried: await platform({ ...withModel, TABLETALK_TURN_TIMEOUT: '10', TABLETALK_QUERY_TIMEOUT: '1' }),
    counting: await platform(
      { ...payments.env, TABLETALK_LIMITS: 'memory', TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' },
      false,
    ),
    payments,
    after,
  }
  return {
    world,
    end: async () => {
      for (const end of ends) await end()
    },
  }
}

/** As `platform.request`, with problems as `application/problem+json`, which names them. */
export const send = (platform: Platform, path: string, options: RequestOptions = {}): Promise<Reply> =>
  platform.request(path, { ...options, headers: { Accept: 'application/problem+json, */*;q=0.5', ...options.headers } })

export const ask = (platform: Platform, message: string, more: object = {}, options: RequestOptions = {}) =>
  send(platform, MESSAGE, { ...options, json: { message, ...more } })

/** Selects the demo database, for an organization with several. */
export const ownDatabase = ({ access }: Pick<Platform, 'access'>) => ({ database_id: access.databaseId })

/** Stores the demo database under another id, with changed settings. @returns the id */
export const otherDatabase = async (
  platform: Platform,
  address = `sqlite:${testServers().demoFile}`,
  change: Partial<DatabaseSettings> = {},
): Promise<string> => {
  const id = crypto.randomUUID()
  const { organizationId } = platform.access
  await platform.app.store.databases.put({ ...DEMO.database, organizationId, id, ...change }, address)
  return id
}

/** Headers with a new key. */
export const withKey = async (
  platform: Platform,
  key: Partial<ApiKey>,
  organizationId = platform.access.organizationId,
): Promise<Record<string, string>> => {
  const own = key.kind === 'database' ? { databaseId: platform.access.databaseId } : {}
  const kept = { kind: 'organization' as const, userId: 1, ...own, ...key }
  const { text } = await platform.app.store.apiKeys.add({ organizationId }, kept)
  return { 'X-API-Key': text }
}

/** Runs a request while the organization is changed, and restores the organization. */
export const changed = async (
  platform: Platform,
  change: Partial<Omit<Organization, 'id' | 'branding'>>,
  act: () => Promise<Reply>,
): Promise<Reply> => {
  const { organizationId } = platform.access
  await platform.app.store.organizations.change({ organizationId }, change)
  try {
    return await act()
  } finally {
    const { plan } = DEMO.organization
    const back = { plan, status: 'active', subscription: 'active', limits: {}, shareLinks: false } as const
    await platform.app.store.organizations.change({ organizationId }, back)
  }
}

/** Sends headers that `fetch` would merge. */
export const sendRaw = (platform: Platform, path: string, sentHeaders: readonly string[]): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const headers = [...sentHeaders, 'Accept', 'application/problem+json']
    const sent = request(`${platform.baseUrl}${path}`, { headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => {
        const received = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        )
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(received),
          text,
          body: JSON.parse(text),
        })
      })
    })
    sent.on('error', reject).end()
  })
