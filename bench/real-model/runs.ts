import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DemoData } from '../../src/local/home/demo-file.ts'
import type { Progress } from '../../src/local/progress.ts'
import { type Measured, startChild } from '../measure/child.ts'
import { startLocalServers } from '../measure/local-servers.ts'
import { askStreamed, type StreamedAnswer } from './ask-streamed.ts'
import { askedDatabase } from './asked-database.ts'
import { startLlamaServer } from './llama-server.ts'

/** A test run against a real server. */
export interface Run {
  readonly name: string
  /** Tokens of the model's window. */
  readonly window: number
  readonly questions: number
  /** Maximum tokens of a reply, because a small model often does not stop. Absent: only the deadline ends it. */
  readonly maxTokens?: number
  /** Number of tables of a generated database; absent: the demo is asked. */
  readonly tables?: number
  /** Each question has a verified query, so that the model has rows to word even if its draft fails. */
  readonly isVerified?: boolean
  /** The server is killed during this question, from 1. */
  readonly killedAt?: number
}

const MAX_TOKENS = 250

export const RUNS: readonly Run[] = [
  { name: 'demo', window: 8_192, questions: 20, maxTokens: MAX_TOKENS },
  { name: 'small', window: 4_096, questions: 20, maxTokens: MAX_TOKENS },
  { name: 'tiny', window: 2_048, questions: 5, maxTokens: MAX_TOKENS },
  { name: 'tables', window: 4_096, questions: 5, maxTokens: MAX_TOKENS, tables: 200 },
  { name: 'verified', window: 8_192, questions: 5, maxTokens: MAX_TOKENS, isVerified: true },
  { name: 'endless', window: 8_192, questions: 3 },
  { name: 'killed', window: 8_192, questions: 4, maxTokens: MAX_TOKENS, killedAt: 2 },
]

/** Dependencies of runs. */
interface RunParts {
  readonly program: string
  readonly weights: string
  /** For files of the runs. */
  readonly folder: string
  readonly progress: Progress
}

export interface AskedQuestion extends StreamedAnswer {
  readonly question: string
  /** An answer or a documented problem, in time, by a stream without faults. */
  readonly isWell: boolean
}

const TURN_SECONDS = 120
/** For accepting a question, and for storing its end. */
const OVERHEAD_SECONDS = 5
/** Problems that mean that the service itself is broken. */
const OWN_FAULTS: ReadonlySet<string> = new Set(['internal', 'configuration_invalid', 'store_unavailable'])
/** Delay after the question before a server is killed: during the stream of its draft, or before. */
const KILLED_AFTER_MS = 4_000

/** Starts everything, asks the questions sequentially, and stops everything. */
export const runOf = async (run: Run, parts: RunParts): Promise<readonly AskedQuestion[]> => {
  const { program, weights, folder, progress } = parts
  const logFile = path.join(folder, `${run.name}.log`)
  const server = await startLlamaServer({ program, weights, window: run.window, logFile })
  const place = await startLocalServers()
  let service: Measured<DemoData> | undefined
  try {
    service = await progress.step('Starting Tabletalk', () =>
      startChild<DemoData>(path.join(import.meta.dirname, '../turn/ours.ts'), {
        TEMPORAL_ADDRESS: place.temporalAddress,
        MONGODB_URI: place.mongoUri,
        HOME_OF_BENCH: place.home,
        SECRET: place.secret,
        TABLETALK_LIMITS: 'off',
        TABLETALK_MODEL: 'openai:smollm2',
        OPENAI_BASE_URL: server.baseUrl,
        TABLETALK_TURN_TIMEOUT: String(TURN_SECONDS),
        ...(run.maxTokens === undefined ? {} : { TABLETALK_MODEL_MAX_TOKENS: String(run.maxTokens) }),
      }),
    )
    const demo = service.ready
    const asked: AskedQuestion[] = []
    const { databaseId, questions } = await askedDatabase(run, demo, folder)
    for (const [at, question] of questions.entries()) {
      const asking = progress.step(`${run.name} ${at + 1}/${questions.length}: ${question}`, () =>
        askStreamed({ demo, databaseId, question, scope: `${run.name}-${at}` }),
      )
      if (at + 1 === run.killedAt) {
        await delay(KILLED_AFTER_MS)
        await server.kill()
      }
      const answer = await asking
      progress.note(`  ${answer.outcome}, ${answer.seconds.toFixed(1)} s: ${answer.text.slice(0, 100)}`)
      const { faults, outcome, seconds } = answer
      const isWell = faults.length === 0 && !OWN_FAULTS.has(outcome) && seconds < TURN_SECONDS + OVERHEAD_SECONDS
      asked.push({ question, isWell, ...answer })
    }
    return asked
  } finally {
    await service?.stop()
    await place.stop()
    await server.kill()
  }
}
