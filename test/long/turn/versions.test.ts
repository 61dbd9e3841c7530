import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js'
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  type WorkflowBundle,
} from '@temporalio/worker'
import { createActivities } from '../../../activities/index.ts'
import { workflowIdOf } from '../../../src/ask/rules/turn.ts'
import { aesSealer, deriveKey } from '../../../src/store/sealer.ts'
import { payloadCodec } from '../../../src/temporal/codec.ts'
import { type Platform, SECRET, startPlatform } from '../../support/platform.ts'
import { testBundle, testServers } from '../../support/test-servers.ts'
import { waitFor } from '../../support/wait-for.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const HISTORIES = path.join(ROOT, 'test/histories')
const silent = () => undefined
const QUIET = { log: silent, trace: silent, debug: silent, info: silent, warn: silent, error: silent }

/** A step that a next version adds at the start of a turn, which changes its history. */
const NEXT = {
  'selected by the input': "if ('next' in input) await sleep(1)",
  'behind a patch': "if (patched('next')) await sleep(1)",
} as const

/** Bundles the workflows with an added step. */
const nextVersion = async (step: string): Promise<WorkflowBundle> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-next-'))
  try {
    await cp(path.join(ROOT, 'workflows'), path.join(folder, 'workflows'), { recursive: true })
    await cp(path.join(ROOT, 'src'), path.join(folder, 'src'), { recursive: true })
    const file = path.join(folder, 'workflows/answer-question.ts')
    const now = await readFile(file, 'utf8')
    const next = now
      .replace('  const { untold,', `  ${step}\n  const { untold,`)
      .replace('  setHandler,\n', '  patched,\n  setHandler,\n  sleep,\n')
    expect(next.length).toBeGreaterThan(now.length + step.length + 10)
    await writeFile(file, next)
    return await bundleWorkflowCode({
      workflowsPath: path.join(folder, 'workflows/index.ts'),
      logger: QUIET,
      webpackConfigHook: (config) => ({
        ...config,
        resolve: { ...config.resolve, modules: [path.join(ROOT, 'node_modules')] },
      }),
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

let now: WorkflowBundle
let platform: Platform
const next = new Map<string, WorkflowBundle>()
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined) })
  // A query in a regular step gives a turn several tasks.
  platform = await startPlatform({ worker: false, env: { TABLETALK_FAST_QUERY_MS: '0' } })
  now = await testBundle()
  for (const [how, step] of Object.entries(NEXT)) next.set(how, await nextVersion(step))
}, 240_000)
afterAll(async () => {
  await platform.close()
})

const bundleOf = (how: string): WorkflowBundle => {
  const bundle = next.get(how)
  if (bundle === undefined) throw new Error(`no next version with a step ${how}`)
  return bundle
}

/**
 * Runs a function beside a worker without a workflow cache: each of its tasks replays the history that workers of every version
 * have recorded.
 */
const withWorker = async (
  identity: string,
  workflowBundle: WorkflowBundle,
  run: () => Promise<void>,
): Promise<void> => {
  const connection = await NativeConnection.connect({ address: testServers().temporalAddress })
  const worker = await Worker.create({
    connection,
    identity,
    workflowBundle,
    taskQueue: platform.app.config.temporal.taskQueue,
    activities: createActivities(platform.app),
    dataConverter: platform.app.temporal.dataConverter,
    maxCachedWorkflows: 0,
    shutdownGraceTime: 1_000,
  })
  await worker.runUntil(run)
  await connection.close()
}

interface Asked {
  /** Statuses of refusals before the answer; each was retried with the same key. */
  readonly refusals: readonly number[]
  readonly ms: number
  /** Identities of the workers that completed its workflow tasks, in order, and of those that failed one. */
  readonly completedBy: readonly string[]
  readonly failedBy: readonly string[]
}

const ask = async (): Promise<Asked> => {
  const begun = performance.now()
  const refusals: number[] = []
  const headers = { 'Idempotency-Key': randomUUID() }
  const data = await waitFor(
    'an answer',
    async () => {
      const reply = await platform.request('/api/v1/chat/message', {
        json: { message: 'How many customers are there?' },
        headers,
      })
      if (reply.status === 200) return reply.body.data
      refusals.push(reply.status)
      await delay(500)
      return undefined
    },
    120_000,
  )
  const ms = performance.now() - begun
  const { organizationId } = platform.access
  const turn = { organizationId, conversationId: data.conversation_id, turnId: data.turn_id }
  const history = await platform.app.temporal.client.workflow.getHandle(workflowIdOf(turn)).fetchHistory()
  const events = history.events ?? []
  return {
    refusals,
    ms,
    completedBy: events.flatMap(({ workflowTaskCompletedEventAttributes: done }) => done?.identity ?? []),
    failedBy: events.flatMap(({ workflowTaskFailedEventAttributes: failed }) => failed?.identity ?? []),
  }
}

/** Asks 18 questions, three at a time, while a worker of this version and one of the next take tasks. */
const askBoth = async (how: string): Promise<readonly Asked[]> => {
  const asked: Asked[] = []
  await withWorker('older', now, () =>
    withWorker('newer', bundleOf(how), async () => {
      for (let round = 0; round < 6; round++) asked.push(...(await Promise.all([ask(), ask(), ask()])))
    }),
  )
  return asked
}

describe.each(Object.keys(NEXT))('Next workflow version with a step %s', (how) => {
  it('replays histories of this and earlier versions', async () => {
    const dataConverter = { payloadCodecs: [payloadCodec(aesSealer(deriveKey(SECRET, 'payloads')))] }
    const recorded = (await readdir(HISTORIES)).filter((name) => name.endsWith('.json'))
    for (const name of recorded) {
      const history = historyFromJSON(JSON.parse(await readFile(path.join(HISTORIES, name), 'utf8')))
      await Worker.runReplayHistory({ workflowBundle: bundleOf(how), dataConverter }, history)
    }
    expect(recorded.length).toBeGreaterThanOrEqual(4)
  }, 120_000)
})

describe('Workers of two workflow versions', () => {
  it('share turns without failures if the added step is selected by the input', async () => {
    const asked = await askBoth('selected by the input')
    for (const { refusals, failedBy } of asked) expect([refusals, failedBy]).toEqual([[], []])
    const sharedTurns = asked
      .filter(({ completedBy }) => new Set(completedBy).size === 2)
      .map(({ completedBy }) => completedBy[0])
    expect(new Set(sharedTurns)).toEqual(new Set(['older', 'newer']))
  }, 240_000)

  it('answer every turn if the added step is behind a patch, although the older worker fails tasks of the newer one', async () => {
    const asked = await askBoth('behind a patch')
    const failed = asked.filter(({ failedBy }) => failedBy.length > 0)
    expect(failed.flatMap(({ failedBy }) => failedBy)).toEqual(
      failed.flatMap(({ failedBy }) => failedBy.map(() => 'older')),
    )
    expect(failed.length).toBeGreaterThan(0)
    const slowest = Math.max(...failed.map(({ ms }) => ms))
    const refused = asked.filter(({ refusals }) => refusals.length > 0).length
    const seconds = Math.round(slowest / 1_000)
    console.log(
      `${failed.length} of ${asked.length} turns failed at a task, ${refused} were refused at first, the slowest took ${seconds} s`,
    )
  }, 480_000)
})
