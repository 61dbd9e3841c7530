import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { ActivityInterceptorsFactory } from '@temporalio/worker'
import type { App } from '../../src/app.ts'
import { coalesce } from '../../src/ask/events/coalesce.ts'
import { takeOver } from '../../src/ask/events/take-over.ts'
import { type TurnInput, workflowIdOf } from '../../src/ask/rules/turn.ts'
import { isTerminal } from '../../src/ask/rules/turn-event.ts'
import type { Engine } from '../../src/engines/engine.ts'
import type { Passages } from './passages.ts'

/** Whose turn a step belongs to. */
const scopes = new AsyncLocalStorage<string>()
const scopeNow = (): string => scopes.getStore() ?? ''

const POLL_MS = 10

/** A look from outside at the statement of one turn. */
export type WatchTurn = (turnId: string) => Promise<{ isRunning(): Promise<boolean>; close(): Promise<void> }>

/**
 * The service with its crash points: the app as it is, told when a turn comes by.
 *
 * @param watchTurn looks into the customer's database
 */
export const crashingApp = (app: App, passages: Passages, watchTurn: WatchTurn): App => {
  const scopeOf = new Map<string, string>()
  const {
    store,
    turns,
    stream: { log: turnLog },
  } = app
  /** A call that starts a turn, and the crash point when Temporal has it. */
  const started = async (input: TurnInput, call: () => Promise<unknown>): Promise<undefined> => {
    const scope = input.question.caller.scopeId ?? ''
    const known = passages.wants('S2', scope) ? knownToTemporal(app, input) : Promise.resolve()
    await Promise.all([call(), known.then(() => passages.pass('S2', scope))])
  }
  return {
    ...app,
    store: {
      ...store,
      claims: {
        ...store.claims,
        async add(caller, id, wanted) {
          const scope = scopeOfCaller(caller)
          await passages.pass('S0', scope)
          const claimed = await store.claims.add(caller, id, wanted)
          scopeOf.set(claimed.claim.turnId, scope)
          await passages.pass('S1', scope)
          return claimed
        },
      },
    },
    turns: {
      ...turns,
      start: async (input, ...how) => void (await started(input, () => turns.start(input, ...how))),
      answer: (input, deadline) => started(input, () => turns.answer(input, deadline)),
      async result(input) {
        const result = await turns.result(input)
        await passages.pass('S9', input.question.caller.scopeId ?? '')
        return result
      },
    },
    stream: {
      ...app.stream,
      log: {
        ...turnLog,
        async read(turnId, afterSeq, limit) {
          const events = await turnLog.read(turnId, afterSeq, limit)
          if (events.some(({ body }) => isTerminal(body))) await passages.pass('S9', scopeOf.get(turnId) ?? '')
          return events
        },
      },
      async takeOverText(turnId, writer) {
        await takeOver(turnLog, turnId, writer)
        const scope = scopeNow()
        const append: App['stream']['log']['append'] = async (...appended) => {
          await turnLog.append(...appended)
          await passages.pass('S7', scope)
        }
        return coalesce({ append }, turnId, writer)
      },
    },
    databases: {
      ...app.databases,
      async openDatabase(caller, databaseId) {
        const open = await app.databases.openDatabase(caller, databaseId)
        return { ...open, engine: crashingEngine(open.engine, passages, watchTurn) }
      },
    },
  }
}

const crashingEngine = (engine: Engine, passages: Passages, watchTurn: WatchTurn): Engine => ({
  ...engine,
  async guard(draft, rules, owner) {
    const guarded = await engine.guard(draft, rules, owner)
    await passages.pass('S5', scopeNow())
    return guarded
  },
  async run(address, query, limits) {
    if (!passages.wants('S6', scopeNow())) return await engine.run(address, query, limits)
    // Connected before the statement begins: it may be over soon.
    const turn = await watchTurn(limits.turnId)
    const running = engine.run(address, query, limits)
    let ended = false
    const settled = running.then(
      () => {
        ended = true
      },
      () => {
        ended = true
      },
    )
    while (!ended && !(await turn.isRunning())) await delay(POLL_MS)
    void turn.close()
    if (!ended) await passages.pass('S6', scopeNow())
    await settled
    return await running
  },
})

/** Resolves when Temporal has the workflow, whether or not it has said so. */
const knownToTemporal = async (app: App, { question }: TurnInput): Promise<void> => {
  const id = workflowIdOf({ ...question, organizationId: question.caller.organizationId })
  for (;;) {
    try {
      await app.temporal.client.workflow.getHandle(id).describe()
      return
    } catch {
      await delay(POLL_MS)
    }
  }
}

/**
 * Around every step: whose turn it is, and the crash points at its two ends.
 *
 * @param onStep hears of every attempt of one
 */
export const crashingSteps =
  (passages: Passages, onStep: (scope: string, step: string) => void): ActivityInterceptorsFactory =>
  ({ info }) => ({
    inbound: {
      execute(input, next) {
        const scope = scopeOfStep(input.args)
        onStep(scope, info.activityType)
        return scopes.run(scope, async () => {
          if (info.activityType === 'openTurn') await passages.pass('S3', scope)
          const output = await next(input)
          if (info.activityType === 'closeTurn') await passages.pass('S8', scope)
          return output
        })
      },
    },
  })

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const scopeOfStep = ([input]: readonly unknown[]): string => {
  const question = isRecord(input) ? input.question : undefined
  return scopeOfCaller(isRecord(question) ? question.caller : undefined)
}

const scopeOfCaller = (caller: unknown): string => {
  const scope = isRecord(caller) ? caller.scopeId : undefined
  return typeof scope === 'string' ? scope : ''
}

/** Comes by at S4 inside of the reply of a model that drafts. */
export const crashingFetch =
  (passages: Passages, modelUrl: string, fetchReally: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await fetchReally(input, init)
    const url = input instanceof Request ? input.url : String(input)
    const scope = scopeNow()
    const isDraft = typeof init?.body === 'string' && init.body.includes('response_format')
    if (!url.startsWith(modelUrl) || !isDraft || !passages.wants('S4', scope) || response.body === null) return response
    return new Response(ReadableStream.from(heldAfterFirst(response.body, passages, scope)), response)
  }

async function* heldAfterFirst(body: ReadableStream<Uint8Array>, passages: Passages, scope: string) {
  let pieces = 0
  for await (const bytes of body) {
    yield bytes
    pieces += 1
    if (pieces === 1) await passages.pass('S4', scope)
  }
}
