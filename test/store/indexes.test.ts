import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import type { Caller } from '../../src/access/rules/caller.ts'
import { connectStore } from '../../src/store/connection.ts'
import type { Store, StoreFunction } from '../../src/store/store.ts'
import { testServers } from '../support/test-servers.ts'
import { type Asked, askedCommands } from './asked-commands.ts'
import { declaredIndexes, isOneRange } from './index-range.ts'
import { jobQuestions } from './job-questions.ts'
import { oauthQuestions } from './oauth-questions.ts'
import { peopleQuestions } from './people-questions.ts'
import { resourceQuestions } from './resource-questions.ts'
import { CALLERS, SERVER, storeOn } from './store-fixture.ts'

let connection: Connection
let store: Store
let asked: Asked[]
beforeAll(async () => {
  connection = await connectStore(`${testServers().mongoUri}t${randomUUID().replaceAll('-', '')}?monitorCommands=true`)
  asked = askedCommands(connection)
  store = storeOn(connection)
  await store.untilReady()
})
afterAll(() => store.close())

/** Every store function that reads something, as a caller uses it. */
const VERBS: Readonly<
  Record<
    Exclude<StoreFunction, 'close' | 'ping' | 'apiKeys.newId' | 'apiKeys.idFrom' | 'missingIndexes' | 'untilReady'>,
    (caller: Caller) => readonly Promise<unknown>[]
  >
> = {
  ...resourceQuestions(() => store),
  ...jobQuestions(() => store),
  ...peopleQuestions(() => store),
  ...oauthQuestions(() => store),
}

/** Functions that only insert. */
const ADDS = [
  'apiKeys.add',
  'messages.add',
  'personalities.add',
  'audit.begin',
  'paymentEvents.add',
  'jobs.addExportJob',
  'evaluationRuns.add',
  'operators.add',
]

/** Functions of operators that read whole collections. */
const WHOLE: ReadonlySet<string> = new Set([
  'organizations.all',
  'organizations.listPendingDeletion',
  'apiKeys.countUnderEarlierSecret',
  'sealed.reseal',
])

/** Functions that turns and their clients use frequently. */
const HOT = [
  ...([
    'organizations.find',
    'authorizationRevisions.find',
    'keyHolders.findCached',
    'keyHolders.find',
    'databases.find',
    'databases.findAddress',
  ] as const),
  ...([
    'claims.add',
    'claims.find',
    'claims.open',
    'claims.refuse',
    'claims.release',
    'keptReplies.put',
    'keptReplies.find',
  ] as const),
  ...(['evaluations.put', 'evaluations.find', 'evaluations.putTrial', 'evaluations.triedQuestions'] as const),
  ...([
    'conversations.find',
    'conversations.findContext',
    'conversations.add',
    'conversations.countMessage',
    'messages.add',
    'messages.find',
    'messages.open',
    'messages.refuse',
    'messages.cancel',
    'messages.isCancelled',
  ] as const),
  ...([
    'results.put',
    'results.find',
    'sessions.find',
    'sessions.recordTurn',
    'personalities.find',
    'patterns.version',
    'patterns.questions',
  ] as const),
  ...(['jobs.addTurnJob', 'jobs.find', 'jobs.end', 'usageDays.count', 'apiKeys.recordUse', 'catalogs.find'] as const),
  ...(['webhooks.subscriptions'] as const),
] as const satisfies readonly (keyof typeof VERBS)[]

/**
 * Whether a command names the organization of its documents, possibly as a prefix of the id. The organization of an API key
 * is unknown until it is read.
 */
const namesOrganization = (collection: string, filter: Asked['filter'], { organizationId }: Caller): boolean => {
  const { _id: id, organizationId: named } = filter
  if (collection === 'api_keys') return id !== undefined
  return (
    named === organizationId || id === organizationId || new RegExp(`^\\[?${organizationId}([,/]|$)`).test(String(id))
  )
}

describe('store commands', () => {
  it('use a single range of a declared index', async () => {
    const scans = new Set<string>()
    const withoutReads = new Set(Object.keys(VERBS))
    for (const [verb, calls] of Object.entries(VERBS))
      for (const [name, caller] of Object.entries({ ...CALLERS, SERVER })) {
        asked.length = 0
        await Promise.all(calls(caller))
        if (asked.length > 0) withoutReads.delete(verb)
        const indexes = declaredIndexes(connection)
        for (const command of asked)
          if (!WHOLE.has(verb) && !(indexes.get(command.collection) ?? []).some((index) => isOneRange(command, index)))
            scans.add(`${verb} for ${name}: ${JSON.stringify(command)}`)
      }
    expect([...scans]).toEqual([])
    expect([...withoutReads]).toEqual(ADDS)
  })

  it('contain the organization in every command of a turn', async () => {
    const withoutOrganization = new Set<string>()
    for (const verb of HOT)
      for (const caller of Object.values(CALLERS)) {
        asked.length = 0
        await Promise.all(VERBS[verb](caller))
        for (const { collection, filter } of asked)
          if (!namesOrganization(collection, filter, caller))
            withoutOrganization.add(`${verb}: ${collection} ${JSON.stringify(filter)}`)
      }
    expect([...withoutOrganization]).toEqual([])
  })
})
